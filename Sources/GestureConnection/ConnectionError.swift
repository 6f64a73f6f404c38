internal import CLinux
import GestureProtocol
import System

/// Why the service cannot be talked to.
public enum ConnectionError: Error, Equatable, Sendable {
    case cannotConnect(path: String, errno: CInt)
    /// The service has gone, or has closed the connection.
    case lost(path: String)
    case notVarlink
    /// A Varlink error, with its parameters as JSON.
    case refused(error: String, parameters: String)
    case timedOut
}

extension ConnectionError {
    /// Whether it may be otherwise the next time, although the caller does the same.
    var isPassing: Bool {
        switch self {
        case .lost: true
        case .cannotConnect(_, let errno): errno == ECONNREFUSED || errno == ENOENT
        case .refused(let error, let parameters): Refusal(error: error, parameters: parameters).isPassing
        case .notVarlink, .timedOut: false
        }
    }
}

/// A Varlink error of the service.
package struct Refusal {
    package let error: String
    /// As JSON.
    package let parameters: String

    package init(error: String, parameters: String) {
        self.error = error
        self.parameters = parameters
    }

    /// There were too many connections, or this one was not read for a while; a call that asks too much stays one.
    var isPassing: Bool {
        guard error == "org.gestured.Gestures.LimitExceeded" else { return false }
        return switch value("limit") {
        case "connections", "connectionsPerUser", "descriptors", "queueSize", "recognizers", "recognizersPerUser",
            "memory", "memoryPerUser":
            true
        default: false
        }
    }

    /// A parameter that is a string; empty where it is missing.
    package func value(_ name: String) -> String {
        let value = JSONDocument(Array(parameters.utf8))?.root[name]?.string
        return String(decoding: value ?? [], as: UTF8.self)
    }
}
