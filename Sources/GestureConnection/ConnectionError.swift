internal import CLinux
import GestureProtocol
import System

/// The reason why connecting, a call or waiting for a reply failed.
public enum ConnectionError: Error, Equatable, Sendable {
    /// No connection to the socket at `path`: `ENOENT` or `ECONNREFUSED` if no service runs, `EACCES` without permission.
    case cannotConnect(path: String, errno: CInt)
    /// The service closed the connection, or ended.
    case lost(path: String)
    /// The service sent a message that is not a Varlink reply.
    case notVarlink
    /// The service sent more than `limit` bytes without the NUL that ends a message.
    case tooLarge(path: String, limit: Int)
    /// The service replied with a Varlink error, e.g. `org.varlink.service.InvalidParameter`. The parameters are a JSON object.
    case refused(error: String, parameters: String)
    /// No reply came within the timeout. The connection stays usable, and the reply can still come.
    case timedOut
}

extension ConnectionError {
    /// True if the same call can succeed later.
    package var isPassing: Bool {
        switch self {
        case .lost: true
        case .cannotConnect(_, let errno): errno == ECONNREFUSED || errno == ENOENT || errno == EAGAIN
        case .refused(let error, let parameters): Refusal(error: error, parameters: parameters).isPassing
        case .notVarlink, .tooLarge, .timedOut: false
        }
    }
}

/// A Varlink error that the service replied with.
package struct Refusal {
    package let error: String
    /// A JSON object.
    package let parameters: String

    package init(error: String, parameters: String) {
        self.error = error
        self.parameters = parameters
    }

    /// True if the same call can succeed later.
    var isPassing: Bool { error == "org.gestured.Gestures.LimitExceeded" && Self.isPassing(limit: value("limit")) }

    /// Returns true for a limit that other clients, or this one's slowness, have a part in. A call that exceeds another limit by
    /// itself fails again.
    package static func isPassing(limit: String) -> Bool {
        switch limit {
        case "connections", "connectionsPerUser", "descriptors", "queueSize", "recognizers", "recognizersPerUser",
            "memory", "memoryPerUser", "recordings":
            true
        default: false
        }
    }

    /// A parameter that is a string; empty if it is missing.
    package func value(_ name: String) -> String {
        let value = JSONDocument(Array(parameters.utf8))?.root[name]?.string
        return String(decoding: value ?? [], as: UTF8.self)
    }
}
