import GestureCore
import GestureProtocol
import Text

/// The steps of a continuous gesture: the action runs once for each.
package struct Step: Equatable, Sendable {
    package enum Size: Equatable, Sendable {
        /// Of a drag, in pt.
        case distance(Points)
        /// Of a rotation, in degrees.
        case angle(Double)
        /// Of a pinch: the factor by which the scale grows or shrinks, above 1.
        case scale(Double)
    }

    /// The direction of the steps that count.
    package enum Direction: Equatable, Sendable {
        case travel(GestureCore.Direction)
        case spread(SpreadDirection)

        package var name: StaticString {
            switch self {
            case .travel(let direction): direction.name
            case .spread(let direction): direction.name
            }
        }
    }

    package var size: Size
    /// nil: all directions.
    package var direction: Direction?

    /// The kind of gesture that moves in these steps.
    package var kind: GestureKind {
        switch size {
        case .distance: .drag
        case .angle: .rotation
        case .scale: .pinch
        }
    }
}

extension Step.Size {
    /// Reads e.g. `10mm`, `50pt`, `15deg` or `20%`: at least 1 mm, 1 degree or 1 %.
    init?(_ word: ByteString) {
        if let distance = points(notation: word) {
            guard distance >= 1 / Points.millimetresPerPoint - 1e-6, distance <= 10_000 else { return nil }
            self = .distance(distance)
        } else if let angle = degrees(notation: word) {
            guard 1...3600 ~= angle else { return nil }
            self = .angle(angle)
        } else if let share = fraction(notation: word) {
            guard 0.01...10 ~= share else { return nil }
            self = .scale(1 + share)
        } else {
            return nil
        }
    }
}

/// Counts the steps of one gesture.
///
/// A step counts when the gesture is a whole step away from where the last one ended. A gesture that trembles at the end of a step
/// therefore makes no step back and forth.
struct StepCounter: Equatable, Sendable {
    /// The most steps of one event. A faster gesture loses the rest.
    private static let mostSteps = 64

    private let step: Step
    /// The translation, angle or scale at which the last step ended.
    private var anchor: Vector

    init(_ step: Step) {
        self.step = step
        if case .scale = step.size { anchor = Vector(x: 1, y: 0) } else { anchor = .zero }
    }

    /// Follows an event of the gesture.
    ///
    /// - Returns: the steps that count since the event before.
    mutating func follow(_ event: Event) -> [Step.Direction] {
        var steps: [Step.Direction] = []
        for _ in 0..<Self.mostSteps {
            guard let made = next(event) else { return steps }
            if step.direction == nil || step.direction == made { steps.append(made) }
        }
        skip(to: event)
        return steps
    }

    private mutating func next(_ event: Event) -> Step.Direction? {
        switch step.size {
        case .distance(let size): nextOfDrag(event, size)
        case .angle(let size): nextOfRotation(event, size)
        case .scale(let size): nextOfPinch(event, size)
        }
    }

    private mutating func nextOfDrag(_ event: Event, _ size: Points) -> Step.Direction? {
        guard let translation = event.translation else { return nil }
        var travel = translation - anchor
        if case .travel(let direction)? = step.direction {
            // The drag that began along the other axis is another gesture.
            let isVertical = direction == .up || direction == .down
            guard event.axis?.known == (isVertical ? .vertical : .horizontal) else { return nil }
            travel = isVertical ? Vector(x: 0, y: travel.y) : Vector(x: travel.x, y: 0)
        }
        guard travel.length >= size - 1e-6 else { return nil }
        anchor = anchor + travel * (size / travel.length)
        return .travel(Direction(of: travel))
    }

    private mutating func nextOfRotation(_ event: Event, _ size: Double) -> Step.Direction? {
        guard let rotation = event.rotation, (rotation - anchor.x).magnitude >= size - 1e-6 else { return nil }
        let isClockwise = rotation > anchor.x
        anchor.x += isClockwise ? size : -size
        return .spread(isClockwise ? .clockwise : .counterclockwise)
    }

    private mutating func nextOfPinch(_ event: Event, _ size: Double) -> Step.Direction? {
        guard let scale = event.scale, scale > 0 else { return nil }
        if scale >= anchor.x * size * (1 - 1e-9) {
            anchor.x *= size
            return .spread(.outwards)
        }
        guard scale * size <= anchor.x * (1 + 1e-9) else { return nil }
        anchor.x /= size
        return .spread(.inwards)
    }

    private mutating func skip(to event: Event) {
        switch step.size {
        case .distance: anchor = event.translation ?? anchor
        case .angle: anchor.x = event.rotation ?? anchor.x
        case .scale: anchor.x = event.scale ?? anchor.x
        }
    }
}
