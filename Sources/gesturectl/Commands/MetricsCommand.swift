internal import CLinux
import GestureConnection
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var metrics: Command {
        Command(
            name: "metrics", topic: .service,
            summary: "Print the state of the service as OpenMetrics text.",
            details: """
                Prometheus and compatible collectors read it. If no service answers, gestured_up is 0 and the exit status is 0.
                """,
            example: "gesturectl metrics > /var/lib/prometheus/node-exporter/gestured.prom"
        ) { invocation throws(Failure) in try MetricsCommand(invocation).run() }
    }
}

/// `gesturectl metrics`: prints the state of the service for a program that collects metrics.
struct MetricsCommand {
    private let socket: String

    init(_ invocation: Invocation) { socket = invocation.socket }

    /// Prints `gestured_up 0` if the service does not reply. A denied permission is a failure.
    func run() throws(Failure) {
        do throws(ConnectionError) {
            let connection = try ServiceConnection(path: socket)
            let status = try connection.call(.getStatus, timeout: replyTimeout).printable
            let devices = try connection.devices()
            Console.write(MetricsText(status, devices).bytes)
        } catch {
            switch error {
            case .cannotConnect(_, ECONNREFUSED), .cannotConnect(_, ENOENT), .lost, .timedOut:
                Console.write(MetricsText.down.bytes)
                Console.error("gesturectl: \(error.message)")
            default:
                throw Failure(error)
            }
        }
    }
}
