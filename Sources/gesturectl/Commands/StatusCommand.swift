import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var status: Command {
        Command(
            name: "status", topic: .service,
            options: [StatusCommand.json],
            summary: "Print the state of the service and its devices.",
            details: """
                Shows clients, frames, latency, and what was dropped.
                """,
            example: "gesturectl status --json | jq .latency.p99"
        ) { invocation throws(Failure) in try StatusCommand(invocation).run() }
    }
}

/// `gesturectl status`: prints the state of the service.
struct StatusCommand {
    static let json = Option("--json", help: "Print the reply of GetStatus as one line of JSON.")

    private let socket: String
    private let json: Bool

    init(_ invocation: Invocation) {
        socket = invocation.socket
        json = invocation.has(Self.json)
    }

    func run() throws(Failure) {
        let connection = try connect(socket)
        if json {
            try writeReply(connection)
            return
        }
        let status = try call(connection, .getStatus).printable
        var text = [
            Paragraph("", "gestured \(status.version), up \(duration(status.uptime.microseconds))"),
            Paragraph("  socket    ", socket),
            Paragraph("  clients   ", "\(status.clients) connected, \(status.subscriptions) subscribed"),
            Paragraph("  frames    ", "\(status.frames) read\(Self.events(status))"),
            Paragraph(
                "  drops     ",
                """
                \(status.droppedClients) slow clients disconnected, \(status.refusedClients) connections refused, \
                \(status.overruns) overruns of the kernel's queue
                """),
        ]
        if let latency = status.latency {
            text.append(Paragraph("  latency   ", latency.text ?? "no measurements yet"))
        } else {
            text.append(Paragraph("  events    ", "not shown, because 'positions = none' hides positions from you"))
        }
        if let kept = status.keptTime {
            text.append(Paragraph("  recorder  ", "keeps the last \(duration(kept.microseconds)) of touches"))
        }
        if status.isPaused {
            text.append(
                Paragraph("  recognition is paused", "; 'gesturectl resume' resumes it", colour: .yellow))
        }
        if status.isLocked {
            text.append(Paragraph("  touches are locked", "; 'gesturectl unlock' unlocks them", colour: .yellow))
        }
        text += DevicesCommand.text(try listDevices(connection))
        Console.write(text.rows(on: .current))
    }

    /// Writes the reply as it is, with members that this version does not know.
    private func writeReply(_ connection: ServiceConnection) throws(Failure) {
        do throws(ConnectionError) {
            connection.send(.getStatus)
            guard let reply = try connection.next(timeout: replyTimeout).parameters else { throw .notVarlink }
            Console.write(reply.text + [UInt8(ascii: "\n")])
        } catch {
            throw Failure(error)
        }
    }

    private static func events(_ status: StatusReport) -> String {
        guard let events = status.events, let coalesced = status.coalesced else { return "" }
        return ", \(counted(events, "event")), \(coalesced) replaced by newer ones before they were sent"
    }
}
