import Text

/// One touch, and why it was or was not each requested gesture.
///
/// A touch is what the fingers of one group do on one region, from the first landing to the last lift. A contact that reached no
/// recognizer is a touch of its own, without verdicts.
package struct TouchExplanation: Equatable, Sendable {
    package var surface: SurfaceID
    /// nil if the subscription has no regions, or if the contact reached none.
    package var region: RegionID?
    /// Numbers the touches of all surfaces in the order of landing, from 1.
    package var number: Int
    package var began: Instant
    package var ended: Instant
    /// The largest number of fingers that were down at once.
    package var fingers: Int
    /// All contacts, in the order of landing.
    package var contacts: [ContactID]
    /// The centre of the landing points, in pt.
    package var origin: Vector
    /// The travel of the centre, in pt, without the jumps that landings and lifts would cause.
    package var travel: Vector
    /// One verdict for each requested gesture; in addition one for further taps, if this tap nearly continued the one before it.
    package var verdicts: [Verdict] = []
    /// The contacts that were removed from the touch before they were lifted.
    package var removals: [Removal] = []
    /// For a contact that reached no recognizer: the reason.
    package var ignored: Reason?
}

extension TouchExplanation {
    /// Whether all contacts were removed, and none of them by another region.
    package var isWithoutFingers: Bool {
        removals.count == contacts.count && removals.allSatisfy { $0.reason.rule != .taken }
    }

    /// Notes the settings that decided.
    mutating func note(_ settings: ConfiguredSetting.Finder) {
        ignored?.note(settings, nil)
        for index in removals.indices { removals[index].reason.note(settings, nil) }
        for index in verdicts.indices {
            guard case .ruledOut(var reason) = verdicts[index].outcome else { continue }
            reason.note(settings, verdicts[index])
            verdicts[index].outcome = .ruledOut(reason)
        }
    }
}

extension Reason {
    fileprivate mutating func note(_ settings: ConfiguredSetting.Finder, _ verdict: Verdict?) {
        setting = settings(self, verdict)
    }
}

/// A contact that does not count.
package struct Removal: Equatable, Sendable {
    package var contact: ContactID
    package var instant: Instant
    package var reason: Reason
}

/// The decision on one requested gesture.
package struct Verdict: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable {
        case recognized(RecognizedGesture)
        case ruledOut(Reason)
    }

    package var kind: GestureKind
    /// For taps: the number of taps, if the verdict is about a certain one.
    package var taps: Int?
    /// The index of the composition that the gesture is a member of, and its position as in ``CompositionPart/node``; nil if the
    /// gesture was requested by itself.
    package var part: CompositionPart?
    /// The conditions of that gesture.
    package var pattern: GesturePattern?
    /// The time at which the decision was made: of the frame or the deadline.
    package var instant: Instant
    package var outcome: Outcome
    /// For a gesture of a sequence that had begun: whether the sequence starts over because the touch was none of those that it waited
    /// for.
    package var endsSequence = false
    /// For a gesture that was ruled out: whether the touch missed another condition, too.
    package var missesMore = false
}

extension Verdict {
    package var isRecognized: Bool { if case .recognized = outcome { true } else { false } }

    /// Why the gesture was ruled out; nil if it was recognized.
    package var reason: Reason? { if case .ruledOut(let reason) = outcome { reason } else { nil } }

    /// Follows the gesture that was recognized.
    mutating func follow(_ event: EngineEvent) {
        guard case .recognized(var gesture) = outcome, gesture.first.gesture == event.gesture else { return }
        gesture.last = event
        outcome = .recognized(gesture)
    }
}

extension TouchExplanation {
    /// The event of a gesture that the touch was, or that it would have been, as far as the request tells.
    package func event(of verdict: Verdict) -> EngineEvent {
        if case .recognized(let gesture) = verdict.outcome { return gesture.first }
        return EngineEvent(
            kind: verdict.kind, phase: verdict.kind.recognitionPhase, gesture: 0, surface: surface, time: ended,
            fingers: fingers, point: origin, position: UnitPoint(x: 0, y: 0), details: .none, region: region,
            part: verdict.part)
    }

    /// Notes which sequences start over after the touch: those that had reached a later stage, and that it did not move on.
    mutating func noteEndedSequences() {
        for index in verdicts.indices {
            guard let part = verdicts[index].part, part.stage ?? 1 > 1,
                case .ruledOut(let reason) = verdicts[index].outcome, reason.rule != .notInTurn
            else { continue }
            verdicts[index].endsSequence = !verdicts.contains {
                $0.isRecognized && $0.part?.composition == part.composition
            }
        }
    }
}

/// A gesture that was recognized.
package struct RecognizedGesture: Equatable, Sendable {
    /// The event that recognized it.
    package var first: EngineEvent
    /// The last event of the gesture within the touch.
    package var last: EngineEvent

    /// The travel from the first to the last event in pt, for kinds that have one.
    package var translation: Vector? {
        switch last.details {
        case .motion(let translation, _), .drag(_, let translation, _), .swipe(_, let translation, _),
            .edgeSwipe(_, _, let translation, _):
            translation
        case .none, .press, .touch, .activity, .tap, .pinch, .rotation, .stroke: nil
        }
    }
}
