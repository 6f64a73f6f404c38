import Terminal
import Text

/// A command of gesturectl: one row of the table that the parser, the help and the shell completions share.
struct Command {
    /// The heading in the help that a command is listed under.
    enum Topic: CaseIterable {
        case service, gestures, control

        var title: String {
            switch self {
            case .service: "Service and devices"
            case .gestures: "Gestures and recordings"
            case .control: "Control (requires root, the service's user or 'control = yes' in gestured.conf)"
            }
        }
    }

    let name: ByteString
    let topic: Topic
    var arguments: [Argument] = []
    var options: [Option] = []
    /// One sentence without a subject.
    let summary: String
    /// Further sentences for the help of this command alone.
    var details = ""
    /// A command line that works as it stands.
    let example: String
    /// Carries out the command.
    let run: (Invocation) throws(Failure) -> Void

    /// e.g. `record [OPTION]... [NODE]`
    var synopsis: String {
        var text = "\(name)"
        if !options.isEmpty { text += " [OPTION]..." }
        for argument in arguments { text += " \(argument.synopsis)" }
        return text
    }
}

/// An argument of a command, at its position.
struct Argument: Sendable {
    /// As the synopsis shows it, e.g. `DEVICE`.
    let name: String
    let isRequired: Bool
    /// Follows the name of a missing argument in the error message.
    let help: String
    let completion: Completion

    /// A device in use.
    static let device = Argument(
        name: "DEVICE", isRequired: true, help: "the id or name of a device, as 'gesturectl devices' lists them",
        completion: .device)

    /// e.g. `[NODE]` for one that is not required.
    var synopsis: String { isRequired ? name : "[\(name)]" }
}

/// An option, of one command or of all.
struct Option: Sendable {
    /// With its dashes: `--count`, or `-o` for one that has no long name.
    let name: ByteString
    /// Another name of one letter.
    let short: ByteString?
    /// The value that must follow; nil for a flag.
    let value: Value?
    let help: String

    struct Value: Sendable {
        /// As the help shows it, e.g. `SECONDS`.
        var name: String
        var completion: Completion
    }

    init(_ name: ByteString, short: ByteString? = nil, help: String) {
        (self.name, self.short, value, self.help) = (name, short, nil, help)
    }

    init(_ name: ByteString, _ value: String, _ completion: Completion = .none, help: String) {
        (self.name, short, self.help) = (name, nil, help)
        self.value = Value(name: value, completion: completion)
    }

    /// e.g. `--count N`
    var synopsis: String {
        (short.map { "\($0), " } ?? "") + "\(name)" + (value.map { " \($0.name)" } ?? "")
    }
}

/// The values that a shell offers for an option or an argument.
enum Completion: Sendable {
    /// Nothing, because there are too many.
    case none
    case file
    /// The id of a device in use.
    case device
    /// Ids of devices, separated by commas.
    case devices
    /// A device node; the id of a device in use if the service records.
    case node
    /// A display of this machine.
    case display
    case command
    /// One of these words.
    case oneOf([ByteString])
    /// Some of these words, separated by commas.
    case someOf([ByteString])
}
