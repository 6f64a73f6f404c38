import Text

extension Command {
    static var unlock: Command {
        Command(
            name: "unlock", topic: .control,
            summary: "Unlock touches.",
            example: "sudo gesturectl unlock"
        ) { invocation throws(Failure) in
            _ = try call(connect(invocation.socket), "org.gestured.Control.Unlock")
            Output.write("touches are unlocked\n")
        }
    }
}
