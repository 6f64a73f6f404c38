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
    /// The error that the service replied with; nil for other errors, and for one that this version does not know.
    package var reply: VarlinkError? {
        guard case .refused(let error, let parameters) = self else { return nil }
        return VarlinkError(error.utf8, JSONDocument(Array(parameters.utf8))?.root)
    }

    /// Whether the same call can succeed later.
    package var isPassing: Bool {
        switch self {
        case .lost: true
        case .cannotConnect(_, let errno): canConnectLater(errno)
        case .refused: reply?.isPassing ?? false
        case .notVarlink, .tooLarge, .timedOut: false
        }
    }
}

/// Returns whether a service may listen later at a socket that cannot be connected to for this reason.
package func canConnectLater(_ errno: CInt) -> Bool { errno == ECONNREFUSED || errno == ENOENT || errno == EAGAIN }
