import Text

/// The help of gesturectl, made from the table of commands. No line is longer than 80 columns.
enum HelpText {
    /// The help of the whole program.
    static var overview: String {
        var text = """
            Usage: gesturectl [--socket PATH] COMMAND [OPTION]... [ARGUMENT]...

            Shows the touch gestures that gestured recognizes, and controls the service.


            """
        for topic in Command.Topic.allCases {
            text += topic.title + ":\n"
            for command in Command.all where command.topic == topic {
                let label = joined(["\(command.name)"] + command.arguments.map { $0.synopsis }, " ")
                text += entry(label, command.summary)
            }
            text += "\n"
        }
        text += "Options:\n"
        for option in Option.global { text += entry(option.synopsis, option.help) }
        return text + "\n"
            + wrapped("See 'gesturectl help COMMAND' for the options of a command and an example.", indent: 0)
    }

    static func text(of command: Command) -> String {
        var text =
            "Usage: gesturectl \(command.synopsis)\n\n" + wrapped(command.summary + " " + command.details, indent: 0)
        if command.topic == .control { text += "\n" + wrapped(permission, indent: 0) }
        if !command.options.isEmpty {
            text += "\nOptions:\n"
            for option in command.options { text += entry(option.synopsis, option.help) }
        }
        return text + "\nExample:\n  \(command.example)\n"
    }

    private static let permission =
        "Requires root, the user that the service runs as, or 'control = yes' for your user or group in gestured.conf."

    private static let width = 80
    private static let column = 23

    private static func entry(_ label: String, _ help: String) -> String {
        let text = wrapped(help, indent: column)
        let front = "  " + label
        if front.utf8.count + 2 > column { return front + "\n" + text }
        return front + String(repeating: " ", count: column - front.utf8.count)
            + String(decoding: text.utf8.dropFirst(column), as: UTF8.self)
    }

    private static func wrapped(_ text: String, indent: Int) -> String {
        let margin = [UInt8](repeating: UInt8(ascii: " "), count: indent)
        let line = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        let rows = Text.wrapped(margin + line, to: width, indent: indent)
        return String(decoding: rows.flatMap { $0 + [UInt8(ascii: "\n")] }, as: UTF8.self)
    }
}
