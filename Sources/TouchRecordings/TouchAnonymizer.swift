import GestureCore
import Text
import TouchDecoding

/// Removes from the events of a device where its user touched it, but keeps the gestures.
///
/// Each touch sequence, from the first finger that lands until all are up, is shifted as a whole by a random vector, together with
/// sequences that follow soon enough to be a multiple tap. Shifted positions stay on the surface, and away from its edges unless
/// they were at one, so the same gestures are recognized at other positions. The events of a sequence are held back until it ends.
///
/// Positions of fingers that are not down, of which the kernel remembers the last, and keys of a keyboard are removed.
package struct TouchAnonymizer: Sendable {
    /// The events that are ready to be recorded.
    private var events: [RawEvent] = []

    /// The position of one finger, in device units.
    private struct Position: Sendable {
        var x: Int32 = 0
        var y: Int32 = 0
        /// Whether the finger is down; otherwise this is its last position.
        var isTaken = false
    }

    private let description: DeviceDescription
    private let touchKey: UInt16
    /// The width of the edges as a fraction of each axis.
    private let edge: Vector
    /// The finger in each slot; empty for devices of protocol A.
    private var slots: [Position]
    private var current = 0
    /// The position of a single-touch device, or the one that stands for all fingers.
    private var single = Position()

    /// The events since the last report.
    private var frame: [RawEvent] = []
    /// The frames of the current touch sequences.
    private var touch: [RawEvent] = []
    /// When the last finger was lifted; nil while one is down.
    private var lifted: Instant?

    /// After a longer pause, a tap does not continue a multiple tap.
    static let pause = Interval.milliseconds(500)
    /// The width of an edge in pt: more than the zone in which an edge swipe starts.
    static let edge: Points = 30

    /// - Parameter size: the size of the surface, in pt.
    package init(_ description: DeviceDescription, size: Vector) {
        self.description = description
        touchKey = description.touchKey(of: .touchscreen) ?? EventCode.btnTouch
        let count = min(Int(description.axis(EventCode.absMTSlot)?.maximum ?? -1), TouchGeometry.mostSlots - 1) + 1
        slots = Array(repeating: Position(), count: max(0, count))
        edge = Vector(x: min(Self.edge / size.x, 0.5), y: min(Self.edge / size.y, 0.5))
    }

    /// Processes the next event of the device.
    package mutating func take(_ event: RawEvent, using random: inout some RandomNumberGenerator) {
        frame.append(event)
        guard event.isReport else { return }
        let hadFingers = hasFingers
        let (rewritten, hasContacts) = rewriteFrame()
        let isTouched = hadFingers || hasFingers || hasContacts
        if let lifted, event.time - lifted > Self.pause { finish(using: &random) }
        guard isTouched || !touch.isEmpty else {
            events += rewritten
            return
        }
        touch += rewritten
        if hasFingers || slots.isEmpty && hasContacts {
            lifted = nil
        } else if isTouched || lifted == nil {
            lifted = event.time
        }
    }

    /// Takes the events that are ready to be recorded.
    package mutating func takeEvents() -> [RawEvent] {
        defer { events.removeAll() }
        return events
    }

    /// Ends the current touch sequences.
    package mutating func finish(using random: inout some RandomNumberGenerator) {
        let x = shifts([EventCode.absX, EventCode.absMTPositionX], edge.x, using: &random)
        let y = shifts([EventCode.absY, EventCode.absMTPositionY], edge.y, using: &random)
        for event in touch {
            var event = event
            if event.type == EventType.abs, let shift = (x + y).first(where: { $0.code == event.code }) {
                event.value = Int32(clamping: Int64(event.value) + shift.counts)
            }
            events.append(event)
        }
        touch.removeAll()
        lifted = nil
    }

    private var hasFingers: Bool { single.isTaken || slots.contains { $0.isTaken } }

    // MARK: Rewriting frames

    /// Removes events that do not belong to a finger, and adds the position of a finger that lands without one: it lands where the
    /// last one was, which was shifted by another vector.
    ///
    /// - Returns: the events, and whether a finger landed or was down.
    private mutating func rewriteFrame() -> (events: [RawEvent], hasContacts: Bool) {
        var rewritten: [RawEvent] = []
        var hasContacts = false
        for (index, event) in frame.enumerated() {
            switch (event.type, event.code) {
            case (EventType.abs, EventCode.absMTSlot):
                current = Int(event.value)
                rewritten.append(event)
            case (EventType.abs, EventCode.absMTPositionX) where slots.isEmpty,
                (EventType.abs, EventCode.absMTPositionY) where slots.isEmpty:
                hasContacts = true
                rewritten.append(event)
            case (EventType.abs, EventCode.absMTPositionX):
                guard slots.indices.contains(current) else { continue }
                slots[current].x = event.value
                if slots[current].isTaken { rewritten.append(event) }
            case (EventType.abs, EventCode.absMTPositionY):
                guard slots.indices.contains(current) else { continue }
                slots[current].y = event.value
                if slots[current].isTaken { rewritten.append(event) }
            case (EventType.abs, EventCode.absMTTrackingID):
                rewritten.append(event)
                guard slots.indices.contains(current) else { continue }
                slots[current].isTaken = event.value >= 0
                guard event.value >= 0 else { continue }
                hasContacts = true
                let position = slots[current]
                rewritten += missing(
                    [(EventCode.absMTPositionX, position.x), (EventCode.absMTPositionY, position.y)], index)
            case (EventType.abs, EventCode.absX):
                single.x = event.value
                if single.isTaken { rewritten.append(event) }
            case (EventType.abs, EventCode.absY):
                single.y = event.value
                if single.isTaken { rewritten.append(event) }
            case (EventType.key, touchKey):
                rewritten.append(event)
                single.isTaken = event.value != 0
                guard event.value != 0 else { continue }
                hasContacts = true
                rewritten += missing([(EventCode.absX, single.x), (EventCode.absY, single.y)], index)
            case (EventType.abs, EventCode.absMTToolX), (EventType.abs, EventCode.absMTToolY),
                (EventType.key, 0..<EventCode.btnMisc):
                continue
            default:
                rewritten.append(event)
            }
        }
        frame.removeAll(keepingCapacity: true)
        return (rewritten, hasContacts)
    }

    /// Returns the positions that the frame does not contain for a finger that has just landed.
    ///
    /// - Parameter index: the event by which it landed.
    private func missing(_ positions: [(code: UInt16, value: Int32)], _ index: Int) -> [RawEvent] {
        let landing = frame[index]
        var slot = current
        var missing = positions.filter { description.axis($0.code) != nil }
        for event in frame[(index + 1)...] {
            if event.type == EventType.abs, event.code == EventCode.absMTSlot { slot = Int(event.value) }
            guard slot == current else { continue }
            if event.type == landing.type, event.code == landing.code { break }
            if event.type == EventType.abs { missing.removeAll { $0.code == event.code } }
        }
        return missing.map { RawEvent(time: landing.time, type: EventType.abs, code: $0.code, value: $0.value) }
    }

    // MARK: Shifting

    /// Returns the shift in device units for axes of one direction, the same fraction of the surface for each.
    ///
    /// - Parameter edge: the width of the edge as a fraction.
    private func shifts(
        _ codes: [UInt16], _ edge: Double, using random: inout some RandomNumberGenerator
    ) -> [(code: UInt16, counts: Int64)] {
        var reaches: [(code: UInt16, axis: AxisRange, least: Int64, most: Int64)] = []
        for code in codes {
            guard let axis = description.axis(code), axis.extent > 0 else { continue }
            let counts = touch.filter { $0.type == EventType.abs && $0.code == code }.map { Int64($0.value) }
            guard let least = counts.min(), let most = counts.max() else { continue }
            reaches.append((code, axis, least - Int64(axis.minimum), most - Int64(axis.minimum)))
        }
        var (low, high) = (-1.0, 1.0)
        for reach in reaches {
            let least = Double(reach.least) / Double(reach.axis.extent)
            let most = Double(reach.most) / Double(reach.axis.extent)
            low = max(low, (least < edge ? 0 : edge) - least)
            high = min(high, (most > 1 - edge ? 1 : 1 - edge) - most)
        }
        // A sequence as wide as the surface cannot be shifted.
        guard low < high else { return [] }
        let part = Double.random(in: low...high, using: &random)
        return reaches.map { reach in
            let counts = Int64(part * Double(reach.axis.extent))
            return (reach.code, max(min(counts, reach.axis.extent - reach.most), -reach.least))
        }
    }
}

extension DeviceDescription {
    /// The same without the port.
    package var anonymous: DeviceDescription {
        var anonymous = self
        anonymous.physicalPath = ""
        return anonymous
    }
}

extension DeviceContext {
    /// The same without the port, and without the place of the configuration, which can contain the name of a person.
    ///
    /// - Parameter description: that of the device, without the port.
    func anonymous(for description: DeviceDescription) -> DeviceContext {
        var anonymous = self
        anonymous.properties.removeAll { ByteString($0.name) == "ID_PATH" }
        anonymous.settings = settings?.map { setting in
            var setting = setting
            setting.path = "gestured.conf"
            // The section can name the port.
            if setting.section != "gestures" { setting.section = ByteString("device \(description.stableID)") }
            return setting
        }
        return anonymous
    }
}
