/// The recognizers that compete with each other: those of a selection, or of one composition.
struct Recognizers: Equatable, Sendable {
    private(set) var tap = TapRecognizer()
    private(set) var longPress = LongPressRecognizer()
    private(set) var drag = DragRecognizer()
    private(set) var swipe = SwipeRecognizer()
    private(set) var pinch = SpreadRecognizer<Pinch>()
    private(set) var rotation = SpreadRecognizer<Rotation>()
    /// nil if no shape is wanted.
    private(set) var stroke: StrokeRecognizer?

    /// - Parameter shapes: the shapes of strokes.
    init(shapes: [StrokeShape] = []) { if !shapes.isEmpty { stroke = StrokeRecognizer(shapes) } }

    /// Whether a tap is held back because further taps can follow.
    var isHoldingTap: Bool { tap.isHolding }

    /// The same for a tap of one finger.
    var isHoldingSingleTap: Bool { tap.isHolding && tap.fingers == 1 }

    /// Returns whether a touch that begins at `now` or later is handled like the very first, once no finger is down. Only taps
    /// keep state after the fingers are lifted.
    func isIdle(at now: Instant, _ rules: Rules) -> Bool { tap.isIdle(at: now, rules.thresholds) }

    /// Updates the tap recognizer. Called before ``follow``, because a tap that was held back comes before the gesture that
    /// makes it final.
    mutating func followTap(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        tap.follow(step, of: sequence, at: now, rules, into: &output)
    }

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        longPress.follow(step, of: sequence, at: now, rules, into: &output)
        // A drag begins before a pinch within it, and ends after the pinch.
        if step == .moved {
            if sequence.fingerMotion.excludesSpread {
                rotation.lose(sequence, at: now, into: &output)
                pinch.lose(sequence, at: now, into: &output)
            }
            drag.follow(step, of: sequence, at: now, rules, into: &output)
            pinch.follow(step, of: sequence, at: now, rules, into: &output)
            rotation.follow(step, of: sequence, at: now, rules, into: &output)
        } else {
            rotation.follow(step, of: sequence, at: now, rules, into: &output)
            pinch.follow(step, of: sequence, at: now, rules, into: &output)
            drag.follow(step, of: sequence, at: now, rules, into: &output)
            swipe.follow(step, of: sequence, at: now, rules, into: &output)
        }
        stroke?.follow(step, of: sequence, at: now, rules, into: &output)
    }

    /// Updates the swipe recognizer alone.
    func followSwipe(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        swipe.follow(step, of: sequence, at: now, rules, into: &output)
    }

    /// The part of a selection whose gestures have begun.
    func open(of selection: GestureSelection) -> GestureSelection {
        var open = GestureSelection()
        if drag.isOpen {
            open[.drag] = selection[.drag]
            open.axisLockedDrag = selection.axisLockedDrag
        }
        if pinch.isOpen { open[.pinch] = selection[.pinch] }
        if rotation.isOpen { open[.rotation] = selection[.rotation] }
        return open
    }

    /// Handles the loss of the fingers: cancels open gestures, and reports gestures that had already ended.
    ///
    /// - Parameter sequence: the sequence without the lost fingers.
    mutating func lose(_ sequence: TouchSequence, at now: Instant, _ rules: Rules, into output: inout Output) {
        tap.follow(.cancelled, of: sequence, at: now, rules, into: &output)
        longPress.lose(at: now, into: &output)
        rotation.lose(sequence, at: now, into: &output)
        pinch.lose(sequence, at: now, into: &output)
        drag.lose(at: now, into: &output)
    }

    /// Handles a touch that makes no tap and no long press, because other regions have taken fingers of it.
    mutating func failActions(at now: Instant, _ rules: Rules, into output: inout Output) {
        tap.fail(at: now, rules, into: &output)
        longPress.fail()
    }

    /// Handles fingers that another region has taken from `start` on: they make no tap, and no part of one.
    mutating func takeTap(from start: Instant, at now: Instant, _ rules: Rules, into output: inout Output) {
        tap.take(from: start, at: now, rules, into: &output)
    }

    /// Whether a movement goes on, and accepts this number of fingers.
    func movement(accepting fingers: Int, _ selection: GestureSelection) -> Movement {
        guard drag.isOpen || pinch.isOpen || rotation.isOpen else { return .none }
        let isAccepted =
            drag.isOpen && selection[.drag].contains(fingers) || pinch.isOpen && selection[.pinch].contains(fingers)
            || rotation.isOpen && selection[.rotation].contains(fingers)
        return isAccepted ? .accepts : .refuses
    }

    /// Reports a tap that is held back.
    mutating func flush(at now: Instant, _ rules: Rules, into output: inout Output) {
        tap.fail(at: now, rules, into: &output)
    }

    /// The time at which a long press begins, if the fingers rest until then.
    var longPressDeadline: Instant? { longPress.deadline }

    /// The earliest instant at which time alone decides something.
    func nextDeadline(_ rules: Rules) -> Instant? {
        guard let tap = tap.deadline(rules.thresholds) else { return longPress.deadline }
        guard let longPress = longPress.deadline else { return tap }
        return min(tap, longPress)
    }

    /// Handles the deadline at `now`, if there is one.
    mutating func pass(deadline now: Instant, sequence: TouchSequence, _ rules: Rules, into output: inout Output) {
        if tap.deadline(rules.thresholds) == now { tap.pass(deadline: now, rules, into: &output) }
        if longPress.deadline == now {
            // A tap held back before this touch is final now, and comes first.
            tap.fail(at: now, rules, into: &output)
            longPress.pass(deadline: now, sequence: sequence, into: &output)
        }
    }
}
