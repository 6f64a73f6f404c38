import Terminal
import Text

extension Command {
    static var help: Command {
        Command(
            name: "help", topic: .service,
            arguments: [Argument(name: "COMMAND", isRequired: false, help: "a command", completion: .command)],
            options: [HelpCommand.complete],
            summary: "Print this help, or the help of COMMAND.",
            example: "gesturectl help monitor"
        ) { invocation throws(Failure) in try HelpCommand(invocation).run() }
    }
}

/// `gesturectl help`: prints the help of the program or of one command.
struct HelpCommand {
    static let complete = Option("--complete", help: "Print a table for shell completion instead.")

    private let command: Command?
    private let completes: Bool

    init(_ invocation: Invocation) throws(Failure) {
        completes = invocation.has(Self.complete)
        guard let name = invocation.arguments.first else {
            command = nil
            return
        }
        command = Command.named(name)
        if command == nil {
            throw .usage("unknown command '\(name)'" + suggestion(for: name.utf8, among: Command.all.map { $0.name }))
        }
    }

    func run() {
        if completes {
            Console.write(command.map { CompletionTable.words(of: $0) } ?? CompletionTable.commands)
        } else {
            Console.write(command.map { HelpText.text(of: $0) } ?? HelpText.overview)
        }
    }
}
