/// Follows the centre of the fingers once it has travelled beyond slop; the slop is taken off, so that nothing jumps.
///
/// | state    | number of fingers changes  | moves                         | not so many wanted: lifted, landed | not so many wanted: lost |
/// |----------|----------------------------|-------------------------------|------------------------------------|--------------------------|
/// | idle     | the travel is counted anew | dragging, `began` beyond slop | –                                  | –                        |
/// | dragging | goes on without a jump     | `changed`                     | idle, `ended`                      | idle, `cancelled`        |
struct DragRecognizer: Equatable, Sendable {
    private struct Drag: Equatable, Sendable {
        var gesture: UInt64
        /// What has to be taken off the travel of the centre to get the translation.
        var origin: Vector
        var fingers: Int
        var point: Vector
        var translation: Vector
    }

    private var drag: Drag?

    mutating func follow(
        _ step: TouchSeries.Step, of series: TouchSeries, at now: Instant, slop: Points, _ options: GestureOptions,
        into output: inout Output
    ) {
        switch step {
        case .moved:
            if drag == nil {
                begin(series, at: now, slop: slop, options, into: &output)
            } else {
                change(series, at: now, into: &output)
            }
        case .landed:
            guard drag != nil else { return }
            guard options.selection.drag.contains(series.downCount) else {
                // A finger that comes to rest beside it is no fling.
                end(velocity: .zero, at: now, into: &output)
                return
            }
            drag?.fingers = series.downCount
        case .lifted:
            guard !options.selection.drag.contains(series.downCount) else { return }
            settleFingers(series, at: now)
            end(velocity: series.velocity(at: now), at: now, into: &output)
        case .cancelled:
            if !options.selection.drag.contains(series.downCount) { lose(at: now, into: &output) }
        }
    }

    /// The fingers are gone: closes what is open.
    mutating func lose(at now: Instant, into output: inout Output) {
        guard let drag else { return }
        self.drag = nil
        output.emit(
            .drag, .cancelled, drag.gesture, at: now, fingers: drag.fingers, point: drag.point,
            .motion(translation: drag.translation, velocity: .zero))
    }

    private mutating func begin(
        _ series: TouchSeries, at now: Instant, slop: Points, _ options: GestureOptions, into output: inout Output
    ) {
        let travel = series.travelSinceCountChange
        guard travel.length.exceeds(slop), options.selection.drag.contains(series.downCount) else { return }
        let begun = Drag(
            gesture: output.newGesture(), origin: series.travel - travel + travel * (slop / travel.length),
            fingers: series.downCount, point: .zero, translation: .zero)
        drag = begun
        emit(.began, series, at: now, into: &output)
    }

    private mutating func change(_ series: TouchSeries, at now: Instant, into output: inout Output) {
        settleFingers(series, at: now)
        emit(.changed, series, at: now, into: &output)
    }

    /// A finger that was lifted counts for a moment longer: a hand does not lift all of its fingers in one frame.
    private mutating func settleFingers(_ series: TouchSeries, at now: Instant) {
        if let drag { self.drag?.fingers = min(drag.fingers, series.fingerCount(at: now)) }
    }

    private mutating func end(velocity: Vector, at now: Instant, into output: inout Output) {
        guard let drag else { return }
        self.drag = nil
        output.emit(
            .drag, .ended, drag.gesture, at: now, fingers: drag.fingers, point: drag.point,
            .motion(translation: drag.translation, velocity: velocity))
    }

    private mutating func emit(
        _ phase: GesturePhase, _ series: TouchSeries, at now: Instant, into output: inout Output
    ) {
        guard var drag else { return }
        drag.point = series.centre
        drag.translation = series.travel - drag.origin
        self.drag = drag
        output.emit(
            .drag, phase, drag.gesture, at: now, fingers: drag.fingers, point: drag.point,
            .motion(translation: drag.translation, velocity: series.velocity(at: now)))
    }
}
