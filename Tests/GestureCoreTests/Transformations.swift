import GestureCore
import TestSupport

// Touches and events at another time, at another position, or mirrored.

extension TouchScript.Step {
    /// Moves the touches, on a surface so large that no edge is near.
    func moved(by way: Vector) -> TouchScript.Step {
        switch self {
        case .plug(var surface):
            surface.size = Vector(x: 10_000, y: 10_000)
            return .plug(surface)
        case .unplug, .wake: return self
        case .frame(let frame): return .frame(frame.mapped { $0 + way })
        }
    }

    /// Swaps left and right.
    var mirrored: TouchScript.Step {
        guard case .frame(let frame) = self else { return self }
        return .frame(frame.mapped { $0.mirrored(on: frame.surface) })
    }
}

extension TouchFrame {
    fileprivate func mapped(_ transform: (Vector) -> Vector) -> TouchFrame {
        var frame = self
        for index in changes.indices { frame.changes[index].position = transform(changes[index].position) }
        return frame
    }
}

extension Vector {
    fileprivate func mirrored(on surface: SurfaceID) -> Vector {
        let width = surface == Surface.pad.id ? Surface.pad.size.x : Surface.screen.size.x
        return Vector(x: width - x, y: y)
    }

    fileprivate var mirrored: Vector { Vector(x: -x, y: y) }

    fileprivate func isNearly(_ other: Vector) -> Bool { x.isNearly(other.x) && y.isNearly(other.y) }
}

extension Velocity {
    fileprivate var mirrored: Velocity { Velocity(x: -x, y: y) }

    fileprivate func isNearly(_ other: Velocity) -> Bool { x.isNearly(other.x) && y.isNearly(other.y) }
}

extension Double {
    fileprivate func isNearly(_ other: Double) -> Bool {
        (self - other).magnitude <= 1e-6 * (1 + max(magnitude, other.magnitude))
    }
}

extension EngineEvent {
    func shifted(by microseconds: Int64) -> EngineEvent {
        let shift = Interval(microseconds: microseconds)
        var event = self
        event.time = time + shift
        event.origin.time = origin.time + shift
        if case .tap(let count, let run, let decided?) = details {
            event.details = .tap(count: count, run: run, decided: decided + shift)
        }
        return event
    }

    /// Moves the event, except for its position as a fraction of the surface.
    func moved(by way: Vector) -> EngineEvent {
        var event = self
        event.point += way
        event.origin.point += way
        return event
    }

    var mirrored: EngineEvent {
        var event = self
        event.point = point.mirrored(on: surface)
        event.origin.point = origin.point.mirrored(on: surface)
        switch details {
        case .none, .press, .touch, .activity, .tap, .pinch, .stroke: break
        case .motion(let translation, let velocity):
            event.details = .motion(translation: translation.mirrored, velocity: velocity.mirrored)
        case .drag(let axis, let translation, let velocity):
            event.details = .drag(axis, translation: translation.mirrored, velocity: velocity.mirrored)
        case .swipe(let direction, let translation, let velocity):
            event.details = .swipe(
                direction.mirrored, translation: translation.mirrored, velocity: velocity.mirrored)
        case .edgeSwipe(let place, let direction, let translation, let velocity):
            event.details = .edgeSwipe(
                place.mirrored, direction.mirrored, translation: translation.mirrored, velocity: velocity.mirrored)
        case .rotation(let degrees, let velocity):
            event.details = .rotation(degrees: -degrees, velocity: -velocity)
        }
        return event
    }

