import GestureConnection
import GestureProtocol

func connect(_ socket: String) throws(Failure) -> ServiceConnection {
    do throws(ConnectionError) {
        return try ServiceConnection(path: socket)
    } catch {
        throw Failure(error)
    }
}

/// Makes a call that has one reply, and waits five seconds for it.
///
/// - Parameter parameters: a JSON object.
func call(
    _ connection: ServiceConnection, _ method: StaticString, parameters: [UInt8]? = nil
) throws(Failure) -> JSONValue {
    do throws(ConnectionError) {
        return try connection.call(method, parameters: parameters)
    } catch {
        throw Failure(error)
    }
}

extension ServiceConnection {
    /// The same, for whom it matters why there is no reply.
    func call(_ method: StaticString, parameters: [UInt8]? = nil) throws(ConnectionError) -> JSONValue {
        send(method, parameters: parameters)
        guard let reply = try next(timeout: 5000).parameters else { throw .notVarlink }
        return reply
    }
}

extension Failure {
    /// What the service does not understand was said on the command line.
    init(_ error: ConnectionError) {
        switch error {
        case .refused("org.varlink.service.InvalidParameter", _): self = .usage(error.message)
        default: self = .failed(error.message)
        }
    }
}
