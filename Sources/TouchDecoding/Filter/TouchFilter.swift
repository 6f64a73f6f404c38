import GestureCore

/// Decides which touches of a device are passed on to its clone, which other programs read in its place.
///
/// As long as nothing is withheld, the clone gets the events of the original as they are. Otherwise it gets what makes its state
/// that of the original without the contacts that are withheld. A contact that was passed on and is withheld later is cancelled:
/// it becomes a palm (MT_TOOL_PALM), and is lifted in a frame of its own. libinput makes a TOUCH_CANCEL of that. A panel with one
/// position has no palms: there the contact is lifted.
///
/// The kernel sends only values that change. The clone's slots therefore get all values of the original when a contact lands that
/// the clone has not seen, or after a contact that was withheld.
package struct TouchFilter {
    /// A finger that landed at an edge is passed on after this time, so that a long press works there.
    package static let longestHold = Interval.milliseconds(300)

    private var geometry: TouchGeometry
    /// Whether the device reports a slot for each contact (protocol B).
    let hasSlots: Bool
    /// The axes and keys that the device has, of those that have to be computed.
    let axes: [UInt16]
    let hasPointer: Bool
    let hasPressure: Bool
    /// The keys that count fingers, of those that the device has, and the number of fingers that each stands for.
    let toolKeys: [(code: UInt16, count: Int)]
    /// The key that is down while the device is touched; nil if it has none.
    let touchKey: UInt16?
    private var rules: WithholdingRules
    private var edges: EdgeSet
    private var thresholds: Thresholds

    /// The events for the clone since ``removeOutput()``.
    package internal(set) var output: [RawEvent] = []
    /// The events of the original since the last frame.
    var frame: [RawEvent] = []
    /// Whether there were more of them than ``frame`` can hold.
    var isOverfull = false
    var slots: [FilterSlot]
    /// The slots in which something changed since the last frame, a bit for each.
    var changed: UInt64 = 0
    /// The slot of the next events of the original, and of the clone; nil if that is unknown.
    private(set) var current = 0
    var cloneSlot: Int?
    /// The original's slot at the start of the frame.
    private(set) var frameStartSlot = 0
    /// The number of contacts on the original, and of those that are not passed on.
    private(set) var occupied = 0
    private(set) var kept = 0
    /// The keys that are down on the original, and on the clone.
    private(set) var keys = KeySet()
    var cloneKeys = KeySet()
    /// The position and pressure of the original's pointer.
    private(set) var pointer = InlineArray<3, Int32>(repeating: 0)
    /// Whether the clone may differ from the original in more than what the events of this frame change.
    var needsSynchronization = true
    private var isRepeating = false
    /// The tracking id that was given last to a contact of a device without slots.
    private var lastID: Int32 = 0

    /// Whether everything is withheld.
    private(set) var isBlocking = false
    /// Whether all contacts are withheld until none is left.
    private(set) var withholdsTouch = false
    /// Whether the current touch, or the last one if nothing touches, began on a dark or idle display and was withheld for that.
    package private(set) var isWaking = false
    private var lastTouch: Instant?
    /// The instant at which a contact has been held long enough; nil if none is held.
    package private(set) var nextDeadline: Instant?

    /// The largest number of events in one frame that is passed on as it is: more than one frame of the largest panel has.
    package static let mostEvents = 1024

    /// - Throws: ``UnfilterableDevice`` if the device has neither slots nor a single position.
    package init(
        _ description: DeviceDescription, _ geometry: TouchGeometry, _ rules: WithholdingRules, _ thresholds: Thresholds
    ) throws(UnfilterableDevice) {
        guard geometry.multitouch != .anonymous else { throw UnfilterableDevice() }
        self.geometry = geometry
        self.rules = rules
        self.thresholds = thresholds
        edges = EdgeSet(rules.edges)
        let slotAxis = description.axis(EventCode.absReserved) == nil ? description.axis(EventCode.absMTSlot) : nil
        hasSlots = slotAxis.map { $0.maximum >= 0 } ?? false
        let count = hasSlots ? min(Int(slotAxis?.maximum ?? 0), TouchGeometry.mostSlots - 1) + 1 : 1
        slots = [FilterSlot](repeating: FilterSlot(), count: count)
        axes = (EventCode.absMTTouchMajor...EventCode.absMTToolY).filter {
            $0 != EventCode.absMTTrackingID && (description.axis($0) != nil || $0 == EventCode.absMTToolType)
        }
        hasPointer = description.axis(EventCode.absX) != nil && description.axis(EventCode.absY) != nil
        hasPressure = description.axis(EventCode.absPressure) != nil
        let key = hasSlots ? EventCode.btnTouch : geometry.touchKey
        touchKey = description.has(EventType.key, key) ? key : nil
        toolKeys = CountedFingers.keys.enumerated().filter { description.has(EventType.key, $1) }
            .map { (code: $1, count: $0 + 1) }
        // Enough for a frame in which all contacts are passed on that were held. The two are exchanged.
        let room = Self.mostEvents + count * 3 * (axes.count + 2)
        frame.reserveCapacity(room)
        output.reserveCapacity(room)
    }

    package mutating func removeOutput() { output.clear() }

    /// Applies other rules to the touches that follow.
    package mutating func apply(_ rules: WithholdingRules, _ thresholds: Thresholds, _ geometry: TouchGeometry) {
        self.rules = rules
        edges = EdgeSet(rules.edges)
        self.thresholds = thresholds
        guard geometry != self.geometry else { return }
        self.geometry = geometry
        // The places where the contacts landed are others now. They cannot become edge swipes any more.
        for index in slots.indices { slots[index].swipeEdges = EdgeSet() }
    }

    // MARK: Events of the original

    /// Takes over one event. The end of a frame adds to ``output``.
    ///
    /// - Parameter isDark: asked when the first finger of a touch lands.
    package mutating func handle(_ event: RawEvent, isDark: () -> Bool) {
        switch event.type {
        case EventType.abs: takeAxis(event, isDark)
        case EventType.key: takeKey(event)
        case EventType.syn:
            if event.isReport { finishFrame(event, isDark) }
            return
        default: break
        }
        // More contacts than the filter knows could never be withheld, and might stay down on the clone.
        guard !event.isRepeat, !hasSlots || !event.isContact || slots.indices.contains(current) else { return }
        if frame.count < Self.mostEvents { frame.append(event) } else { isOverfull = true }
    }

    private mutating func takeAxis(_ event: RawEvent, _ isDark: () -> Bool) {
        switch event.code {
        case EventCode.absX: takePointer(0, event.value)
        case EventCode.absY: takePointer(1, event.value)
        case EventCode.absPressure: takePointer(2, event.value)
        case EventCode.absMTSlot where hasSlots: current = Int(event.value)
        case EventCode.absMTTrackingID where hasSlots:
            guard slots.indices.contains(current) else { return }
            // A slot that changes twice within a frame is passed on in two frames: each contact is decided on.
            if slots[current].id != slots[current].formerID { finishFrame(at: event.time, isDark) }
            slots[current].id = max(event.value, -1)
            changed |= 1 << UInt64(current)
        default:
            guard hasSlots, event.isContact, slots.indices.contains(current) else { return }
            slots[current].set(event.code, event.value)
            changed |= 1 << UInt64(current)
        }
    }

    /// - Parameter index: of the axis in ``DeviceSnapshot/singleAxes``.
    private mutating func takePointer(_ index: Int, _ value: Int32) {
        pointer[index] = value
        guard !hasSlots else { return }
        slots[0].set(Self.singleContactAxes[index], value)
        changed |= 1
    }

    /// The axes of the slot that stands for the one contact of a device without slots.
    private static let singleContactAxes = [
        EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absMTPressure,
    ]

    private mutating func takeKey(_ event: RawEvent) {
        if event.isRepeat {
            isRepeating = true
            return
        }
        keys.set(event.code, isDown: event.value != 0)
        if !hasSlots, event.code == touchKey { setContact(isDown: event.value != 0) }
    }

    /// Takes over whether a device without slots is touched.
    private mutating func setContact(isDown: Bool) {
        changed |= 1
        guard isDown != slots[0].isOccupied else { return }
        if isDown { lastID = lastID < .max ? lastID + 1 : 0 }
        slots[0].id = isDown ? lastID : -1
    }

    private mutating func finishFrame(_ report: RawEvent, _ isDark: () -> Bool) {
        let isRepetition = isRepeating
        isRepeating = false
        if report.isOfKernel {
            if isRepetition { return }
            // The contacts are gone without having been lifted: nothing was tapped.
            change(at: report.time) { $0.withholdAll(into: &$1) }
            for index in slots.indices where slots[index].isOccupied {
                slots[index].id = -1
                changed |= 1 << UInt64(index)
            }
            isOverfull = true
        }
        finishFrame(at: report.time, isDark)
    }

    private mutating func finishFrame(at time: Instant, _ isDark: () -> Bool) {
        var plan = FramePlan()
        let keptBefore = kept
        if nextDeadline != nil { releaseHeld(until: time, into: &plan) }
        if changed != 0 { decide(at: time, isDark, into: &plan) }
        if keptBefore == 0, kept == 0, !plan.isSpecial, !isOverfull, !isBlocking {
            passFrame(at: time)
        } else {
            composeFrame(plan, changed: changed, passesOthers: !isOverfull, at: time)
        }
        for index in bits(of: changed) { slots[index].finishFrame() }
        changed = 0
        frame.clear()
        frameStartSlot = current
        isOverfull = false
        updateDeadline()
    }

    // MARK: Decisions

    private mutating func decide(at time: Instant, _ isDark: () -> Bool, into plan: inout FramePlan) {
        let wasUntouched = occupied == 0
        var hasPassingLanding = false
        for index in bits(of: changed) {
            if slots[index].id != slots[index].formerID {
                if slots[index].formerID >= 0 { lift(index, into: &plan) }
                if slots[index].isOccupied {
                    if wasUntouched, occupied == 0 { begin(at: time, isDark) }
                    land(index, at: time)
                    if slots[index].state == .passing { hasPassingLanding = true }
                }
            } else if slots[index].changedAxes != 0 {
                follow(index, into: &plan)
            }
        }
        if hasPassingLanding { releaseHeld(until: .distantFuture, into: &plan) }
        if let limit = rules.fingers, !withholdsTouch, fingerCount >= limit {
            withholdsTouch = true
            withholdAll(into: &plan)
        }
        if occupied == 0 { withholdsTouch = false }
        if occupied > 0 || !wasUntouched { lastTouch = time }
    }

    /// The number of fingers on the original, also those that it only counts.
    private var fingerCount: Int {
        var count = occupied
        for (index, key) in CountedFingers.keys.enumerated() where keys.contains(key) { count = max(count, index + 1) }
        return count
    }

    /// The first finger of a touch lands.
    private mutating func begin(at time: Instant, _ isDark: () -> Bool) {
        let isIdle = rules.idleTime.map { limit in lastTouch.map { time - $0 >= limit } ?? false } ?? false
        isWaking = isIdle || rules.wake && isDark()
        withholdsTouch = isWaking
    }

    private mutating func land(_ index: Int, at time: Instant) {
        occupied += 1
        slots[index].hasLandedInFrame = true
        slots[index].landed = time
        slots[index].start = point(of: index)
        slots[index].swipeEdges = EdgeSet()
        if isBlocking || withholdsTouch {
            slots[index].state = .withheld
            kept += 1
            return
        }
        let edges =
            edges.isEmpty
            ? edges
            : EdgeSet.near(slots[index].start, band: thresholds.edge, size: geometry.size.points).intersection(edges)
        slots[index].swipeEdges = edges
        slots[index].state = edges.isEmpty ? .passing : .held
        if !edges.isEmpty {
            slots[index].landing = slots[index].values
            kept += 1
        }
    }

    private func point(of index: Int) -> Vector {
        geometry.point(
            SlotValues(
                x: slots[index].value(EventCode.absMTPositionX), y: slots[index].value(EventCode.absMTPositionY)))
    }

    private mutating func lift(_ index: Int, into plan: inout FramePlan) {
        if slots[index].state == .held { release(index, into: &plan) }
        if slots[index].state == .withheld { kept -= 1 }
        slots[index].state = .empty
        occupied -= 1
        // Another contact may be in the slot already: the clone's must be lifted before.
        if slots[index].isOccupied { plan.lifted |= 1 << UInt64(index) }
    }

    /// Decides on a contact at an edge that has moved.
    private mutating func follow(_ index: Int, into plan: inout FramePlan) {
        guard !slots[index].swipeEdges.isEmpty else { return }
        let travel = point(of: index) - slots[index].start
        guard travel.length.exceeds(thresholds.slop(on: geometry.kind)) else { return }
        if !slots[index].swipeEdges.leadsInwards(Direction(of: travel)) {
            slots[index].swipeEdges = EdgeSet()
            if slots[index].state == .held { release(index, into: &plan) }
        } else if travel.length.reaches(thresholds.swipeDistance) {
            slots[index].swipeEdges = EdgeSet()
            withhold(index, into: &plan)
        }
    }

    /// Passes on the contacts that have been held long enough at `time`. They can still become edge swipes.
    private mutating func releaseHeld(until time: Instant, into plan: inout FramePlan) {
        for index in slots.indices
        where slots[index].state == .held && slots[index].landed + Self.longestHold <= time {
            release(index, into: &plan)
        }
    }

    private mutating func release(_ index: Int, into plan: inout FramePlan) {
        slots[index].state = .passing
        kept -= 1
        // A contact that landed in this frame is passed on with it.
        if slots[index].formerID >= 0, !slots[index].hasLandedInFrame { plan.released |= 1 << UInt64(index) }
    }

    private mutating func withhold(_ index: Int, into plan: inout FramePlan) {
        switch slots[index].state {
        case .passing:
            kept += 1
            if slots[index].cloneID >= 0 { plan.cancelled |= 1 << UInt64(index) }
        case .empty: return
        case .held, .withheld: break
        }
        slots[index].state = .withheld
        plan.released &= ~(1 << UInt64(index))
    }

    private mutating func withholdAll(into plan: inout FramePlan) {
        for index in slots.indices { withhold(index, into: &plan) }
    }

    private mutating func updateDeadline() {
        nextDeadline = nil
        guard kept > 0 else { return }
        for slot in slots where slot.state == .held {
            nextDeadline = min(slot.landed + Self.longestHold, nextDeadline ?? .distantFuture)
        }
    }

    /// Passes on the contacts that have been held long enough. Call it once all earlier events are handled.
    package mutating func advance(to now: Instant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        change(at: now) { $0.releaseHeld(until: now, into: &$1) }
    }

    // MARK: Demands from outside

    /// Starts with a clone on which no finger is down. Contacts that are on the original already are withheld.
    ///
    /// - Parameter original: reads the state of the original.
    package mutating func start(from original: borrowing some DeviceState & ~Copyable) {
        for index in slots.indices { slots[index] = FilterSlot() }
        take(original)
        for index in slots.indices where slots[index].isOccupied { slots[index].state = .withheld }
        occupied = slots.count { $0.isOccupied }
        kept = occupied
        for index in slots.indices { slots[index].finishFrame() }
        changed = 0
        frame.clear()
        output.clear()
        cloneKeys = KeySet()
        cloneSlot = nil
        frameStartSlot = current
        needsSynchronization = true
        withholdsTouch = occupied > 0
        isWaking = false
        nextDeadline = nil
    }

    /// Takes over the state of the original after events were lost. Contacts that are still there go on.
    package mutating func synchronize(
        with original: borrowing some DeviceState & ~Copyable, at time: Instant, isDark: () -> Bool
    ) {
        frame.clear()
        take(original)
        isOverfull = true
        finishFrame(at: time, isDark)
    }

    private mutating func take(_ original: borrowing some DeviceState & ~Copyable) {
        keys = KeySet()
        for code in original.pressedKeys { keys.set(code, isDown: true) }
        for (index, code) in DeviceSnapshot.singleAxes.enumerated() { pointer[index] = original.axis(code) }
        if hasSlots {
            current = original.currentSlot
            for index in slots.indices {
                for code in axes { slots[index].set(code, original.slot(index, code)) }
                slots[index].id = max(original.slot(index, EventCode.absMTTrackingID), -1)
            }
            changed = UInt64.max >> UInt64(UInt64.bitWidth - slots.count)
        } else {
            for (index, code) in Self.singleContactAxes.enumerated() { slots[0].set(code, pointer[index]) }
            setContact(isDown: touchKey.map { keys.contains($0) } ?? false)
        }
    }

    /// Withholds everything from now on, or nothing but what the rules say.
    package mutating func setBlocking(_ wanted: Bool, at time: Instant) {
        guard wanted != isBlocking else { return }
        isBlocking = wanted
        change(at: time) { if wanted { $0.withholdAll(into: &$1) } }
    }

    /// Cancels the contact in a slot on the clone, and withholds it until it is lifted.
    package mutating func withhold(slot index: Int, at time: Instant) {
        guard slots.indices.contains(index) else { return }
        // A semi-multitouch pad has slots, but only one contact is recognized for all of them.
        let indices = geometry.multitouch == .single ? slots.indices : index..<index + 1
        change(at: time) { filter, plan in
            for index in indices where filter.slots[index].isOccupied { filter.withhold(index, into: &plan) }
        }
    }

    /// Makes the clone follow between two frames of the original. The events of an unfinished frame wait for its end.
    private mutating func change(at time: Instant, _ body: (inout TouchFilter, inout FramePlan) -> Void) {
        var plan = FramePlan()
        body(&self, &plan)
        composeFrame(plan, changed: 0, passesOthers: false, at: time)
        updateDeadline()
    }
}

