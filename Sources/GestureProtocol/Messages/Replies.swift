import Text

/// The reply of a method that returns nothing.
package struct EmptyReply: Message {
    package init() {}
    package mutating func visit(_ visitor: inout some MemberVisitor) {}
}

/// The reply of GetInfo.
package struct InfoReply: Message {
    package var vendor: ByteString = "gestured"
    package var product: ByteString = "gestured"
    package var version = ByteString(word: GestureProtocol.version)
    package var url: ByteString = ""
    package var interfaces: [ByteString] = []

    package init() {}

    /// What this version of the service replies.
    package static var ofService: InfoReply {
        var reply = InfoReply()
        reply.interfaces = Interface.allCases.map { ByteString(word: $0.name) }
        return reply
    }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("vendor", &vendor)
        visitor.member("product", &product)
        visitor.member("version", &version)
        visitor.member("url", &url)
        visitor.member("interfaces", &interfaces)
    }
}

/// The reply of GetInterfaceDescription.
package struct InterfaceDescriptionReply: Message {
    package var description: ByteString = ""

    package init() {}
    package init(_ interface: Interface) { description = ByteString(interface.description) }

    package mutating func visit(_ visitor: inout some MemberVisitor) { visitor.member("description", &description) }
}

/// The replies of Subscribe: first the state, then events.
package struct SubscriptionReply: Message {
    package var state: StateReport?
    package var event: Event?

    package init() {}
    package init(state: StateReport) { self.state = state }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("state", &state)
        visitor.member("event", &event)
    }

    /// A reply to Subscribe whose content is not read yet.
    package enum Content {
        /// The first reply of each connection: a ``StateReport``. The numbers of events start over.
        case state(JSONValue)
        /// An ``Event``.
        case event(JSONValue)

        /// - Returns: nil if it is no such reply.
        package init?(_ parameters: JSONValue?) {
            if let state = parameters?.member("state") {
                self = .state(state)
            } else if let event = parameters?.member("event") {
                self = .event(event)
            } else {
                return nil
            }
        }
    }
}

/// The reply of ListDevices.
package struct DeviceList: Message, Equatable, Sendable {
    /// The devices in use.
    package var devices: [DeviceReport] = []
    package var refused: [RefusedDeviceReport] = []
    /// The settings of the configuration that decide what is recognized.
    package var settings: [SettingReport] = []

    package init() {}

    package init(devices: [DeviceReport], refused: [RefusedDeviceReport], settings: [SettingReport] = []) {
        self.devices = devices
        self.refused = refused
        self.settings = settings
    }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("devices", &devices)
        visitor.member("refused", &refused)
        visitor.member("settings", &settings)
    }
}

/// The replies of Lock: when touches are locked, and when they are no longer.
package struct LockReply: Message {
    package var locked = false

    package init() {}
    package init(locked: Bool) { self.locked = locked }

    package mutating func visit(_ visitor: inout some MemberVisitor) { visitor.member("locked", &locked) }
}

/// A reply of Record or RecordLast: a part of a recording.
package struct RecordingReply: Message {
    private var lines = Lines(bytes: [])

    /// Complete lines; empty in the last part of a device that is gone.
    package var text: [UInt8] { lines.bytes }

    package init() {}
    package init(_ text: [UInt8]) { lines.bytes = text }

    package mutating func visit(_ visitor: inout some MemberVisitor) { visitor.member("text", &lines) }

    /// Text that is too long to be copied once more, into a string.
    private struct Lines: MemberValue {
        static var declaration: String { "string" }
        var bytes: [UInt8]

        init(bytes: [UInt8]) { self.bytes = bytes }

        init?(json value: JSONValue) {
            guard let bytes = value.string else { return nil }
            self.bytes = bytes
        }

        func write(to writer: inout JSONWriter) { writer.string(bytes) }
    }
}
