/// Follows the centre of the fingers once it has travelled beyond slop; the slop is taken off, so that nothing jumps.
///
/// | state    | number of fingers changes  | moves                         | not so many wanted: lifted, landed | not so many wanted: lost, or they spread |
/// |----------|----------------------------|-------------------------------|------------------------------------|------------------------------------------|
/// | idle     | the travel is counted anew | dragging, `began` beyond slop | –                                  | –                                        |
/// | dragging | goes on without a jump     | `changed`                     | idle, `ended`                      | idle, `cancelled`                        |
///
/// It does not begin in a frame in which it would end.
struct DragRecognizer: Equatable, Sendable {
    private struct Drag: Equatable, Sendable {
        var hand: ContinuousGesture
        /// What has to be taken off the travel of the centre to get the translation.
        var origin: Vector
        var axis: Axis
        var rail: Rail?
        var translation: Vector = .zero
    }

    /// Keeps a drag on its axis, as Chromium's rails do: on from a drag that sets out clearly along it, off for good once it
    /// has strayed from it by more than one and a half times the slop.
    private struct Rail: Equatable, Sendable {
        var axis: Axis
        var width: Points

        /// - Parameter travel: the way on which the drag set out.
        init?(_ travel: Vector, slop: Points) {
            axis = Axis(of: travel)
            width = slop * 1.5
            let (along, across) = (axis.along(travel).length, axis.across(travel).length)
            guard along >= across * 1.25 else { return nil }
        }
    }

    private var drag: Drag?

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let wanted = rules.selection[.drag]
        switch step {
        case .moved:
            if drag == nil {
                begin(series, at: now, rules, into: &output)
            } else if series.downCount > 1, series.intent.excludesTravel {
                lose(at: now, into: &output)
            } else {
                emit(.changed, series, at: now, into: &output)
            }
        case .landed:
            guard drag != nil else { return }
            guard wanted.contains(series.downCount) else {
                // A finger that comes to rest beside it is no fling.
                end(velocity: .zero, at: now, into: &output)
                return
            }
            drag?.hand.settle(series, after: step, at: now)
        case .lifted:
            guard drag != nil, !wanted.contains(series.downCount) else { return }
            drag?.hand.settle(series, after: step, at: now)
            end(velocity: series.velocity(at: now), at: now, into: &output)
        case .cancelled:
            if !wanted.contains(series.downCount) { lose(at: now, into: &output) }
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(at now: Instant, into output: inout Output) {
        close(.cancelled, velocity: .zero, at: now, into: &output)
    }

    private mutating func begin(
        _ series: TouchSeries, at now: Instant, _ rules: Rules, into output: inout Output
    ) {
        let travel = series.travelSinceCountChange
        // What is still near where it landed may be a tap, however far that is from where another finger came or went.
        guard series.hasLeftSlop, travel.length.exceeds(rules.slop), series.isHand(rules.selection[.drag], at: now),
            series.downCount == 1 || series.intent.travels, series.stays(rules.selection[.drag])
        else { return }
        drag = Drag(
            hand: ContinuousGesture(number: output.newGesture(), series),
            origin: series.travel - travel + travel * (rules.slop / travel.length), axis: Axis(of: travel),
            rail: rules.selection.axisLockedDrag.contains(series.downCount) ? Rail(travel, slop: rules.slop) : nil)
        emit(.began, series, at: now, into: &output)
    }

    private mutating func emit(
        _ phase: GesturePhase, _ series: TouchSeries, at now: Instant, into output: inout Output
    ) {
        guard var drag else { return }
        drag.hand.settle(series, after: .moved, at: now)
        drag.translation = series.travel - drag.origin
        var velocity = series.velocity(at: now)
        if let rail = drag.rail {
            let astray = rail.axis.across(drag.translation)
            if astray.length.exceeds(rail.width) {
                // What was hidden so far stays hidden: nothing jumps.
                drag.rail = nil
                drag.origin += astray
            } else {
                velocity = rail.axis.along(velocity)
            }
            drag.translation = rail.axis.along(drag.translation)
        }
        self.drag = drag
        drag.hand.emit(
            .drag, phase, at: now, .drag(drag.axis, translation: drag.translation, velocity: velocity), into: &output)
    }

    private mutating func end(velocity: Vector, at now: Instant, into output: inout Output) {
        close(.ended, velocity: drag?.rail?.axis.along(velocity) ?? velocity, at: now, into: &output)
    }

    private mutating func close(
        _ phase: GesturePhase, velocity: Vector, at now: Instant, into output: inout Output
    ) {
        guard let drag else { return }
        self.drag = nil
        drag.hand.emit(
            .drag, phase, at: now, .drag(drag.axis, translation: drag.translation, velocity: velocity), into: &output)
    }
}

extension Axis {
    /// The part of a displacement that is along this axis.
    fileprivate func along(_ way: Vector) -> Vector {
        self == .horizontal ? Vector(x: way.x, y: 0) : Vector(x: 0, y: way.y)
    }

    /// The other part.
    fileprivate func across(_ way: Vector) -> Vector { way - along(way) }
}
