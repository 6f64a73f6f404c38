import GestureCore

/// Decides which touches of a device are passed on to its clone, which other programs read in its place.
///
/// As long as nothing is withheld, the clone gets the events of the original as they are. Otherwise it gets what makes its state
/// that of the original without the contacts that are withheld. A contact that was passed on and is withheld later is cancelled:
/// it becomes a palm (MT_TOOL_PALM), and is lifted in a frame of its own. libinput makes a TOUCH_CANCEL of that. A panel with one
/// position has no palms: there the contact is lifted.
///
/// ``OriginalState`` has the state of the original, and ``CloneWriter`` writes the events of the clone.
package struct TouchFilter {
    /// A finger that landed at an edge is passed on after this time, so that a long press works there.
    package static let longestHold = Interval.milliseconds(300)

    private(set) var geometry: TouchGeometry
    private(set) var rules: WithholdingRules
    private(set) var edges: EdgeSet
    private(set) var thresholds: Thresholds

    var original: OriginalState
    private(set) var clone: CloneWriter
    /// What was decided on the contact in each slot.
    var contacts: [FilteredContact]
    /// The number of contacts on the original.
    var occupied = 0
    /// The number of these that are kept from the clone: held or withheld.
    var kept = 0

    /// Whether everything is withheld.
    private(set) var isBlocking = false
    /// Whether all contacts are withheld until none is left.
    var withholdsTouch = false
    /// Whether the current touch, or the last one if nothing touches, began on a dark or idle display and was withheld for that.
    package internal(set) var isWaking = false
    var lastTouch: Instant?
    /// The instant at which a contact has been held long enough; nil if none is held.
    package private(set) var nextDeadline: Instant?

    /// The largest number of events in one frame that is passed on as it is: more than one frame of the largest panel has.
    package static let mostEvents = 1024

    package init(
        _ description: DeviceDescription, _ geometry: TouchGeometry, _ rules: WithholdingRules, _ thresholds: Thresholds
    ) throws(UnfilterableDevice) {
        guard geometry.multitouch != .anonymous else { throw .protocolA }
        let layout = CloneLayout(description, geometry)
        guard layout.hasSlots || layout.touchKey != nil else { throw .noTouchKey }
        self.geometry = geometry
        self.rules = rules
        self.thresholds = thresholds
        edges = EdgeSet(rules.edges)
        original = OriginalState(layout)
        clone = CloneWriter(layout)
        contacts = [FilteredContact](repeating: FilteredContact(), count: layout.slotCount)
    }

    /// The events for the clone since ``removeOutput()``.
    package var output: [RawEvent] { clone.output }

    package mutating func removeOutput() { clone.removeOutput() }

    /// Applies other rules to the touches that follow.
    package mutating func apply(_ rules: WithholdingRules, _ thresholds: Thresholds, _ geometry: TouchGeometry) {
        self.rules = rules
        edges = EdgeSet(rules.edges)
        self.thresholds = thresholds
        guard geometry != self.geometry else { return }
        self.geometry = geometry
        // The places where the contacts landed are others now. They cannot become edge swipes any more.
        for index in contacts.indices { contacts[index].swipeEdges = EdgeSet() }
    }

    // MARK: Events of the original

    /// Takes over one event. The end of a frame adds to ``output``.
    ///
    /// - Parameter isDark: asked when the first finger of a touch lands.
    package mutating func handle(_ event: RawEvent, isDark: () -> Bool) {
        if event.type == EventType.syn {
            if event.isReport { finishFrame(event, isDark) }
            return
        }
        // A slot that changes twice within a frame is passed on in two frames: each contact is decided on.
        if original.changesAgain(with: event) { finishFrame(at: event.time, isDark) }
        original.take(event)
    }

    private mutating func finishFrame(_ report: RawEvent, _ isDark: () -> Bool) {
        let isRepetition = original.takeRepetition()
        if report.isOfKernel {
            if isRepetition { return }
            // The contacts are gone without having been lifted: nothing was tapped.
            change(at: report.time) { $0.withholdAll(into: &$1) }
            original.loseContacts()
        }
        finishFrame(at: report.time, isDark)
    }

    private mutating func finishFrame(at time: Instant, _ isDark: () -> Bool) {
        var plan = FramePlan()
        let keptBefore = kept
        if nextDeadline != nil { releaseHeld(until: time, into: &plan) }
        if original.changed != 0 { decide(at: time, isDark, into: &plan) }
        complete(&plan, changed: original.changed)
        if keptBefore == 0, kept == 0, !plan.isSpecial, !original.isOverfull, !isBlocking {
            clone.passFrame(of: &original, plan, at: time)
        } else {
            clone.composeFrame(
                of: &original, plan, changed: original.changed, passesOthers: !original.isOverfull, at: time)
        }
        for index in bits(of: original.changed) { contacts[index].hasLandedInFrame = false }
        original.finishFrame()
        updateDeadline()
    }

    /// Makes the clone follow between two frames of the original. The events of an unfinished frame wait for its end.
    private mutating func change(at time: Instant, _ body: (inout TouchFilter, inout FramePlan) -> Void) {
        var plan = FramePlan()
        body(&self, &plan)
        complete(&plan, changed: 0)
        clone.composeFrame(of: &original, plan, changed: 0, passesOthers: false, at: time)
        updateDeadline()
    }

    /// Adds to a plan what follows from the decisions.
    private func complete(_ plan: inout FramePlan, changed: UInt64) {
        plan.occupied = occupied
        plan.kept = kept
        plan.blocksKeys = isBlocking || withholdsTouch && isWaking
        for index in bits(of: changed | plan.cancelled | plan.released) where contacts[index].state == .passing {
            plan.passing |= 1 << UInt64(index)
        }
    }

    private mutating func updateDeadline() {
        nextDeadline = nil
        guard kept > 0 else { return }
        for contact in contacts where contact.state == .held {
            nextDeadline = min(contact.landed + Self.longestHold, nextDeadline ?? .distantFuture)
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
    /// - Parameter device: reads the state of the original.
    package mutating func start(from device: borrowing some DeviceState & ~Copyable) {
        original.start(from: device)
        clone.start()
        for index in contacts.indices {
            contacts[index] = FilteredContact()
            if original.slots[index].isOccupied { contacts[index].state = .withheld }
        }
        occupied = original.slots.count { $0.isOccupied }
        kept = occupied
        withholdsTouch = occupied > 0
        isWaking = false
        nextDeadline = nil
    }

    /// Takes over the state of the original after events were lost. Contacts that are still there go on.
    package mutating func synchronize(
        with device: borrowing some DeviceState & ~Copyable, at time: Instant, isDark: () -> Bool
    ) {
        original.synchronize(with: device)
        finishFrame(at: time, isDark)
    }

    /// Withholds everything from now on, or nothing but what the rules say.
    package mutating func setBlocking(_ wanted: Bool, at time: Instant) {
        guard wanted != isBlocking else { return }
        isBlocking = wanted
        change(at: time) { if wanted { $0.withholdAll(into: &$1) } }
    }

    /// Cancels the contact in a slot on the clone, and withholds it until it is lifted.
    package mutating func withhold(slot index: Int, at time: Instant) {
        guard contacts.indices.contains(index) else { return }
        // A semi-multitouch pad has slots, but only one contact is recognized for all of them.
        let indices = geometry.multitouch == .single ? contacts.indices : index..<index + 1
        change(at: time) { filter, plan in
            for index in indices where filter.original.slots[index].isOccupied { filter.withhold(index, into: &plan) }
        }
    }
}

/// Why a device cannot be filtered.
package enum UnfilterableDevice: Error, Equatable, Sendable {
    /// It reports contacts without slots (protocol A).
    case protocolA
    /// It has neither slots nor BTN_TOUCH: its clone could not be untouched while fingers are on it.
    case noTouchKey

    package var message: String {
        switch self {
        case .protocolA: "it reports contacts without slots (multitouch protocol A)"
        case .noTouchKey: "it has neither slots nor BTN_TOUCH"
        }
    }
}
