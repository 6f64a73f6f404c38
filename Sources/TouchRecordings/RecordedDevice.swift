import GestureCore
import TouchDecoding

/// A recording that is played as a device, frame by frame, without delays.
package struct RecordedDevice {
    package let description: DeviceDescription
    package let geometry: TouchGeometry
    /// The settings that the recording was made with; nil if it does not tell.
    package let settings: [ConfiguredSetting]?
    private let events: [RawEvent]
    private var position = 0
    private var decoder: TouchDecoder
    /// Why contacts are cancelled in the last frame, if any are: palms, unless its events tell another reason.
    package private(set) var loss = ContactLoss.unknown

    /// - Parameter setup: the configuration, which overrides the recording.
    package init(_ recording: Recording, setup: DeviceSetup = DeviceSetup()) throws(UnusableRecording) {
        guard let description = recording.description else { throw .noDescription }
        let setup = recording.context.completing(setup)
        guard let kind = setup.kind ?? recording.context.surfaceKind(of: description) else { throw .notTouch }
        do throws(UnusableDevice) {
            geometry = try TouchGeometry(description, kind: kind, setup: setup)
            decoder = try TouchDecoder(description, geometry)
        } catch {
            throw .unusable(error)
        }
        self.description = description
        settings = recording.context.settings
        events = recording.events
        seed()
    }

    private mutating func seed() { decoder.seed(from: DeviceSnapshot(beforeFirstOf: events, geometry)) }

    /// Sets `frame` to the next frame, with the time of the recording.
    ///
    /// - Returns: false at the end of the recording.
    package mutating func next(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Bool {
        if decoder.followUp(into: &frame) { return true }
        loss = .palm
        while position < events.count {
            let event = events[position]
            position += 1
            if event.isDropped { loss = .overrun }
            if geometry.kind == .touchpad, event.isClick { loss = .click }
            if decoder.handle(event, contacts: &contacts, into: &frame) { return true }
        }
        return false
    }

    /// Goes back to the beginning, with every finger up.
    package mutating func rewind() {
        position = 0
        decoder.restart()
        seed()
    }

    /// The number of fingers that are down after the last frame.
    package var contactsDown: Int { decoder.contactsDown }

    package var firstTime: Instant? { events.first?.time }
    package var lastTime: Instant? { events.last?.time }
}

extension RawEvent {
    /// Whether a button of a touchpad is pressed.
    fileprivate var isClick: Bool {
        type == EventType.key && (EventCode.btnLeft...EventCode.btnTask).contains(code) && value != 0
    }
}

extension DeviceSnapshot {
    /// The state of a device before the first event of a recording, as far as the events tell.
    ///
    /// The kernel sends only what changes, so a first contact can lack what is as it was. A recording of ``DeviceRecorder`` begins
    /// with the state, at time 0, unless all of it is 0. For another, the first position in each slot is taken, wherever it comes.
    fileprivate init(beforeFirstOf events: [RawEvent], _ geometry: TouchGeometry) {
        self.init()
        if geometry.multitouch == .slots { slots = [SlotValues](repeating: SlotValues(), count: geometry.slots) }
        for code in Self.singleAxes { values.append(Value(type: EventType.abs, code: code, value: 0)) }
        let keys = FrameAssembler.countingKeys + (geometry.touchKey.map { [$0] } ?? [])
        for code in keys { values.append(Value(type: EventType.key, code: code, value: 0)) }
        let unknown = self
        if let first = events.first, first.time == Instant(microseconds: 0) {
            for event in events.prefix(while: { !$0.isReport }) { apply(event) }
            // A recording that begins with a contact does not begin with the state.
            guard hasContacts else { return }
            self = unknown
        }
        takeFirstPositions(events)
    }

    private mutating func takeFirstPositions(_ events: [RawEvent]) {
        let axes = [EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absX, EventCode.absY]
        // A bit for each of the axes, for each slot and for the device itself.
        var found = [UInt8](repeating: 0, count: slots.count + 1)
        for event in events where event.type == EventType.abs {
            if event.code == EventCode.absMTSlot {
                apply(event)
                continue
            }
            let owner = event.isContact ? currentSlot : slots.count
            guard let axis = axes.firstIndex(of: event.code), found.indices.contains(owner) else { continue }
            if found[owner] & 1 << axis == 0 { apply(event) }
            found[owner] |= 1 << axis
        }
        currentSlot = 0
    }
}

/// Why a recording cannot be played.
package enum UnusableRecording: Error, Equatable, Sendable {
    /// It contains only events, and no other file describes the device.
    case noDescription
    /// The device is neither a touchscreen nor a touchpad.
    case notTouch
    case unusable(UnusableDevice)
}

extension UnusableRecording {
    /// The reason for people.
    package var message: String {
        switch self {
        case .noDescription: "it has events, but no lines N:, I:, P:, B: and A: that describe the device"
        case .notTouch: "the device that it describes is neither a touchscreen nor a touchpad"
        case .unusable(let reason): "the device that it describes cannot be used: \(reason.message)"
        }
    }
}
