/// The levels that were explained because they never counted a finger that landed.
struct MissingLevels {
    private struct Level: Equatable {
        /// The number of the touch.
        var number: Int
        var region: RegionID?
    }

    private var levels: [Level] = []

    /// Returns the explanations for the levels of a finger that did not count it.
    mutating func explain(
        _ landing: ContactChange, on surface: SurfaceTracker, _ open: OpenTouches, _ step: EngineStep
    ) -> [TouchExplanation] {
        let touch = open.touches.first { touch in
            touch.key.surface == surface.surface.id && touch.down.contains(landing.contact)
        }
        guard let number = touch?.explanation.number else { return [] }
        var explanations: [TouchExplanation] = []
        for (tracker, reason) in surface.missingLevels(of: landing, step.events, at: step.now) {
            let level = Level(number: number, region: tracker.id)
            let isKnown =
                levels.contains(level)
                || open.touches.contains { $0.explanation.number == number && $0.key.region == tracker.id }
            let candidates = Candidate.all(of: tracker)
            guard !isKnown, !candidates.isEmpty else { continue }
            levels.append(level)
            var explanation = TouchExplanation(
                surface: surface.surface.id, region: tracker.id, number: number, began: step.now, ended: step.now,
                fingers: 1, contacts: [landing.contact], origin: landing.position, travel: .zero)
            for var candidate in candidates {
                candidate.ruleOut(reason, at: step.now)
                if let verdict = candidate.verdict { explanation.verdicts.append(verdict) }
            }
            explanations.append(explanation)
        }
        return explanations
    }

    /// Forgets the touches that are decided.
    ///
    /// - Parameter number: the lowest number of a touch that is not decided; nil if all are.
    mutating func forget(before number: Int?) {
        if let number { levels.removeAll { $0.number < number } } else { levels.removeAll() }
    }
}
