/// The errors that the service answers with.
package enum VarlinkError: Sendable {
    case interfaceNotFound([UInt8])
    case methodNotFound([UInt8])
    case invalidParameter(InvalidParameter)
    /// The method streams, and the call did not say `more`.
    case expectedMore
    /// The caller may not do this; which right it wants.
    case permissionDenied(Right)
    /// No device in use has this id or name.
    case deviceNotFound([UInt8])
    /// Another program has grabbed the device.
    case deviceBusy([UInt8])
    /// The service has nothing that it could do this with.
    case notAvailable
    /// The configuration cannot be read: all that is wrong, for a person.
    case configurationInvalid([String])
    /// No subscription that is open has this name.
    case subscriptionNotFound([UInt8])
    /// A limit of the service was reached: which, and what it is.
    case limitExceeded(StaticString, Int)
}

/// What the configuration allows a client or not.
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
    /// Writes the answer of a method that gives nothing back, the final NUL included.
    package mutating func emptyReply() { raw("{\"parameters\":{}}\0") }

    /// Writes the answer of a call to Lock.
    package mutating func lockReply(locked: Bool, continues: Bool) {
        raw("{\"parameters\":{\"locked\":")
        bool(locked)
        raw(continues ? "},\"continues\":true}\0" : "}}\0")
    }

    /// Writes a part of a recording.
    package mutating func recordReply(_ text: [UInt8], continues: Bool) {
        raw("{\"parameters\":{\"text\":")
        string(text)
        raw(continues ? "},\"continues\":true}\0" : "}}\0")
    }

    /// Writes an error as a whole message, the final NUL included.
    package mutating func errorReply(_ error: VarlinkError) {
        switch error {
        case .interfaceNotFound(let interface):
            raw("{\"error\":\"org.varlink.service.InterfaceNotFound\",\"parameters\":{\"interface\":")
            string(interface)
        case .methodNotFound(let method):
            raw("{\"error\":\"org.varlink.service.MethodNotFound\",\"parameters\":{\"method\":")
            string(method)
        case .invalidParameter(let parameter):
            raw("{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":")
            string(parameter.name.utf8)
            raw(",\"expected\":")
            string(parameter.expected.utf8)
        case .expectedMore:
            raw("{\"error\":\"org.varlink.service.ExpectedMore\",\"parameters\":{")
        case .permissionDenied(let right):
            raw("{\"error\":\"org.varlink.service.PermissionDenied\",\"parameters\":{\"needs\":\"")
            raw(right.name)
            raw("\"")
        case .deviceNotFound(let device):
            raw("{\"error\":\"org.gestured.Control.DeviceNotFound\",\"parameters\":{\"device\":")
            string(device)
        case .deviceBusy(let device):
            raw("{\"error\":\"org.gestured.Control.DeviceBusy\",\"parameters\":{\"device\":")
            string(device)
        case .notAvailable:
            raw("{\"error\":\"org.gestured.Control.NotAvailable\",\"parameters\":{")
        case .configurationInvalid(let messages):
            raw("{\"error\":\"org.gestured.Control.ConfigurationInvalid\",\"parameters\":{\"messages\":[")
            for (index, message) in messages.enumerated() {
                if index > 0 { raw(",") }
                string(message.utf8)
            }
            raw("]")
        case .subscriptionNotFound(let subscription):
            raw("{\"error\":\"org.gestured.Gestures.SubscriptionNotFound\",\"parameters\":{\"subscription\":")
            string(subscription)
        case .limitExceeded(let limit, let maximum):
            raw("{\"error\":\"org.gestured.Gestures.LimitExceeded\",\"parameters\":{\"limit\":\"")
            raw(limit)
            raw("\",\"maximum\":")
            integer(maximum)
        }
        raw("}}\0")
    }
}
