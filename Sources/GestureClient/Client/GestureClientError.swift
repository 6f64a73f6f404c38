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
    /// A value that the service does not accept, what it accepts, and what was probably meant. The parameter is the path of the value
    /// in gestured-varlink(7), for example `gestures[0].count`.
    case invalidParameter(String, expected: String, hint: String? = nil)
    /// The configuration of the service does not grant this user a right: `positions` or `control`. If only the value of one
    /// parameter needs it, the parameter is named as in gestured-varlink(7).
    case permissionDenied(needs: String, parameter: String? = nil)
    /// The program, its user or all programs reached a limit of the service; see gestured-varlink(7) for the names.
    case limitExceeded(String, maximum: Int)
    /// No device in use has this id or name, or several devices have this name.
    case deviceNotFound(String)
    /// Another program has grabbed the device with this id or name.
    case deviceBusy(String)
    /// The flight recorder is off: the configuration of the service has no `keep` in `[recorder]`.
    case recorderOff
    /// The configuration of the service is invalid, and the former one stays in force. Each message has the file, the line and
    /// the expected value.
    case configurationInvalid([String])
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
        func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        switch VarlinkError(error, parameters) {
        case .invalidParameter(let parameter):
            self = .invalidParameter(parameter.name, expected: parameter.expected, hint: parameter.hint)
        case .permissionDenied(let right, let parameter):
            self = .permissionDenied(needs: right.description, parameter: parameter)
        case .limitExceeded(let limit, let maximum): self = .limitExceeded(limit.description, maximum: maximum)
        case .deviceNotFound(let device): self = .deviceNotFound(string(device))
        case .deviceBusy(let device): self = .deviceBusy(string(device))
        case .recorderOff: self = .recorderOff
        case .configurationInvalid(let messages): self = .configurationInvalid(messages)
        case .notAvailable: self = .notAvailable
        case .interfaceNotFound, .methodNotFound, .expectedMore, .subscriptionNotFound, .invalidMessage, nil:
            self = .refused(error: string(error), parameters: string(parameters?.text ?? []))
        }
    }

    /// Whether the same call can succeed later.
    var isPassing: Bool {
        switch self {
        case .connectionLost: true
        case .cannotConnect(_, let errno): canConnectLater(errno)
        case .limitExceeded(let limit, _): LimitName(name: limit.utf8)?.isPassing ?? false
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
        case .invalidParameter(let parameter, let expected, let hint):
            "\(parameter): expected \(expected)" + (hint.map { " (did you mean '\($0)'?)" } ?? "")
        case .permissionDenied(let right, let parameter):
            "permission denied (\(right) required\(parameter.map { " for \($0)" } ?? ""))"
        case .limitExceeded(let limit, let maximum): "the limit \(limit) is reached (\(maximum))"
        case .deviceNotFound(let device): "device not found: \(device)"
        case .deviceBusy(let device): "another program has grabbed the device \(device)"
        case .recorderOff: "the flight recorder of the service is off"
        case .configurationInvalid(let messages): messages.joined(separator: "; ")
        case .notAvailable: "the service has no device for this call"
        case .cancelled: "cancelled"
        case .refused(let error, let parameters): "\(error) \(parameters)"
        }
    }
}
