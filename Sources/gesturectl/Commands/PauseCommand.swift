import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var pause: Command {
        Command(
            name: "pause", topic: .control,
            summary: "Stop recognizing gestures until resumed.",
            details: """
                Other programs get all touches. Lasts until 'gesturectl resume' or until the service ends.
                """,
            example: "sudo gesturectl pause"
        ) { invocation throws(Failure) in
            try call(invocation.socket, .pause)
            Console.write("paused: gestures are not recognized until 'gesturectl resume'\n")
        }
    }
}
