import GestureConnection
import GestureProtocol

func connect(_ socket: String) throws(Failure) -> ServiceConnection {
    do throws(ConnectionError) {
        return try ServiceConnection(path: socket)
    } catch {
        throw Failure(error)
    }
}

/// Makes a call with one reply, with a timeout of five seconds.
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
    /// Does the same, for callers that handle the error.
    func call(_ method: StaticString, parameters: [UInt8]? = nil) throws(ConnectionError) -> JSONValue {
        send(method, parameters: parameters)
        guard let reply = try next(timeout: 5000).parameters else { throw .notVarlink }
        return reply
    }
}

extension Failure {
    /// An invalid parameter comes from the command line, so it is a usage error.
    init(_ error: ConnectionError) {
        switch error {
        case .refused("org.varlink.service.InvalidParameter", _): self = .usage(error.message)
        default: self = .failed(error.message)
        }
    }
}

/// Lets the service record a device.
///
/// - Parameter device: an id or a name.
/// - Returns: the first part of the recording. The others follow on the connection.
func startRecording(_ device: String, _ connection: ServiceConnection) throws(Failure) -> Reply {
    var parameters = JSONWriter()
    parameters.raw("{\"device\":")
    parameters.string(device.utf8)
    parameters.raw("}")
    do throws(ConnectionError) {
        connection.send("org.gestured.Control.Record", parameters: parameters.bytes, more: true)
        return try connection.next(timeout: 5000)
    } catch {
        throw Failure(error)
    }
}
