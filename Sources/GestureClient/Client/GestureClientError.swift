internal import CLinux
import GestureConnection
import GestureProtocol
import System

/// The reason why a call or a subscription failed.
public enum GestureClientError: Error, Hashable, Sendable {
    /// No connection to the socket at `path`: `ENOENT` or `ECONNREFUSED` if no service runs, `EACCES` without permission.
    case cannotConnect(path: String, errno: Int32)
    /// The service closed the connection, or ended.
    case connectionLost(path: String)
    /// The service sent a message that is not a Varlink reply.
    case invalidMessage
    /// The service sent more than `limit` bytes without ending the message. The connection is closed.
    case messageTooLarge(path: String, limit: Int)
    /// A value that the service does not accept, and what it accepts. The parameter is named as in gestured-varlink(7), for
    /// example `gestures.count`.
    case invalidParameter(String, expected: String)
    /// The configuration of the service does not grant this user a right: `positions` or `control`. If only the value of one
    /// parameter needs it, the parameter is named as in gestured-varlink(7).
    case permissionDenied(needs: String, parameter: String? = nil)
    /// The program, its user or all programs reached a limit of the service; see gestured-varlink(7) for the names.
    case limitExceeded(String, maximum: Int)
    /// No device in use has this id or name, or several devices have this name.
    case deviceNotFound(String)
    /// The service has no device for this call: it plays a recording, or has no haptic device.
    case notAvailable
    /// The task was cancelled before the reply came.
    case cancelled
    /// Another error of the service, with its parameters as JSON.
    case refused(error: String, parameters: String)
}

extension GestureClientError {
    /// Reads an error reply.
    init(error: [UInt8], parameters: JSONValue?) {
        func string(_ name: String) -> String { String(decoding: parameters?[name]?.string ?? [], as: UTF8.self) }
        switch String(decoding: error, as: UTF8.self) {
        case "org.varlink.service.InvalidParameter":
            self = .invalidParameter(string("parameter"), expected: string("expected"))
        case "org.varlink.service.PermissionDenied":
            self = .permissionDenied(
                needs: string("needs"),
                parameter: parameters?["parameter"]?.string.map { String(decoding: $0, as: UTF8.self) })
        case "org.gestured.Gestures.LimitExceeded":
            self = .limitExceeded(string("limit"), maximum: Int(clamping: parameters?["maximum"]?.integer ?? 0))
        case "org.gestured.Control.DeviceNotFound": self = .deviceNotFound(string("device"))
        case "org.gestured.Control.NotAvailable": self = .notAvailable
        case let name:
            self = .refused(error: name, parameters: String(decoding: parameters?.text ?? [], as: UTF8.self))
        }
    }

    /// True if the same call can succeed later.
    var isPassing: Bool {
        switch self {
        case .connectionLost: true
        case .cannotConnect(_, let errno): errno == ECONNREFUSED || errno == ENOENT || errno == EAGAIN
        case .limitExceeded(let limit, _): Refusal.isPassing(limit: limit)
        default: false
        }
    }
}

extension GestureClientError: CustomStringConvertible {
    /// What failed, as text for a person.
    public var description: String {
        switch self {
        case .cannotConnect(let path, let errno): "cannot connect to \(path): \(errorMessage(errno))"
        case .connectionLost(let path): "the service closed the connection to \(path)"
        case .invalidMessage: "the service sent an invalid message"
        case .messageTooLarge(let path, let limit):
            "the service sent a message of more than \(limit) bytes over \(path)"
        case .invalidParameter(let parameter, let expected): "\(parameter): expected \(expected)"
        case .permissionDenied(let right, let parameter):
            "permission denied (\(right) required\(parameter.map { " for \($0)" } ?? ""))"
        case .limitExceeded(let limit, let maximum): "the limit \(limit) is reached (\(maximum))"
        case .deviceNotFound(let device): "device not found: \(device)"
        case .notAvailable: "the service has no device for this call"
        case .cancelled: "cancelled"
        case .refused(let error, let parameters): "\(error) \(parameters)"
        }
    }
}
