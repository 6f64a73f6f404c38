internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureProtocol
import System
import Text

extension ConnectionError {
    /// The error message: what failed, why, and what to do.
    var message: String {
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
        case .refused(let error, let parameters): Refusal(error: error, parameters: parameters).message
        case .timedOut: "the service did not reply in time"
        }
    }
}

extension Refusal {
    private var permissionDenied: String {
        let parameter = value("parameter")
        let isForMethod = parameter.utf8.isEmpty
        if ByteString(value("needs")) == "positions" {
            let cause = isForMethod ? "; " : ", which the value of \(parameter) could reveal; leave it out, or "
            return """
                permission denied: 'positions = none' in the configuration hides positions from you\(cause)set \
                'positions = all' for your user in gestured.conf
                """
        }
        return """
            permission denied (control required\(isForMethod ? "" : " for \(parameter)")): run the command with sudo, or set \
            'control = yes' for your user in gestured.conf
            """
    }

    fileprivate var message: String {
        switch error {
        case "org.varlink.service.PermissionDenied": permissionDenied
        case "org.varlink.service.InvalidParameter":
            "\(value("parameter")): expected \(value("expected"))"
        case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound":
            """
            the service does not know \(value("method"))\(value("interface")), because its version differs from that of \
            gesturectl; after an upgrade, restart it with \(InitSystem.current.restart)
            """
        case "org.gestured.Control.DeviceNotFound":
            """
            no device in use, or more than one, has the name or id '\(value("device"))'; see 'gesturectl devices'
            """
        case "org.gestured.Control.DeviceBusy":
            """
            \(value("device")): another program has grabbed the device; 'sudo gesturectl doctor' shows which programs have it \
            open
            """
        case "org.gestured.Control.RecorderOff":
            """
            the flight recorder is off, so no touches were kept; write the two lines '[recorder]' and 'keep = 30s' into \
            /etc/gestured/gestured.conf.d/recorder.conf, run 'sudo gesturectl reload', and try the gesture again
            """
        case "org.gestured.Control.NotAvailable":
            """
            not available: the service plays a recording, or the device for 'pulse' in [haptics] of gestured.conf is not \
            connected
            """
        case "org.gestured.Control.ConfigurationInvalid":
            "\(values("messages")): the service keeps the previous configuration"
        case "org.gestured.Gestures.LimitExceeded":
            if let key = limitKey {
                "the service reached its limit '\(key)'; raise it in [limits] of gestured.conf"
            } else {
                "the service reached its limit '\(value("limit"))', which cannot be configured"
            }
        default:
            "the service replied with an error: \(error) \(parameters)"
        }
    }

    /// The elements of a parameter that is an array of strings.
    private func values(_ name: String) -> String {
        guard let document = JSONDocument(Array(parameters.utf8)), let array = document.root[name] else { return "" }
        var text = ""
        for index in 0..<array.count {
            text += (index == 0 ? "" : "; ") + String(decoding: array[index].string ?? [], as: UTF8.self)
        }
        return text
    }

    /// The key of the limit in gestured.conf; nil if it is not configurable.
    private var limitKey: String? {
        Limits.key(of: value("limit"))
    }
}
