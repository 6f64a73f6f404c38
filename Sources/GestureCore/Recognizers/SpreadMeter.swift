/// Measures what two or more fingers do relative to each other, against the thresholds of pinches and rotations, for pictures.
///
/// It follows all fingers of a surface together.
package struct SpreadMeter: Sendable {
    /// The measures of one frame, since the number of fingers last changed.
    package struct Sample: Equatable, Sendable {
        /// The span of the fingers as a multiple of the span at that time.
        package var scale: Double
        /// A pinch can begin outside of these scales.
        package var scaleLimits: ClosedRange<Double>
        /// The angle that the fingers have turned, in degrees, clockwise.
        package var degrees: Double
        /// A rotation can begin beyond this angle in either direction, in degrees.
        package var degreesLimit: Double
    }

    private var sequence: TouchSequence
    private let slop: Points

    /// - Parameter slop: in pt.
    package init(on kind: Surface.Kind, slop: Points) {
        sequence = TouchSequence(on: kind)
        self.slop = slop
    }

    /// The number of fingers that are down.
    package var fingers: Int { sequence.downCount }

    package mutating func follow(_ changes: [ContactChange], at time: Instant) {
        sequence.foresee(changes)
        for step in TouchSequence.Step.allCases { _ = sequence.follow(step, of: changes, at: time, slop: slop) }
    }

    /// nil if fewer than two fingers are down, or if they were too close for a pinch and a rotation.
    package var sample: Sample? {
        let (before, span) = (sequence.spanAtCountChange, sequence.span)
        guard sequence.downCount > 1, before > 0, span > 0, max(before, span).reaches(Thresholds.minimumSpan) else {
            return nil
        }
        let margin = Pinch.slop(slop) / before
        return Sample(
            scale: span / before, scaleLimits: max(0, 1 - margin)...(1 + margin),
            degrees: sequence.turnSinceCountChange,
            degreesLimit: slop / (span / 2) * Angle.degreesPerRadian)
    }
}