/// The state of a device now.
package protocol DeviceState: ~Copyable {
    /// The keys that are down.
    var pressedKeys: [UInt16] { get }
    /// The slot of the next events.
    var currentSlot: Int { get }
    /// Returns the value of an axis in a slot; 0 if the device does not have it.
    func slot(_ index: Int, _ code: UInt16) -> Int32
    /// Returns the value of an axis; 0 if the device does not have it.
    func axis(_ code: UInt16) -> Int32
}

/// A device that cannot be filtered, because it reports contacts without slots (protocol A).
package struct UnfilterableDevice: Error, Equatable, Sendable {}

/// The changes that the clone needs besides those of the original, a bit for each slot.
struct FramePlan {
    /// Passed on and lifted, before another contact lands in the slot.
    var lifted: UInt64 = 0
    /// Held until now, and passed on from now on.
    var released: UInt64 = 0
    /// Passed on until now, and withheld from now on.
    var cancelled: UInt64 = 0

    var isSpecial: Bool { lifted | released | cancelled != 0 }
}

extension FilterSlot {
    mutating func finishFrame() {
        formerID = id
        changedAxes = 0
        hasLandedInFrame = false
    }
}

/// Returns the indices of the bits that are set.
func bits(of mask: UInt64) -> BitIndices { BitIndices(mask: mask) }

/// The indices of the bits of a number, in ascending order.
struct BitIndices: Sequence, IteratorProtocol {
    var mask: UInt64

    mutating func next() -> Int? {
        guard mask != 0 else { return nil }
        defer { mask &= mask - 1 }
        return mask.trailingZeroBitCount
    }
}
