import GestureCore

/// Compares the explanations of touches with the events of an engine without explanations.
package struct ExplanationChecker {
    private let options: GestureOptions
    private var plain: GestureEngine
    private var explained: ExplainedEngine
    private var events: [EngineEvent] = []
    /// The contacts that landed on surfaces that were there.
    private var landed: [ContactID] = []
    private var plugged: [SurfaceID] = []
    package private(set) var explanations: [TouchExplanation] = []
    /// The first thing that is wrong; nil if nothing is.
    package private(set) var complaint: String?

    package init(_ options: GestureOptions) {
        self.options = options
        plain = GestureEngine(options: options)
        explained = ExplainedEngine(options: options)
    }

    package mutating func play(_ step: TouchScript.Step) {
        events += plain.play(step)
        switch step {
        case .plug(let surface):
            explained.attach(surface)
            plugged.append(surface.id)
        case .unplug(let surface, let time):
            explained.detach(surface, at: time)
            plugged.removeAll { $0 == surface }
        case .frame(let frame):
            explained.process(frame)
            if plugged.contains(frame.surface) {
                landed += frame.changes.filter { $0.action == .down }.map { $0.contact }
            }
        case .wake(let time): explained.advance(to: time)
        }
        if step.isPlug { return }
        complain(plain.events != explained.events, "the events differ at \(step)")
        explanations += explained.explanations
    }

    /// Checks all explanations once all surfaces are removed.
    package mutating func finish() {
        for surface in [Surface.screen.id, Surface.pad.id, RandomTouches.unknown.id] {
            play(.unplug(surface, at: .distantFuture))
        }
        let recognized = events.filter { $0.kind.isComposable && $0.phase == $0.kind.recognitionPhase }
        for explanation in explanations { check(explanation, recognized) }
        for contact in landed {
            complain(!explanations.contains { $0.contacts.contains(contact) }, "\(contact) is not explained")
        }
        for event in recognized {
            if case .tap(let count, _, _) = event.details {
                // While others rest, fingers can tap several times in one touch.
                let isBesideResting = isBesideResting(event)
                let taps = explanations.count { $0.recognizes(event) }
                complain(isBesideResting ? taps == 0 : taps != count, "\(taps) taps in \(event)")
            } else {
                let touches = explanations.count { $0.recognizes(event) }
                complain(touches == 0, "no touch was \(event)")
            }
        }
    }

    /// The number of gestures that were a later stage of a sequence.
    package var stages: Int {
        events.count { $0.kind.isComposable && $0.phase == $0.kind.recognitionPhase && $0.part?.stage ?? 1 > 1 }
    }

    private mutating func check(_ explanation: TouchExplanation, _ recognized: [EngineEvent]) {
        if let reason = explanation.ignored {
            complain(!reason.isViolation, "ignored: \(reason)")
            return
        }
        for verdict in explanation.verdicts {
            complain(
                verdict.instant < explanation.began || verdict.kind != .tap && verdict.instant > explanation.ended,
                "decided outside of the touch: \(verdict)")
            switch verdict.outcome {
            case .recognized(let gesture):
                complain(!recognized.contains(gesture.first), "not recognized: \(gesture.first)")
            case .ruledOut(let reason):
                complain(!reason.isViolation, "no violation: \(verdict) of \(explanation)")
                guard verdict.taps == nil else { continue }
                let counterexample = recognized.first {
                    $0.kind == verdict.kind && $0.isOfNode(verdict.part) && $0.kind != .tap
                        && explanation.isOrigin(of: $0)
                }
                complain(counterexample != nil, "recognized after all: \(verdict) of \(explanation)")
            }
        }
    }

    private func isBesideResting(_ event: EngineEvent) -> Bool {
        guard let part = event.part else { return false }
        var compositions = options.gestures.compositions
        if let region = event.region, let index = explained.regionIDs.firstIndex(of: region) {
            compositions = options.regions[index].gestures?.compositions ?? compositions
        }
        return GestureSet(compositions: [compositions[part.composition]]).contains { $0.restingFingers > 0 }
    }

    private mutating func complain(_ isWrong: Bool, _ text: @autoclosure () -> String) {
        if isWrong, complaint == nil { complaint = text() }
    }
}

extension TouchExplanation {
    fileprivate func isOrigin(of event: EngineEvent) -> Bool {
        surface == event.surface && region == event.region && began == event.origin.time
            && origin.distance(to: event.origin.point) < 1e-6
    }

    /// Returns whether an event can be of this touch. Fingers that act while others rest land later than the touch.
    private func includes(_ event: EngineEvent) -> Bool {
        began == event.origin.time || event.part != nil && began < event.origin.time && event.origin.time <= ended
    }

    fileprivate func recognizes(_ event: EngineEvent) -> Bool {
        verdicts.contains { verdict in
            if case .recognized(let gesture) = verdict.outcome { gesture.first == event } else { false }
        }
    }

    /// Returns whether the touch was a gesture of this kind, whose event this can be.
    fileprivate func recognizes(_ kind: GestureKind, as event: EngineEvent) -> Bool {
        surface == event.surface && region == event.region && includes(event)
            && verdicts.contains { verdict in
                if verdict.kind == kind, event.isOfNode(verdict.part), case .recognized = verdict.outcome {
                    true
                } else {
                    false
                }
            }
    }
}

extension EngineEvent {
    /// Returns whether the event is of a member of a composition, or of none.
    fileprivate func isOfNode(_ other: CompositionPart?) -> Bool {
        part?.composition == other?.composition && part?.node == other?.node
    }
}

extension TouchScript.Step {
    fileprivate var isPlug: Bool { if case .plug = self { true } else { false } }
}
