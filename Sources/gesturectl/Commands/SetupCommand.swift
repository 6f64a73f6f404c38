import GestureConfiguration
import PanelSetup
import Terminal
import Text

extension Command {
    static var setup: Command {
        Command(
            name: "setup", topic: .service,
            arguments: [
                Argument(
                    name: "DEVICE", isRequired: false, help: "the id, name or node of a touchscreen",
                    completion: .device)
            ],
            options: [SetupCommand.undo, SetupCommand.print, SetupCommand.config],
            summary: "Find rotation, size and display of a panel by touch.",
            details: """
                Asks you to touch the corners of the screen and to type or measure its size, tests the result, writes it to a file in
                gestured.conf.d, and reloads the service. Needs root. The terminal can be on another machine. If there are several
                touchscreens and DEVICE is not specified, touch the one to set up.
                """,
            example: "sudo gesturectl setup"
        ) { invocation throws(Failure) in try SetupCommand(invocation).run() }
    }
}

/// `gesturectl setup`: finds how a touchscreen is mounted and how large it is, and configures it.
struct SetupCommand {
    static let undo = Option("--undo", help: "Restore the settings from before the last setup of the device.")
    static let print = Option("--print", help: "Print the settings instead of writing them.")
    static let config = Option(
        "--config", "FILE", .file, help: "Read FILE instead of \(ConfigurationFiles.defaultPath), and write to FILE.d.")

    private let setup: SetupSession
    private let undoes: Bool

    init(_ invocation: Invocation) throws(Failure) {
        undoes = invocation.has(Self.undo)
        let prints = invocation.has(Self.print)
        if undoes, prints { throw .usage("--undo cannot be combined with --print") }
        setup = SetupSession(
            socket: invocation.socket, device: invocation.arguments.first,
            configuration: invocation.value(of: Self.config), prints: prints)
    }

    func run() throws(Failure) {
        if undoes { try setup.undo() } else { try setup.run() }
    }
}
