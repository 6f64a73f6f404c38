import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var grab: Command {
        Command(
            name: "grab", topic: .control,
            arguments: [.device],
            summary: "Grab a device, so that no other program gets its events.",
            details: """
                Lasts until the service ends or the device is released.
                """,
            example: "sudo gesturectl grab 04f3:2a3b"
        ) { invocation throws(Failure) in try GrabCommand(invocation, grab: true).run() }
    }
}

/// Grabs a device or releases it.
struct GrabCommand {
    private let socket: String
    private let device: String
    private let grab: Bool

    init(_ invocation: Invocation, grab: Bool) {
        socket = invocation.socket
        device = invocation.arguments[0]
        self.grab = grab
    }

    func run() throws(Failure) {
        try call(socket, .grab(device, grab))
        let name = String(decoding: printable(device), as: UTF8.self)
        Console.write(
            grab
                ? "grabbed \(name): no other program gets its events until 'gesturectl release'\n"
                : "released \(name): other programs get its events again\n")
    }
}
