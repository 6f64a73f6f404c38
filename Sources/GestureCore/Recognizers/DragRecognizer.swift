/// Follows the centre of the fingers once it has travelled beyond slop, or as far as ``Rules/dragDistance`` says. That distance is
/// subtracted, so the translation starts without a jump.
///
/// | state    | finger count changes | moves                         | unwanted count: lifted, landed | unwanted: lost; or spread |
/// |----------|----------------------|-------------------------------|--------------------------------|---------------------------|
/// | idle     | travel restarts at 0 | dragging, `began` beyond slop | –                              | –                         |
/// | dragging | no jump              | `changed`                     | idle, `ended`                  | idle, `cancelled`         |
///
/// A drag does not begin in a frame in which it would end.
struct DragRecognizer: Equatable, Sendable {
    private struct Drag: Equatable, Sendable {
        var gesture: ContinuousGesture
        /// The travel of the centre at which the fingers set out.
        var start: Vector
        /// The part of the travel of the centre that does not count as translation.
        var origin: Vector
        /// nil until the centre has moved beyond slop.
        var axis: Axis?
        /// Whether the drag stays on its axis if it sets out along it.
        var locksAxis: Bool
        var rail: Rail?
        var translation: Vector = .zero
    }

    /// Keeps a drag on its axis, like Chromium's rails. A drag that sets out clearly along an axis stays on it, until it has
    /// strayed from the axis by more than one and a half times the slop; after that it never returns to the axis.
    private struct Rail: Equatable, Sendable {
        var axis: Axis
        var width: Points

        /// - Parameter travel: the displacement with which the drag set out.
        init?(_ travel: Vector, slop: Points) {
            axis = Axis(of: travel)
            width = slop * 1.5
            let (along, across) = (axis.along(travel).length, axis.across(travel).length)
            guard along >= across * 1.25 else { return nil }
        }
    }

    private var drag: Drag?
    var isOpen: Bool { drag != nil }

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        let wanted = rules.selection[.drag]
        switch step {
        case .moved:
            if drag == nil {
                begin(sequence, at: now, rules, into: &output)
            } else if sequence.downCount > 1, sequence.fingerMotion.excludesTravel {
                lose(at: now, into: &output)
            } else {
                emit(.changed, sequence, at: now, rules, into: &output)
            }
        case .landed:
            guard drag != nil else {
                if rules.dragDistance == 0 { begin(sequence, at: now, rules, into: &output) }
                return
            }
            guard wanted.contains(sequence.downCount) else {
                // A drag that ends because another finger lands is no fling.
                end(velocity: .zero, at: now, into: &output)
                return
            }
            drag?.gesture.update(sequence, after: step, at: now)
        case .lifted:
            guard drag != nil, !wanted.contains(sequence.downCount) else { return }
            drag?.gesture.update(sequence, after: step, at: now)
            end(velocity: sequence.velocity(at: now), at: now, into: &output)
        case .cancelled:
            if !wanted.contains(sequence.downCount) { lose(at: now, into: &output) }
        }
    }

    /// Handles the loss of the fingers: cancels the drag.
    mutating func lose(at now: Instant, into output: inout Output) {
        close(.cancelled, velocity: .zero, at: now, into: &output)
    }

    private mutating func begin(
        _ sequence: TouchSequence, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let travel = sequence.travelSinceCountChange
        let length = travel.length
        guard isFarEnough(length, sequence, rules), sequence.hasFingerCount(in: rules.selection[.drag], at: now),
            sequence.downCount == 1 || sequence.fingerMotion.travels, !sequence.isLeavingSpread(at: now),
            sequence.stays(rules.selection[.drag])
        else { return }
        let start = sequence.travel - travel
        let hidden = length > 0 ? travel * ((rules.dragDistance ?? rules.slop) / length) : .zero
        drag = Drag(
            gesture: ContinuousGesture(number: output.newGesture(), sequence), start: start, origin: start + hidden,
            locksAxis: rules.selection.axisLockedDrag.contains(sequence.downCount))
        emit(.began, sequence, at: now, rules, into: &output)
    }

    /// - Parameter length: the distance that the centre has travelled since the number of fingers changed.
    func isFarEnough(_ length: Points, _ sequence: TouchSequence, _ rules: Rules) -> Bool {
        if let distance = rules.dragDistance { return length.reaches(distance) }
        // Fingers within slop of their landing points can still make a tap, however far they are from where they were when
        // another finger came or went.
        return sequence.hasLeftSlop && length.exceeds(rules.slop)
    }

    private mutating func emit(
        _ phase: GesturePhase, _ sequence: TouchSequence, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        guard var drag else { return }
        drag.gesture.update(sequence, after: .moved, at: now)
        drag.translation = sequence.travel - drag.origin
        if drag.axis == nil {
            let displacement = sequence.travel - drag.start
            if displacement.length.exceeds(rules.slop) {
                drag.axis = Axis(of: displacement)
                if drag.locksAxis { drag.rail = Rail(displacement, slop: rules.slop) }
            }
        }
        var velocity = sequence.velocity(at: now)
        if let rail = drag.rail {
            let astray = rail.axis.across(drag.translation)
            if astray.length.exceeds(rail.width) {
                // The displacement hidden so far stays subtracted, so the translation does not jump.
                drag.rail = nil
                drag.origin += astray
            } else {
                velocity = rail.axis.along(velocity)
            }
            drag.translation = rail.axis.along(drag.translation)
        }
        self.drag = drag
        drag.gesture.emit(
            .drag, phase, at: now, .drag(drag.axis, translation: drag.translation, velocity: velocity), into: &output)
    }

    private mutating func end(velocity: Velocity, at now: Instant, into output: inout Output) {
        close(.ended, velocity: drag?.rail?.axis.along(velocity) ?? velocity, at: now, into: &output)
    }

    private mutating func close(
        _ phase: GesturePhase, velocity: Velocity, at now: Instant, into output: inout Output
    ) {
        guard let drag else { return }
        self.drag = nil
        drag.gesture.emit(
            .drag, phase, at: now, .drag(drag.axis, translation: drag.translation, velocity: velocity), into: &output)
    }
}

extension Axis {
    /// The part of a displacement along this axis.
    fileprivate func along(_ displacement: Vector) -> Vector {
        self == .horizontal ? Vector(x: displacement.x, y: 0) : Vector(x: 0, y: displacement.y)
    }

    /// The part of a velocity along this axis.
    fileprivate func along(_ velocity: Velocity) -> Velocity {
        self == .horizontal ? Velocity(x: velocity.x, y: 0) : Velocity(x: 0, y: velocity.y)
    }

    /// The part of a displacement across this axis.
    fileprivate func across(_ displacement: Vector) -> Vector { displacement - along(displacement) }
}
