/// The members of replies, in the order of the IDL files.
enum Replies {
    static let subscribe: [Field<StateReport?>] = [
        Field(optional: "state", "?State", { $0 }) { $1.object($0, StateReport.fields) },
        // Events have a writer of their own, which takes no detour through a table.
        Field(optional: "event", "?Event", { _ in Bool?.none }) { _, _ in },
    ]

    static let listDevices: [Field<([DeviceReport], refused: [RefusedDeviceReport])>] = [
        .objects("devices", "[]Device", DeviceReport.fields) { $0.0 },
        .objects("refused", "[]RefusedDevice", RefusedDeviceReport.fields) { $0.refused },
    ]

    static let lock: [Field<Bool>] = [.bool("locked") { $0 }]
    static let record: [Field<[UInt8]>] = [.string("text") { $0 }]

    static let info: [Field<Void>] = [
        .word("vendor") { "gestured" },
        .word("product") { "gestured" },
        .word("version") { version },
        .word("url") { "" },
        Field("interfaces", "[]string") { _, writer in
            writer.array(Array(Interface.allCases)) { $1.word($0.name) }
        },
    ]

    static let interfaceDescription: [Field<Interface>] = [.string("description") { $0.description }]
}

extension JSONWriter {
    /// Writes the reply of a method that returns nothing.
    package mutating func emptyReply() { raw("{\"parameters\":{}}\0") }

    package mutating func infoReply() { reply((), Replies.info) }

    package mutating func interfaceDescriptionReply(_ interface: Interface) {
        reply(interface, Replies.interfaceDescription)
    }

    package mutating func deviceListReply(_ devices: [DeviceReport], refused: [RefusedDeviceReport]) {
        reply((devices, refused: refused), Replies.listDevices)
    }

    package mutating func statusReply(_ status: StatusReport) { reply(status, StatusReport.fields) }

    /// Writes the first reply of a subscription.
    package mutating func stateReply(
        instance: [UInt8], subscription: [UInt8], paused: Bool, locked: Bool, contacts: Int, devices: [DeviceReport]
    ) {
        let state = StateReport(
            instance: instance, subscription: subscription, paused: paused, locked: locked, contacts: contacts,
            devices: devices)
        reply(state, Replies.subscribe, continues: true)
    }

    /// Writes a reply to Lock.
    package mutating func lockReply(locked: Bool, continues: Bool) {
        reply(locked, Replies.lock, continues: continues)
    }

    /// Writes a part of a recording.
    package mutating func recordReply(_ text: [UInt8], continues: Bool) {
        reply(text, Replies.record, continues: continues)
    }
}