    /// Compares two events except for rounding. The fraction of the surface follows from the point and is not compared.
    /// On an exact diagonal, the direction is not compared either, since rounding can choose either neighbour.
    func isNearly(_ other: EngineEvent) -> Bool {
        guard kind == other.kind, phase == other.phase, gesture == other.gesture, surface == other.surface,
            region == other.region, part == other.part, time == other.time, fingers == other.fingers,
            point.isNearly(other.point), origin.time == other.origin.time, origin.point.isNearly(other.origin.point)
        else { return false }
        switch (details, other.details) {
        case (.motion(let way, let velocity), .motion(let otherWay, let otherVelocity)),
            (.drag(_, let way, let velocity), .drag(_, let otherWay, let otherVelocity)):
            return way.isNearly(otherWay) && velocity.isNearly(otherVelocity)
        case (.swipe(let direction, let way, let velocity), .swipe(let otherDirection, let otherWay, let otherVelocity)):
            return (direction == otherDirection || way.isOnDiagonal) && way.isNearly(otherWay)
                && velocity.isNearly(otherVelocity)
        case (
            .edgeSwipe(let place, let direction, let way, let velocity),
            .edgeSwipe(let otherPlace, let otherDirection, let otherWay, let otherVelocity)
        ):
            return place == otherPlace && (direction == otherDirection || way.isOnDiagonal) && way.isNearly(otherWay)
                && velocity.isNearly(otherVelocity)
        case (.pinch(let number, let velocity), .pinch(let otherNumber, let otherVelocity)),
            (.rotation(let number, let velocity), .rotation(let otherNumber, let otherVelocity)):
            return number.isNearly(otherNumber) && velocity.isNearly(otherVelocity)
        case (.stroke(let shape, let score), .stroke(let otherShape, let otherScore)):
            return shape == otherShape && score.isNearly(otherScore)
        default:
            return details == other.details
        }
    }
}

extension Vector {
    fileprivate var isOnDiagonal: Bool { x.magnitude.isNearly(y.magnitude) }
}

extension Direction {
    fileprivate var mirrored: Direction {
        switch self {
        case .up, .down: self
        case .left: .right
        case .right: .left
        case .upLeft: .upRight
        case .upRight: .upLeft
        case .downLeft: .downRight
        case .downRight: .downLeft
        }
    }
}

extension EdgeLocation {
    fileprivate var mirrored: EdgeLocation {
        switch self {
        case .edge(.left, let third): .edge(.right, third)
        case .edge(.right, let third): .edge(.left, third)
        case .edge(let edge, .first): .edge(edge, .last)
        case .edge(let edge, .last): .edge(edge, .first)
        case .edge(_, .middle): self
        case .corner(.topLeft): .corner(.topRight)
        case .corner(.topRight): .corner(.topLeft)
        case .corner(.bottomLeft): .corner(.bottomRight)
        case .corner(.bottomRight): .corner(.bottomLeft)
        }
    }
}

extension EdgeLocation.Edge {
    fileprivate var mirrored: EdgeLocation.Edge {
        switch self {
        case .left: .right
        case .right: .left
        case .top, .bottom: self
        }
    }
}

extension Rectangle {
    fileprivate var mirrored: Rectangle { Rectangle(x: 1 - x - width, y: y, width: width, height: height) }
}

extension GestureOptions {
    var mirrored: GestureOptions {
        var options = self
        options.gestures = gestures.mirrored
        for index in regions.indices {
            options.regions[index].rectangle = regions[index].rectangle.mirrored
            options.regions[index].gestures = regions[index].gestures?.mirrored
        }
        return options
    }
}

extension GestureSet {
    fileprivate var mirrored: GestureSet {
        var gestures = self
        for index in compositions.indices {
            gestures.compositions[index].expression = compositions[index].expression.mirrored
        }
        return gestures
    }
}

extension GestureExpression {
    fileprivate var mirrored: GestureExpression {
        switch self {
        case .gesture(var pattern):
            pattern.area = pattern.area?.mirrored
            pattern.direction = pattern.direction?.mirrored
            pattern.edge = pattern.edge?.mirrored
            return .gesture(pattern)
        case .exclusive(let members): return .exclusive(members.map { $0.mirrored })
        case .simultaneous(let members): return .simultaneous(members.map { $0.mirrored })
        case .sequence(let members, let limit): return .sequence(members.map { $0.mirrored }, within: limit)
        }
    }
}

extension [EngineEvent] {
    /// The same events with gestures numbered from 1 in the order of their first events.
    var renumbered: [EngineEvent] {
        var numbers: [UInt64: UInt64] = [:]
        return map { event in
            let number = numbers[event.gesture] ?? UInt64(numbers.count + 1)
            numbers[event.gesture] = number
            var event = event
            event.gesture = number
            return event
        }
    }
}
