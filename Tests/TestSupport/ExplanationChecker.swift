import GestureCore

/// Compares the explanations of touches with the events of an engine without explanations.
package struct ExplanationChecker {
    private let options: GestureOptions
    private var plain: GestureEngine
    private var explained: ExplainedEngine
    private var events: [EngineEvent] = []
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
        case .plug(let surface): explained.attach(surface)
        case .unplug(let surface, let time): explained.detach(surface, at: time)
        case .frame(let frame): explained.process(frame)
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
        // Members of compositions are explained one by one, and a touch can be each of them several times.
        for event in recognized where event.part == nil {
            if case .tap(let count, _, _) = event.details {
                let taps = explanations.count { $0.recognizes(event) }
                complain(taps != count, "\(taps) taps in \(event)")
            } else {
                let touches = explanations.count { $0.recognizes(event.kind, as: event) }
                complain(touches == 0, "no touch was \(event)")
            }
        }
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
                guard verdict.taps == nil, verdict.part == nil else { continue }
                let counterexample = recognized.first {
                    $0.kind == verdict.kind && $0.part == nil && $0.kind != .tap && explanation.isOrigin(of: $0)
                }
                complain(counterexample != nil, "recognized after all: \(verdict) of \(explanation)")
            }
        }
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

    fileprivate func recognizes(_ event: EngineEvent) -> Bool {
        verdicts.contains { verdict in
            if case .recognized(let gesture) = verdict.outcome { gesture.first == event } else { false }
        }
    }

    /// Returns whether the touch was a gesture of this kind, whose event this can be.
    fileprivate func recognizes(_ kind: GestureKind, as event: EngineEvent) -> Bool {
        surface == event.surface && region == event.region && began == event.origin.time
            && verdicts.contains { verdict in
                if verdict.kind == kind, case .recognized = verdict.outcome { true } else { false }
            }
    }
}

extension TouchScript.Step {
    fileprivate var isPlug: Bool { if case .plug = self { true } else { false } }
}
