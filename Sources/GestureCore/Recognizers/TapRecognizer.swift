/// Counts taps, and holds taps back only while a higher requested count can still be reached.
///
/// A tap is a touch of one or more fingers that land and lift together and stay within slop. Taps belong together if they have
/// the same number of fingers, and each lands near the previous one and within the gap after its release.
///
/// | state              | fingers land              | beyond slop, landed after lift | all lifted           | deadline         |
/// |--------------------|---------------------------|--------------------------------|----------------------|------------------|
/// | nothing held back  | can become a tap          | no tap                         | held back or `ended` | –                |
/// | held back          | can be the next, or final | –                              | –                    | final            |
/// | held, fingers down | final if more than before | final, no tap                  | one more             | final if too few |
///
/// "Final": the taps held back are reported as the largest requested counts that they add up to.
struct TapRecognizer: Equatable, Sendable {
    /// One tap that is held back.
    private struct Tap: Equatable, Sendable {
        var lifted: Instant
        var point: Vector
        var run: Int
        var origin: EngineEvent.Origin
    }

    /// The last tap, which the next one has to fit.
    struct Previous: Equatable, Sendable {
        var lifted: Instant
        /// The number of taps in the run; 0 if the next tap starts a new run.
        var run: Int
        /// The landing points of the fingers.
        var starts: [Vector] = []
    }

    private var held: [Tap]
    /// The number of the gesture of the taps held back, once a `possible` event was emitted for it.
    private var gesture: UInt64?
    /// The number of fingers of the taps held back and of the run.
    private(set) var fingers = 0
    private(set) var previous = Previous(lifted: .distantPast, run: 0)
    private var isTouched = false
    /// The time by which the missing fingers of the next tap have to land; nil if no finger is missing.
    private var completeBy: Instant?
    /// Whether the current touch can still become a tap.
    private(set) var mayBecomeTap = false

    init() {
        held = []
        held.reserveCapacity(TapCounts.largest)
        previous.starts.reserveCapacity(FingerSet.largest)
    }

    var isHolding: Bool { !held.isEmpty }

    /// The tap that the ones held back make, if no other follows; 0 if they make none.
    func countHeld(_ rules: Rules) -> Int { rules.selection.tapCounts(fingers: fingers).highest(upTo: held.count) }

    /// The time at which the first of the taps held back began; nil if they make no tap unless another follows.
    func holdStart(_ rules: Rules) -> Instant? { countHeld(rules) > 0 ? held.first?.origin.time : nil }

    /// Returns whether a touch that begins at `now` or later is handled like the very first: it cannot continue a run.
    func isIdle(at now: Instant, _ thresholds: Thresholds) -> Bool {
        !isTouched && held.isEmpty && (previous.run == 0 || isRunOver(at: now, thresholds))
    }

    /// The time at which the taps held back become final: at the end of the gap, or when too few fingers have landed to make
    /// the next tap.
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
            if mayBecomeTap, sequence.isTogether(within: Thresholds.tapTogether),
                rules.selection.tapDurations.contains(now - sequence.started)
            {
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

    /// Handles a touch that turns out to be a drag, a long press or no gesture: it makes no tap, and ends the run.
    mutating func fail(at now: Instant, _ rules: Rules, into output: inout Output) {
        mayBecomeTap = false
        endRun(at: now, rules, into: &output)
    }

    /// Handles fingers that another region has taken from `start` on: taps held back since then are none, those before are final.
    mutating func take(from start: Instant, at now: Instant, _ rules: Rules, into output: inout Output) {
        mayBecomeTap = false
        previous.run = 0
        // A finger can land in the frame of a lift.
        let kept = held.count { $0.lifted <= start && $0.origin.time < start }
        guard kept > 0 else { return cancel(decided: now, into: &output) }
        held.removeSubrange(kept...)
        publish(decided: now, rules, into: &output)
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

    /// Returns whether this touch continues the taps before it.
    ///
    /// After the gap and before the end of the run, a tap counts as one more in the run but not as part of a double tap,
    /// because the taps held back have already been reported.
    private func continuesRun(_ sequence: TouchSequence, _ thresholds: Thresholds) -> Bool {
        discontinuity(before: sequence, longestGap: longestGap(thresholds), thresholds) == nil
    }

    /// The condition that a touch does not meet to continue the taps before it.
    enum Discontinuity: Equatable, Sendable {
        /// Too much time since the previous tap.
        case gap(Interval)
        /// More fingers than the previous tap had.
        case fingers
        /// The finger with this index in the touch sequence has landed too far from all fingers of the previous tap.
        case distance(finger: Int)
    }

    /// Returns the first condition that a touch does not meet to continue the taps before it; nil if it meets all.
    ///
    /// - Parameter longestGap: the longest time since the previous tap.
    func discontinuity(
        before sequence: TouchSequence, longestGap: Interval, _ thresholds: Thresholds
    ) -> Discontinuity? {
        let gap = sequence.started - previous.lifted
        guard gap <= longestGap else { return .gap(gap) }
        guard sequence.landedCount <= fingers else { return .fingers }
        for index in sequence.fingers.indices {
            let start = sequence.fingers[index].start
            guard previous.starts.contains(where: { !start.distance(to: $0).exceeds(thresholds.tapDistance) }) else {
                return .distance(finger: index)
            }
        }
        return nil
    }

    private func isRunOver(at now: Instant, _ thresholds: Thresholds) -> Bool {
        now - previous.lifted > longestGap(thresholds)
    }

    /// The longest time between two taps of a run.
    private func longestGap(_ thresholds: Thresholds) -> Interval { max(thresholds.tapRun, thresholds.tapGap) }

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

    /// Reports the taps held back as the largest requested counts, the first taps first.
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
        // The possible tap is no longer requested.
        cancel(decided: decided, into: &output)
    }

    private mutating func cancel(decided: Instant, into output: inout Output) {
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
