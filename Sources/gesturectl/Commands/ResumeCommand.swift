import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var resume: Command {
        Command(
            name: "resume", topic: .control,
            summary: "Recognize gestures again.",
            details: """
                Fingers that are down count only after they were lifted.
                """,
            example: "sudo gesturectl resume"
        ) { invocation throws(Failure) in
            try call(invocation.socket, .resume)
            Console.write("resumed: gestures are recognized again\n")
        }
    }
}
