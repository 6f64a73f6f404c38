/// A touch that is not explained yet: it goes on, or a tap of it is held back.
struct OpenTouch: Equatable, Sendable {
    /// Names the touch sequence: the tracker that follows it, and its number there.
    struct Key: Equatable, Sendable {
        var surface: SurfaceID
        var region: RegionID?
        var group: Int
        var number: UInt64

        init(_ surface: Surface, _ tracker: RegionTracker) {
            self.surface = surface.id
            region = tracker.id
            group = tracker.group.number
            number = tracker.sequence.number
        }

        func isSameTracker(as other: Key) -> Bool {
            surface == other.surface && region == other.region && group == other.group
        }
    }

    /// A requested gesture, and what is known about it.
    struct Candidate: Equatable, Sendable {
        var kind: GestureKind
        var verdict: Verdict?
        /// What was missing when the touch was nearest to the gesture.
        var nearest: Obstacle?

        mutating func decide(_ outcome: Verdict.Outcome, at now: Instant) {
            verdict = Verdict(kind: kind, instant: now, outcome: outcome)
        }

        mutating func note(_ obstacle: Obstacle) {
            guard let nearest, !obstacle.isNearer(than: nearest) else {
                nearest = obstacle
                return
            }
        }
    }

    let key: Key
    /// The gestures that are requested by themselves.
    let selection: GestureSelection
    var explanation: TouchExplanation
    var candidates: [Candidate]
    /// The contacts that were down after the last frame.
    var down: [ContactID] = []
    /// The centre of the fingers, in pt.
    var centre = Vector.zero
    /// Why the touch did not continue the taps before it.
    var discontinuity: Reason?
    var isOver = false
    /// True if the touch ended without the last finger being lifted.
    var wasLost = false
    /// True if the touch was a tap that is held back.
    var isHeld = false

    /// The most contacts of one touch that are listed, and the most that were removed.
    static let mostContacts = 64

    init(_ key: Key, number: Int, _ tracker: RegionTracker) {
        self.key = key
        let sequence = tracker.sequence
        explanation = TouchExplanation(
            surface: key.surface, region: key.region, number: number, began: sequence.started, ended: sequence.started,
            fingers: 0, contacts: [], origin: sequence.origin.point, travel: .zero)
        let selection = tracker.gestures.selection
        self.selection = selection
        candidates = GestureKind.allCases.filter { selection.wants($0) }.map { Candidate(kind: $0) }
    }

    /// Updates the facts about the fingers.
    mutating func follow(_ sequence: TouchSequence) {
        explanation.fingers = max(explanation.fingers, sequence.landedCount)
        explanation.travel = sequence.travel
        if !sequence.fingers.isEmpty { explanation.origin = sequence.origin.point }
        centre = sequence.centre
        for finger in sequence.fingers
        where !explanation.contacts.contains(finger.id) && explanation.contacts.count < Self.mostContacts {
            explanation.contacts.append(finger.id)
        }
        down.removeAll(keepingCapacity: true)
        for finger in sequence.fingers where finger.isDown { down.append(finger.id) }
    }

    /// Asks the recognizers about the gestures that are not decided.
    mutating func ask(_ tracker: RegionTracker, on surface: Surface, at now: Instant) {
        for index in candidates.indices where candidates[index].verdict == nil {
            let kind = candidates[index].kind
            guard tracker.rules.selection.wants(kind) else {
                let reason = Reason(tracker.onlyStops ? .stoppedFling : .disabledRegion)
                candidates[index].decide(.ruledOut(reason), at: now)
                continue
            }
            guard
                let obstacle = tracker.recognizers.obstacle(
                    to: kind, of: tracker.sequence, at: now, tracker.rules, on: surface)
            else { continue }
            if obstacle.isFinal {
                candidates[index].decide(.ruledOut(obstacle.reason), at: now)
            } else {
                candidates[index].note(obstacle)
            }
        }
    }

    func index(of kind: GestureKind) -> Int? { candidates.firstIndex { $0.kind == kind } }

    /// True if the gesture of this kind is still to be decided.
    func isOpen(_ kind: GestureKind) -> Bool { index(of: kind).map { candidates[$0].verdict == nil } ?? false }

    /// Decides on all gestures but taps that are held back, once the last finger is up.
    mutating func close(at now: Instant) {
        for index in candidates.indices where candidates[index].verdict == nil {
            if isHeld, candidates[index].kind == .tap { continue }
            let reason = wasLost ? Reason(.lost) : candidates[index].nearest?.reason ?? Reason(.fingersCameOrWent)
            candidates[index].decide(.ruledOut(reason), at: now)
        }
    }

    var isDecided: Bool { isOver && candidates.allSatisfy { $0.verdict != nil } }
}

extension GestureSelection {
    /// Returns true if a kind that competes with others is requested.
    func wants(_ kind: GestureKind) -> Bool {
        kind == .tap ? !tapFingers.isEmpty : kind.isComposable && !self[kind].isEmpty
    }
}
