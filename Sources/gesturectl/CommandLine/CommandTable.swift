import GestureProtocol
import Text

/// All commands, in the order of the help.
extension Command {
    static var all: [Command] {
        [
            .status, .metrics, .devices, .doctor, .checkConfig, .config, .setup, .help,
            .watch, .monitor, .actions,
            .replay, .plot, .explain, .record, .synthesize, .learn,
            .transform, .grab, .release, .lock, .unlock, .pause, .resume, .reload, .pulse,
        ]
    }

    static func named(_ name: String) -> Command? { all.first { $0.name == ByteString(name) } }
}

extension Option {
    /// The options that every command has, before or after its name.
    static let global = [socket, version, help]

    static let socket = Option(
        "--socket", "PATH", .file, help: "The socket of the service (default: \(defaultSocket)).")
    static let version = Option("--version", help: "Print the version and exit.")
    static let help = Option("--help", short: "-h", help: "Print this help, or the help of COMMAND, and exit.")
}
