import GestureProtocol
import Text

/// The table of commands for shell completions: a line for each word, in which tabs separate the word, what completes its value
/// (see ``Completion``), and its help.
///
/// Options come with their dashes, arguments in capital letters.
enum CompletionTable {
    /// All commands, and the options that each of them has.
    static var commands: String {
        var text = ""
        for command in Command.all { text += line("\(command.name)", nil, command.summary) }
        return text + lines(Option.global)
    }

    /// The options and arguments of one command.
    static func words(of command: Command) -> String {
        var text = lines(command.options + Option.global)
        for argument in command.arguments { text += line(argument.name, argument.completion, argument.help) }
        return text
    }

    private static func lines(_ options: [Option]) -> String {
        var text = ""
        for option in options {
            text += line("\(option.name)", option.value?.completion, option.help)
            if let short = option.short { text += line("\(short)", option.value?.completion, option.help) }
        }
        return text
    }

    /// - Parameter completion: nil if no value follows the word.
    private static func line(_ word: String, _ completion: Completion?, _ help: String) -> String {
        "\(word)\t\(completion.map { $0.text } ?? "flag")\t\(help)\n"
    }
}

extension Completion {
    fileprivate var text: String {
        switch self {
        case .none: "none"
        case .file: "file"
        case .device: "device"
        case .devices: "devices"
        case .node: "node"
        case .display: "display"
        case .command: "command"
        case .oneOf(let words): "one-of " + joined(words.map { "\($0)" }, " ")
        case .someOf(let words): "some-of " + joined(words.map { "\($0)" }, " ")
        }
    }

    static func someOf<Word: Named>(_ words: [Word]) -> Completion { .someOf(words.map { ByteString("\($0.name)") }) }
}
