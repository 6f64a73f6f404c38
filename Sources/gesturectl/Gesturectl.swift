internal import CLinux
import GestureProtocol
import System

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
        case .version: Output.write("gesturectl \(version)\n")
        case .help(let command): Output.write(command.map { HelpText.text(of: $0) } ?? HelpText.overview)
        case .run(let command, let invocation):
            do throws(Failure) {
                try command.run(invocation)
            } catch {
                throw error.in(command)
            }
        }
        return 0
    } catch {
        Output.error("gesturectl: \(error.message)")
        return error.code.rawValue
    }
}

/// Why a command ends without having done what was asked.
struct Failure: Error, Equatable {
    enum Code: CInt {
        case failed = 1
        /// The command line is wrong.
        case usage = 2
    }

    var code: Code
    var message: String

    static func failed(_ message: String) -> Failure { Failure(code: .failed, message: message) }

    static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }

    /// Names the command in the message if the command line is wrong.
    func `in`(_ command: Command) -> Failure {
        code == .usage ? .usage("\(command.name): \(message); see 'gesturectl help \(command.name)'") : self
    }
}
