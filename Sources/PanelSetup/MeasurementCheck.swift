import TouchDecoding

/// Compares a size that was measured with a card with what is known about the panel.
struct MeasurementCheck {
    private let facts: PanelFacts
    /// The proportions of a measurement that did not fit. A second one that agrees with it is taken.
    private var doubtfulRatio: Double?

    /// By how much measured proportions can differ from those expected, and from those measured before.
    private static let ratioTolerance = 0.1
    private static let repetitionTolerance = 0.05

    init(_ facts: PanelFacts) { self.facts = facts }

    /// - Parameters:
    ///   - built: the size of the panel as it was built.
    ///   - screen: the display of the panel; nil if it is not known.
    /// - Returns: the reason why the size is not taken; nil if it is.
    mutating func doubt(about built: PhysicalSize, on screen: PanelFacts.Screen?) -> String? {
        guard Proportions.plausible.contains(built.ratio), built.isPlausible else {
            return "That makes \(built.sides), which no screen has."
        }
        let (expected, source): (Double?, String)
        if let ratio = facts.reliableRatio(on: screen) {
            (expected, source) = (ratio, facts.reported != nil ? "the panel reports" : "the display has")
        } else {
            (expected, source) = (facts.suggestedRatio, "the coordinates of the panel have")
        }
        guard let expected, (built.ratio / expected - 1).magnitude > Self.ratioTolerance else { return nil }
        defer { doubtfulRatio = built.ratio }
        if let doubtfulRatio, (built.ratio / doubtfulRatio - 1).magnitude <= Self.repetitionTolerance { return nil }
        return "That makes \(built.sides), proportions of \(Proportions.text(built.ratio)), but "
            + "\(source) \(Proportions.text(expected)). If it comes out the same again, it is taken."
    }
}
