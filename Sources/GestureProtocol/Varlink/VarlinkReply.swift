import Text

/// The errors in replies.
package enum VarlinkError: Sendable {
    case interfaceNotFound([UInt8])
    case methodNotFound([UInt8])
    case invalidParameter(InvalidParameter)
    /// The method requires a call with `more`.
    case expectedMore
    /// The client lacks a right, which this parameter of the call requires; nil if the method itself does.
    case permissionDenied(Right, for: String? = nil)
    /// No device in use has this id or name.
    case deviceNotFound([UInt8])
    /// Another program has grabbed the device.
    case deviceBusy([UInt8])
    /// The service has no devices, or no haptic device.
    case notAvailable
    /// The configuration does not turn the flight recorder on.
    case recorderOff
    /// The configuration is invalid; with its error messages.
    case configurationInvalid([String])
    /// No open subscription has this name.
    case subscriptionNotFound([UInt8])
    /// A limit was reached; with its name and value.
    case limitExceeded(StaticString, Int)
}

extension VarlinkError {
    /// The name with its interface.
    var name: StaticString {
        switch self {
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .deviceNotFound: "org.gestured.Control.DeviceNotFound"
        case .deviceBusy: "org.gestured.Control.DeviceBusy"
        case .notAvailable: "org.gestured.Control.NotAvailable"
        case .recorderOff: "org.gestured.Control.RecorderOff"
        case .configurationInvalid: "org.gestured.Control.ConfigurationInvalid"
        case .subscriptionNotFound: "org.gestured.Gestures.SubscriptionNotFound"
        case .limitExceeded: "org.gestured.Gestures.LimitExceeded"
        }
    }
}

/// A right that the configuration grants or denies.
package enum Right: Named, Sendable {
    case positions, control

    package var name: StaticString {
        switch self {
        case .positions: "positions"
        case .control: "control"
        }
    }
}

extension JSONWriter {
    /// Writes an error as a whole message, the final NUL included.
    package mutating func errorReply(_ error: VarlinkError) {
        raw("{\"error\":")
        word(error.name)
        raw(",\"parameters\":{")
        switch error {
        case .interfaceNotFound(let interface): member("interface") { $0.string(interface) }
        case .methodNotFound(let method): member("method") { $0.string(method) }
        case .invalidParameter(let parameter):
            member("parameter") { $0.string(parameter.nameWithHint.utf8) }
            raw(",")
            member("expected") { $0.string(parameter.expected.utf8) }
        case .permissionDenied(let right, let parameter):
            member("needs") { $0.word(right.name) }
            if let parameter {
                raw(",")
                member("parameter") { $0.string(parameter.utf8) }
            }
        case .deviceNotFound(let device), .deviceBusy(let device): member("device") { $0.string(device) }
        case .configurationInvalid(let messages):
            member("messages") { $0.array(messages) { $1.string($0.utf8) } }
        case .subscriptionNotFound(let subscription): member("subscription") { $0.string(subscription) }
        case .limitExceeded(let limit, let maximum):
            member("limit") { $0.word(limit) }
            raw(",")
            member("maximum") { $0.integer(maximum) }
        case .expectedMore, .notAvailable, .recorderOff: break
        }
        raw("}}\0")
    }

    private mutating func member(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
        word(name)
        raw(":")
        write(&self)
    }
}
