import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var unlock: Command {
        Command(
            name: "unlock", topic: .control,
            summary: "Unlock touches.",
            example: "sudo gesturectl unlock"
        ) { invocation throws(Failure) in
            try call(invocation.socket, .unlock)
            Console.write("touches are unlocked\n")
        }
    }
}
