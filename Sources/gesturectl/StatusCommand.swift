import GestureConnection
import GestureProtocol

/// `gesturectl status`: how the service is doing.
struct StatusCommand {
    private let socket: String
    private var json = false

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        while let word = arguments.next() {
            switch word {
            case "--json": json = true
            default: throw .unknownArgument(word, of: "status")
            }
        }
    }

    func run() throws(Failure) {
        let connection = try connect(socket)
        let reply = try call(connection, "org.gestured.Gestures.GetStatus")
        if json {
            Output.write(reply.text + [UInt8(ascii: "\n")])
            return
        }
        let status = ServiceStatus(reply)
        var text = "gestured \(status.version), up \(duration(status.uptime))\n"
        text += "  socket    \(socket)\n"
        text += "  clients   \(status.clients) connected, \(status.subscriptions) subscribed\n"
        text += "  frames    \(status.frames) read, \(status.events) events, "
        text += "\(status.coalesced) of them replaced by newer ones before they were sent\n"
        text += "  drops     \(status.droppedClients) clients that did not read, "
        text += "\(status.refusedClients) connections too many, "
        text += "\(status.overruns) overruns of the kernel's queue\n"
        text += "  latency   \(status.latency?.text ?? "nothing measured yet")\n"
        if status.isPaused {
            text += "  recognition is paused until somebody resumes it, as 'gesturectl resume' does\n"
        }
        if status.isLocked { text += "  touches are locked until somebody frees them, as 'gesturectl unlock' does\n" }
        Output.write(text)
        Output.write(DevicesCommand.text(DeviceList(try call(connection, "org.gestured.Gestures.ListDevices"))))
    }
}
