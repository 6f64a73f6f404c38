internal import CLinux
import GestureConnection
import GestureProtocol
import System

extension ConnectionError {
    /// In words for a person, with what to do.
    var message: String {
        switch self {
        case .cannotConnect(let path, let errno):
            switch errno {
            case ECONNREFUSED, ENOENT:
                """
                \(path): no service answers there; start it with 'systemctl start gestured', or run \
                'gestured --socket PATH' and name the same path with --socket
                """
            case EACCES:
                """
                \(path): permission denied; members of the group gestured may connect: \
                'adduser USER gestured', then log in anew
                """
            default:
                "\(path): \(errorMessage(errno))"
            }
        case .lost(let path): "\(path): the service has closed the connection"
        case .notVarlink: "what came is no Varlink reply"
        case .refused(let error, let parameters): Refusal(error: error, parameters: parameters).message
        case .timedOut: "no answer in time"
        }
    }
}

extension Refusal {
    fileprivate var message: String {
        switch error {
        case "org.varlink.service.PermissionDenied":
            if value("needs").utf8.elementsEqual("positions".utf8) {
                """
                permission denied; the configuration says 'positions = none' for you: you learn what fingers do and not where, \
                so there is no touch, no region, no area, no threshold edge, tapDistance or slop, and no recording
                """
            } else {
                """
                permission denied; only root, the user that the service runs as and for whom the configuration says \
                'control = yes' may do this: try again with sudo
                """
            }
        case "org.varlink.service.InvalidParameter":
            "\(value("parameter")): expected \(value("expected"))"
        case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound":
            """
            the service does not know \(value("method"))\(value("interface")): it is of another version than this program; \
            if that is the newer one, restart it with 'systemctl restart gestured'
            """
        case "org.gestured.Control.DeviceNotFound":
            """
            no device in use is called '\(value("device"))', or several are; 'gesturectl devices' lists their names and ids
            """
        case "org.gestured.Control.DeviceBusy":
            """
            \(value("device")): it cannot be grabbed, because another program has grabbed it: end that; \
            'sudo gesturectl doctor' tells who has the device open
            """
        case "org.gestured.Control.NotAvailable":
            """
            the service has nothing to do this with: it plays a recording, or, to pulse, [haptics] in gestured.conf names no \
            device that is there
            """
        case "org.gestured.Control.ConfigurationInvalid":
            "\(values("messages")): the configuration stays as it was"
        case "org.gestured.Gestures.LimitExceeded":
            if let key = limitKey {
                "the service's limit of \(key) is reached; [limits] in gestured.conf sets it"
            } else {
                "the service's limit of \(value("limit")) is reached, which is not configured"
            }
        default:
            "the service refused: \(error) \(parameters)"
        }
    }

    /// A parameter that is an array of strings, joined.
    private func values(_ name: String) -> String {
        guard let document = JSONDocument(Array(parameters.utf8)), let array = document.root[name] else { return "" }
        var text = ""
        for index in 0..<array.count {
            text += (index == 0 ? "" : "; ") + String(decoding: array[index].string ?? [], as: UTF8.self)
        }
        return text
    }

    /// What gestured.conf calls the limit that was reached; nil where it has no key.
    private var limitKey: String? {
        let limit = value("limit")
        return switch limit {
        case "connections", "regions", "recognizers", "memory": limit
        case "connectionsPerUser": "connections-per-user"
        case "recognizersPerUser": "recognizers-per-user"
        case "recognizersPerSubscription": "recognizers-per-subscription"
        case "memoryPerUser": "memory-per-user"
        case "memoryPerSubscription": "memory-per-subscription"
        case "messageSize": "message-size"
        case "queueSize": "queue-size"
        default: nil
        }
    }
}
