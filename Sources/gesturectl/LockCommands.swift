import GestureConnection
import GestureCore
import GestureProtocol
import Text

/// `gesturectl lock`: swallows all touches, and waits until they are free again.
struct LockCommand {
    private let socket: String
    private var gestures: String?
    private var seconds: Int?

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        while let word = arguments.next() {
            switch word {
            case "--until": gestures = try arguments.value(of: word)
            case "--for": seconds = try arguments.number(of: word)
            default: throw .unknownArgument(word, of: "lock")
            }
        }
        if gestures == nil, seconds == nil {
            throw .usage("lock wants --until GESTURES or --for SECONDS, for touches to be free again")
        }
    }

    func run() throws(Failure) {
        let parameters = try json()
        let connection = try connect(socket)
        do throws(ConnectionError) {
            connection.send("org.gestured.Control.Lock", parameters: parameters, more: true)
            _ = try connection.next(timeout: 5000)
            Output.write("touches are locked \(end); Ctrl-C leaves them so, 'gesturectl unlock' frees them\n")
            while try connection.next().parameters?["locked"]?.bool ?? false {}
            Output.write("touches are free\n")
        } catch {
            throw Failure(error)
        }
    }

    private func json() throws(Failure) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{")
        if let gestures {
            writer.raw("\"gestures\":")
            try writer.gestures(gestures, of: "--until")
        }
        if let seconds {
            if gestures != nil { writer.raw(",") }
            writer.raw("\"seconds\":")
            writer.integer(seconds)
        }
        writer.raw("}")
        return writer.bytes
    }

    /// What sets touches free.
    private var end: String {
        var ways: [String] = []
        if let gestures { ways.append("until \(String(decoding: Output.printable(gestures), as: UTF8.self))") }
        if let seconds { ways.append("for \(duration(Int64(seconds) * 1_000_000))") }
        return joined(ways, " or ")
    }
}
