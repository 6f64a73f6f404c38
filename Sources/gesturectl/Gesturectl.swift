internal import CLinux
import GestureProtocol
import System
import Terminal

@main
struct Gesturectl {
    static func main() {
        linux_ignore_broken_pipes()
        exit(run(commandLineWords()))
    }
}

/// Runs the command that the command line names.
///
/// - Returns: the exit status: 0; 1 if the command failed; 2 if the command line is wrong.
func run(_ words: [String]) -> CInt {
    do throws(Failure) {
        switch try CommandLineParser.parse(words) {
        case .version: Console.write("gesturectl \(version)\n")
        case .help(let command): Console.write(command.map { HelpText.text(of: $0) } ?? HelpText.overview)
        case .run(let command, let invocation):
            do throws(Failure) {
                try command.run(invocation)
            } catch {
                throw error.in(command)
            }
        }
        return 0
    } catch {
        Console.error("gesturectl: \(error.message)")
        return error.code.rawValue
    }
}

extension Failure {
    /// Names the command in the message if the command line is wrong.
    func `in`(_ command: Command) -> Failure {
        code == .usage ? .usage("\(command.name): \(message); see 'gesturectl help \(command.name)'") : self
    }
}
