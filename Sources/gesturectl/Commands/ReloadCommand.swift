import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var reload: Command {
        Command(
            name: "reload", topic: .control,
            summary: "Reload the configuration.",
            details: """
                Prints what is wrong with it; the service then keeps the previous configuration.
                """,
            example: "sudo gesturectl reload"
        ) { invocation throws(Failure) in
            try call(invocation.socket, .reload)
            Console.write("reloaded: the configuration is in use\n")
        }
    }
}
