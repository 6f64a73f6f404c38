internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureProtocol
import System
import Text

extension ConnectionError {
    /// The error message: what failed, why, and what to do.
    package var message: String {
        switch self {
        case .cannotConnect(let path, let errno):
            switch errno {
            case ECONNREFUSED, ENOENT:
                """
                \(path): no service is listening; start it with \(InitSystem.current.start), or run \
                'gestured --socket PATH' and use the same path with --socket
                """
            case EACCES:
                """
                \(path): permission denied; members of the group gestured may connect: \
                add yours with 'adduser USER gestured', then log out and in again
                """
            case ENAMETOOLONG:
                "\(path): the name of a socket has at most 107 bytes"
            default:
                "\(path): \(errorMessage(errno))"
            }
        case .lost(let path): "\(path): the service closed the connection"
        case .notVarlink: "the service sent an invalid Varlink message"
        case .tooLarge(let path, let limit): "\(path): the service sent a message of more than \(limit) bytes"
        case .refused(let error, let parameters):
            reply.flatMap { $0.message } ?? "the service replied with an error: \(error) \(parameters)"
        case .timedOut: "the service did not reply in time"
        }
    }
}

extension VarlinkError {
    /// nil for errors that are none of the user's.
    fileprivate var message: String? {
        switch self {
        case .permissionDenied(let right, let parameter): Self.permissionDenied(right, for: parameter)
        case .invalidParameter(let parameter): parameter.message
        case .methodNotFound(let name, _), .interfaceNotFound(let name, _):
            """
            the service does not know \(ByteString(name)), because its version differs from that of gesturectl; after an \
            upgrade, restart it with \(InitSystem.current.restart)
            """
        case .deviceNotFound(let device):
            """
            no device in use, or more than one, has the name or id '\(ByteString(device))'; see 'gesturectl devices'
            """
        case .deviceBusy(let device):
            """
            \(ByteString(device)): another program has grabbed the device; 'sudo gesturectl doctor' shows which programs have \
            it open
            """
        case .recorderOff:
            """
            the flight recorder is off, so no touches were kept; write the two lines '[recorder]' and 'keep = 30s' into \
            /etc/gestured/gestured.conf.d/recorder.conf, run 'sudo gesturectl reload', and try the gesture again
            """
        case .notAvailable:
            """
            not available: the service plays a recording, has no touch device yet, or has no device for pulses, as 'pulse' in \
            [haptics] of gestured.conf names it
            """
        case .configurationInvalid(let messages):
            "\(joined(messages, "; ")): the service keeps the previous configuration"
        case .limitExceeded(let limit, _):
            if let key = Limits.key(of: limit.description) {
                "the service reached its limit '\(key)'; raise it in [limits] of gestured.conf"
            } else {
                "the service reached its limit '\(limit)', which cannot be configured"
            }
        case .expectedMore, .subscriptionNotFound, .invalidMessage: nil
        }
    }

    private static func permissionDenied(_ right: Word<Right>, for parameter: String?) -> String {
        guard right.known == .positions else {
            return """
                permission denied (control required\(parameter.map { " for \($0)" } ?? "")): run the command with sudo, or set \
                'control = yes' for your user in gestured.conf
                """
        }
        let cause = parameter.map { ", which the value of \($0) could reveal; leave it out, or " } ?? "; "
        return """
            permission denied: 'positions = none' in the configuration hides positions from you\(cause)set \
            'positions = all' for your user in gestured.conf
            """
    }
}
