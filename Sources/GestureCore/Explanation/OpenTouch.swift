/// A touch that is not explained yet: it goes on, or a tap of it is held back.
struct OpenTouch: Sendable {
    /// Names the touch sequence: the tracker that follows it, and its number there.
    struct Key: Equatable, Sendable {
        var surface: SurfaceID
        var region: RegionID?
        var group: Int
        var isSimultaneous: Bool
        var number: UInt64

        init(_ surface: Surface, _ tracker: RegionTracker) {
            self.surface = surface.id
            region = tracker.id
            group = tracker.group.number
            isSimultaneous = tracker.group.isSimultaneous
            number = tracker.sequence.number
        }

        func isSameTracker(as other: Key) -> Bool {
            surface == other.surface && region == other.region && group == other.group
                && isSimultaneous == other.isSimultaneous
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
    /// Why the last finger was removed; nil if it was lifted.
    var loss: Reason?
    var isOver = false
    /// The name of the person whose touch it is: that of the group on the root.
    let person: FingerGroup
    /// The contact whose tap a contest has accepted in the current step.
    var contestedTap: ContactID?
    /// The contacts whose taps a contest holds back.
    var heldContacts: [ContactID] = []
    /// The number of taps that a contest released last, why they were not of this region, if that is the reason, and otherwise why no
    /// other tap followed.
    var released: (count: Int, reason: Reason?, words: String)?
    /// Verdicts on gestures that the same touch made again: after a finger was lifted or landed, while others rested, or as taps of a
    /// contest for a region around it.
    private var furtherVerdicts: [Verdict] = []

    /// The most contacts of one touch that are listed, the most that were removed, and the most further verdicts.
    static let mostContacts = 256

    init(_ key: Key, number: Int, _ tracker: RegionTracker) {
        self.key = key
        person = tracker.person
        let sequence = tracker.sequence
        explanation = TouchExplanation(
            surface: key.surface, region: key.region, number: number, began: sequence.started, ended: sequence.started,
            fingers: 0, contacts: [], origin: sequence.origin.point, travel: .zero)
        let selection = tracker.gestures.selection
        self.selection = selection
        candidates = Candidate.all(of: tracker)
    }

    /// Updates the facts about the fingers.
    ///
    /// - Parameter reason: returns why a contact is gone without a lift; nil if it was lifted.
    mutating func follow(_ sequence: TouchSequence, at now: Instant, _ reason: (ContactID) -> Reason?) {
        for contact in down where !sequence.fingers.contains(where: { $0.id == contact }) {
            guard let reason = reason(contact) else { continue }
            if explanation.removals.count < Self.mostContacts {
                explanation.removals.append(Removal(contact: contact, instant: now, reason: reason))
            }
        }
        explanation.fingers = max(explanation.fingers, sequence.downCount)
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

    /// Notes that the touch was a gesture: a further one if it was the same gesture before, or if its own tap is held back.
    mutating func recognize(_ event: EngineEvent, at time: Instant, isOfContest: Bool = false) {
        guard let index = index(of: event) else { return }
        if candidates[index].isRecognized || isOfContest && candidates[index].isHeld {
            guard furtherVerdicts.count < Self.mostContacts else { return }
            furtherVerdicts.append(candidates[index].further(event, at: time))
        } else {
            candidates[index].recognize(event, at: time)
        }
    }

    /// Follows gestures that were recognized.
    mutating func follow(_ event: EngineEvent) {
        for index in candidates.indices { candidates[index].follow(event) }
        for index in furtherVerdicts.indices { furtherVerdicts[index].follow(event) }
    }

    /// Decides on all gestures but taps that are held back, once the last finger is up.
    mutating func close(at now: Instant) {
        for index in candidates.indices {
            if candidates[index].kind == .tap {
                if !heldContacts.isEmpty { continue }
                if let released, !candidates[index].isHeld {
                    candidates[index].release(
                        released.count, of: selection, released.reason, released.words, at: now)
                }
            }
            candidates[index].close(loss, at: now)
        }
    }

    var isDecided: Bool { isOver && heldContacts.isEmpty && candidates.allSatisfy { $0.verdict != nil } }

    /// The explanation with the verdicts.
    var completeExplanation: TouchExplanation {
        var explanation = explanation
        for candidate in candidates {
            guard let verdict = candidate.verdict else { continue }
            explanation.verdicts.append(verdict)
            if let verdict = candidate.nearMiss(selection, explanation) { explanation.verdicts.append(verdict) }
        }
        explanation.verdicts += furtherVerdicts
        explanation.noteEndedSequences()
        return explanation
    }
}
