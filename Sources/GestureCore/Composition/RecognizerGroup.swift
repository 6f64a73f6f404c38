/// What makes a gesture need recognizers of its own: thresholds that decide when it begins, and the fingers that count for it.
struct RecognizerVariant: Hashable, Sendable {
    /// The time of a long press in place of ``Thresholds/longPress``.
    var longPress: Interval?
    /// The distance at which a drag begins in place of the slop.
    var dragDistance: Points?
    /// The number of fingers that have to rest while others act.
    var restingFingers = 0
}

/// The recognizers for the gestures of a composition that have the same ``RecognizerVariant``.
struct RecognizerGroup: Equatable, Sendable {
    private(set) var recognizers: Recognizers
    private(set) var rules: Rules
    /// The distance at which drags begin in place of the slop, if no region inside has to decide first.
    private let dragDistance: Points?
    /// The fingers that count; empty if all fingers of the region do. An array, because access to an optional would copy it.
    private(set) var acting: [ActingFingers] = []
    /// Whether the current step concerns an acting finger.
    private var isConcerned = false
    /// Whether a touch of the acting fingers begins with the current step.
    private(set) var beginsOwnTouch = false

    /// - Parameters:
    ///   - shapes: the shapes of strokes that compete.
    ///   - rules: the rules of the region; the selection is replaced.
    init(_ variant: RecognizerVariant, shapes: [StrokeShape], rules: Rules, on kind: Surface.Kind) {
        recognizers = Recognizers(shapes: shapes)
        self.rules = rules
        if let longPress = variant.longPress { self.rules.thresholds.longPress = longPress }
        self.rules.dragDistance = variant.dragDistance
        dragDistance = variant.dragDistance
        if variant.restingFingers > 0 { acting = [ActingFingers(besides: variant.restingFingers, on: kind)] }
    }

    mutating func select(_ selection: GestureSelection) { rules.selection = selection }
    /// - Parameter beginsEarly: false if drags begin no earlier than beyond the slop.
    mutating func set(slop: Points, beginsEarly: Bool) {
        rules.slop = slop
        rules.dragDistance = dragDistance
        if !beginsEarly, let dragDistance, !dragDistance.exceeds(slop) { rules.dragDistance = nil }
    }

    /// Returns whether a touch that begins at `now` or later is handled like the very first, once no finger is down.
    func isIdle(at now: Instant) -> Bool { recognizers.isIdle(at: now, rules) }

    /// Whether a tap is held back because further taps can follow.
    var isHoldingTap: Bool { recognizers.isHoldingTap }

    /// The time at which the first of the taps held back began; nil if they make no tap unless another follows.
    var holdStart: Instant? { recognizers.tap.holdStart(rules) }

    // MARK: A step of a frame

    /// Follows the acting fingers through a step, and updates the tap recognizer.
    mutating func followTap(
        _ step: TouchSequence.Step, of all: TouchSequence, _ changes: [ContactChange], at now: Instant,
        into found: inout Output
    ) {
        // Not with ``prepare(_:_:)``, which copies the sequence.
        guard !acting.isEmpty else {
            found.origin = all.origin
            recognizers.followTap(step, of: all, at: now, rules, into: &found)
            return
        }
        let touch = acting[0].sequence.number
        isConcerned = acting[0].follow(step, of: changes, among: all, at: now, slop: rules.slop)
        beginsOwnTouch = acting[0].sequence.number != touch
        guard isConcerned else { return }
        let sequence = prepare(all, &found)
        recognizers.followTap(step, of: sequence, at: now, rules, into: &found)
    }

    /// Updates the other recognizers, after ``followTap(_:of:_:at:into:)``. If the rest is over, the acting fingers are lost, and a tap
    /// that is held back is final, because no other can follow.
    mutating func follow(_ step: TouchSequence.Step, of all: TouchSequence, at now: Instant, into found: inout Output) {
        guard !acting.isEmpty else {
            found.origin = all.origin
            recognizers.follow(step, of: all, at: now, rules, into: &found)
            return
        }
        if isConcerned {
            let sequence = prepare(all, &found)
            recognizers.follow(step, of: sequence, at: now, rules, into: &found)
        }
        guard acting[0].sequence.downCount > 0 || isHoldingTap, acting[0].isRestOver(in: all, slop: rules.slop) else {
            return
        }
        lose(all, at: now, into: &found)
    }

    mutating func lose(_ all: TouchSequence, at now: Instant, into found: inout Output) {
        for index in acting.indices { acting[index].dropAll() }
        let sequence = prepare(all, &found)
        recognizers.lose(sequence, at: now, rules, into: &found)
    }

    mutating func flush(_ all: TouchSequence, at now: Instant, into found: inout Output) {
        _ = prepare(all, &found)
        recognizers.flush(at: now, rules, into: &found)
    }

    mutating func failActions(_ all: TouchSequence, at now: Instant, into found: inout Output) {
        _ = prepare(all, &found)
        recognizers.failActions(at: now, rules, into: &found)
    }

    mutating func takeTap(from start: Instant, _ all: TouchSequence, at now: Instant, into found: inout Output) {
        // The fingers that are taken may be those that rest.
        guard acting.isEmpty || all.downCount == 0 else { return }
        _ = prepare(all, &found)
        recognizers.takeTap(from: start, at: now, rules, into: &found)
    }

    // MARK: Time

    var nextDeadline: Instant? { recognizers.nextDeadline(rules) }

    /// Returns whether the fingers of the whole region have rested long enough for a long press.
    func completesLongPress(at now: Instant) -> Bool { acting.isEmpty && recognizers.longPressDeadline == now }

    mutating func pass(deadline now: Instant, _ all: TouchSequence, into found: inout Output) {
        let sequence = prepare(all, &found)
        recognizers.pass(deadline: now, sequence: sequence, rules, into: &found)
    }

    // MARK: Fingers

    /// Returns whether an event is a held-back tap of an earlier touch, which does not compete with the fingers that are down.
    func isPast(_ event: EngineEvent, _ all: TouchSequence) -> Bool {
        event.kind == .tap && (all.began(after: event) || acting.contains { $0.sequence.began(after: event) })
    }

    /// Claims the fingers that count and are down.
    func claim(_ all: TouchSequence, into output: inout Output) { output.claim(acting.first?.sequence ?? all) }

    /// Returns the fingers that count, and gives their origin to the next events.
    private func prepare(_ all: TouchSequence, _ found: inout Output) -> TouchSequence {
        let sequence = acting.first?.sequence ?? all
        found.origin = sequence.origin
        return sequence
    }
}

extension TouchSequence {
    fileprivate func began(after event: EngineEvent) -> Bool {
        event.time < started || (event.time == started && downCount > 0)
    }
}
