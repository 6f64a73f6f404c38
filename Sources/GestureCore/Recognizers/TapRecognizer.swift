/// Counts taps, and holds one back only while a higher count that was asked for may still come.
///
/// A tap is a touch of one or more fingers that land and lift together and stay within slop. Taps belong together when they
/// are of the same number of fingers, the next lands within the gap after the release of the last, and near it.
///
/// | state              | fingers land                        | beyond slop, or landed after a lift | all lifted       | deadline |
/// |--------------------|-------------------------------------|-------------------------------------|------------------|----------|
/// | no tap held back   | may become a tap                    | no tap                              | tap, held back or `ended` | – |
/// | held back          | may become the next, or it is final | –                                   | –                | final    |
/// | held back, fingers down | final if there are more fingers than before | final, no tap          | one more         | final if fingers are missing |
///
/// "Final": what is held back is published as the largest counts asked for that it is made of.
struct TapRecognizer: Equatable, Sendable {
    /// One tap that is held back.
    private struct Tap: Equatable, Sendable {
        var lifted: Instant
        var point: Vector
        var run: Int
        var origin: GestureEvent.Origin
    }

    /// What the next tap has to fit to.
    private struct Previous: Equatable, Sendable {
        var lifted: Instant
        /// How many taps in a row it ended; 0 when the next starts a row of its own.
        var run: Int
        /// Where its fingers landed.
        var starts: [Vector] = []
    }

    private var held: [Tap]
    /// The gesture of the taps held back, once `possible` was said of it.
    private var gesture: UInt64?
    /// The number of fingers of the taps held back and of the run.
    private var fingers = 0
    private var previous = Previous(lifted: .distantPast, run: 0)
    private var isTouched = false
    /// By when the fingers have to be down that the next tap lacks; nil when it lacks none.
    private var completeBy: Instant?
    /// Whether the touch in progress may still become a tap.
    private var mayBecomeTap = false

    init() {
        held = []
        held.reserveCapacity(TapCounts.largest)
        previous.starts.reserveCapacity(FingerSet.largest)
    }

    var isHolding: Bool { !held.isEmpty }

    /// Whether a touch that begins at `now` or later is taken as the very first: it can be no part of a run.
    func isIdle(at now: Instant, _ thresholds: Thresholds) -> Bool {
        !isTouched && held.isEmpty && (previous.run == 0 || isRunOver(at: now, thresholds))
    }

    /// When the taps held back become final: the gap has passed, or too few fingers have landed to be the next.
    func deadline(_ thresholds: Thresholds) -> Instant? {
        guard !held.isEmpty else { return nil }
        return isTouched ? completeBy : previous.lifted + thresholds.tapGap
    }

    mutating func pass(deadline: Instant, _ rules: Rules, into output: inout Output) {
        if isTouched {
            endRun(at: deadline, rules, into: &output)
        } else {
            publish(decided: deadline, rules, into: &output)
        }
    }

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        switch step {
        case .landed:
            land(sequence, at: now, rules, into: &output)
        case .moved:
            if mayBecomeTap, sequence.hasLeftSlop { fail(at: now, rules, into: &output) }
        case .lifted:
            guard sequence.downCount == 0 else { return }
            isTouched = false
            if mayBecomeTap, sequence.isTogether(within: Thresholds.tapTogether) {
                complete(sequence, at: now, rules, into: &output)
            } else {
                fail(at: now, rules, into: &output)
            }
            mayBecomeTap = false
        case .cancelled:
            guard sequence.downCount == 0 else { return }
            isTouched = false
            fail(at: now, rules, into: &output)
        }
    }

    /// The touch in progress is something else: a drag, a long press, or nothing.
    mutating func fail(at now: Instant, _ rules: Rules, into output: inout Output) {
        mayBecomeTap = false
        endRun(at: now, rules, into: &output)
    }

    private mutating func land(
        _ sequence: TouchSequence, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        if !isTouched {
            isTouched = true
            mayBecomeTap = true
        }
        completeBy = sequence.landedCount < fingers ? sequence.started + Thresholds.tapTogether : nil
        if previous.run > 0, !continuesRun(sequence, rules.thresholds) { endRun(at: now, rules, into: &output) }
        if mayBecomeTap, sequence.hasLeftSlop || !sequence.isClean || sequence.landedCount > FingerSet.largest {
            fail(at: now, rules, into: &output)
        }
    }

    /// Whether this touch goes on with the taps before it.
    ///
    /// After the gap and before the rest that ends a run, a tap is one more of the run but no part of a double tap: what
    /// was held back is published by then.
    private func continuesRun(_ sequence: TouchSequence, _ thresholds: Thresholds) -> Bool {
        guard !isRunOver(at: sequence.started, thresholds), sequence.landedCount <= fingers else { return false }
        return sequence.fingers.allSatisfy { finger in
            previous.starts.contains { !finger.start.distance(to: $0).exceeds(thresholds.tapDistance) }
        }
    }

    private func isRunOver(at now: Instant, _ thresholds: Thresholds) -> Bool {
        now - previous.lifted > max(thresholds.tapRun, thresholds.tapGap)
    }

    private mutating func complete(
        _ sequence: TouchSequence, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let counts = rules.selection.tapCounts(fingers: sequence.landedCount)
        if previous.run > 0, sequence.landedCount != fingers || counts.isEmpty { endRun(at: now, rules, into: &output) }
        guard !counts.isEmpty else { return }
        fingers = sequence.landedCount
        previous.lifted = now
        previous.run += 1
        previous.starts.removeAll(keepingCapacity: true)
        for finger in sequence.fingers { previous.starts.append(finger.start) }
        held.append(Tap(lifted: now, point: sequence.centre, run: previous.run, origin: sequence.origin))
        if counts.highest() <= held.count {
            publish(decided: now, rules, into: &output)
        } else if counts.contains(held.count) {
            let gesture = self.gesture ?? output.newGesture()
            self.gesture = gesture
            emit(.possible, held[...], gesture, decided: nil, into: &output)
        }
    }

    private mutating func endRun(at now: Instant, _ rules: Rules, into output: inout Output) {
        publish(decided: now, rules, into: &output)
        previous.run = 0
    }

    /// Publishes what is held back as the largest counts asked for, first things first.
    private mutating func publish(decided: Instant, _ rules: Rules, into output: inout Output) {
        let counts = rules.selection.tapCounts(fingers: fingers)
        var first = 0
        while first < held.count {
            let count = counts.highest(upTo: held.count - first)
            guard count > 0 else { break }
            let gesture = self.gesture ?? output.newGesture()
            self.gesture = nil
            emit(.ended, held[first..<first + count], gesture, decided: decided, into: &output)
            first += count
        }
        // What was possible is wanted no more.
        if let gesture { emit(.cancelled, held[...], gesture, decided: decided, into: &output) }
        gesture = nil
        held.removeAll(keepingCapacity: true)
    }

    @inline(never)
    private func emit(
        _ phase: GesturePhase, _ taps: ArraySlice<Tap>, _ gesture: UInt64, decided: Instant?, into output: inout Output
    ) {
        guard let last = taps.last else { return }
        var origin = last.origin
        for tap in taps { origin.formUnion(earlier: tap.origin) }
        output.emit(
            .tap, phase, gesture, at: last.lifted, fingers: fingers, point: last.point,
            .tap(count: taps.count, run: last.run, decided: decided),
            origin: origin)
    }
}
