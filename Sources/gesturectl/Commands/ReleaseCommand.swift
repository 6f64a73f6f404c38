import Terminal
import Text

extension Command {
    static var release: Command {
        Command(
            name: "release", topic: .control,
            arguments: [.device],
            summary: "Release a grabbed device.",
            details: """
                Other programs get its events again, until the service ends.
                """,
            example: "sudo gesturectl release 04f3:2a3b"
        ) { invocation throws(Failure) in try GrabCommand(invocation, grab: false).run() }
    }
}
