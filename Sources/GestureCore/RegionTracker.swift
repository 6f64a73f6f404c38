/// Follows the fingers of one region: the press first, then the recognizers.
struct RegionTracker: Equatable, Sendable {
    private var series = TouchSeries()
    private var press = PressTracker()
    private var tap = TapRecognizer()
    private var longPress = LongPressRecognizer()
    private var drag = DragRecognizer()
    private var swipe = SwipeRecognizer()

    mutating func process(
        _ changes: [ContactChange], at now: Instant, _ options: GestureOptions, into output: inout Output
    ) {
        let slop = options.thresholds.slop(on: output.surface.kind)
        if options.selection.press { press.follow(changes, of: series, at: now, slop: slop, into: &output) }
        follow(.cancelled, of: changes, at: now, slop: slop, options, into: &output)
        follow(.moved, of: changes, at: now, slop: slop, options, into: &output)
        follow(.lifted, of: changes, at: now, slop: slop, options, into: &output)
        follow(.landed, of: changes, at: now, slop: slop, options, into: &output)
    }

    /// Every finger is lost, as when the device is unplugged: closes what is open, and publishes what had already ended.
    mutating func lose(at now: Instant, _ options: GestureOptions, into output: inout Output) {
        press.lose(at: now, into: &output)
        series.dropAll()
        tap.follow(.cancelled, of: series, at: now, options, into: &output)
        longPress.lose(at: now, into: &output)
        drag.lose(at: now, into: &output)
    }

    /// The earliest instant at which time alone decides something.
    func nextDeadline(_ options: GestureOptions) -> Instant? {
        guard let tap = tap.deadline(options.thresholds) else { return longPress.deadline }
        guard let longPress = longPress.deadline else { return tap }
        return min(tap, longPress)
    }

    /// Lets the deadline at `now` pass.
    mutating func pass(deadline now: Instant, _ options: GestureOptions, into output: inout Output) {
        if tap.deadline(options.thresholds) == now { tap.pass(deadline: now, options, into: &output) }
        if longPress.deadline == now {
            // A tap held back before this touch is final now, and comes first.
            tap.fail(at: now, options, into: &output)
            longPress.pass(deadline: now, series: series, into: &output)
        }
    }

    private mutating func follow(
        _ step: TouchSeries.Step, of changes: [ContactChange], at now: Instant, slop: Points, _ options: GestureOptions,
        into output: inout Output
    ) {
        guard series.follow(step, of: changes, at: now, slop: slop) else { return }
        // The tap first: one that is held back comes before whatever makes it final.
        tap.follow(step, of: series, at: now, options, into: &output)
        longPress.follow(step, of: series, at: now, options, into: &output)
        drag.follow(step, of: series, at: now, slop: slop, options, into: &output)
        swipe.follow(step, of: series, at: now, slop: slop, options, into: &output)
    }
}
