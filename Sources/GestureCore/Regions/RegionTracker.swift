/// Follows the fingers of one region: the press first, then the recognizers of what is asked for side by side, then each
/// composition.
struct RegionTracker: Equatable, Sendable {
    /// Which region this is; nil for a whole surface.
    let id: RegionID?
    private(set) var region: Region?
    private let gestures: GestureSet
    private var rules: Rules
    private var series: TouchSeries
    private var press = PressTracker()
    private var recognizers = Recognizers()
    private var compositions: [CompositionTracker]
    private var bounds: Bounds?
    private var coasting = Coasting()
    /// Whether the touch in progress only stops what coasts.
    private var onlyStops = false

    init(_ region: Region?, id: RegionID?, _ options: GestureOptions, on surface: Surface) {
        self.region = region
        self.id = id
        gestures = region?.gestures ?? options.gestures
        rules = Rules(selection: gestures.selection, thresholds: options.thresholds)
        if let slop = region?.slop {
            rules.thresholds.slop = slop
            rules.thresholds.touchpadSlop = slop
        }
        series = TouchSeries(on: surface.kind)
        let thresholds = rules.thresholds
        compositions = gestures.compositions.enumerated().map { index, composition in
            CompositionTracker(composition, index: index, thresholds: thresholds, surface: surface)
        }
        if let region, region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
        count(actions: true)
    }

    /// Takes a changed region that tracks its fingers as before.
    mutating func move(to region: Region, on surface: Surface) {
        self.region = region
        if region.tracking == .reenter { bounds = Bounds(region.rectangle, on: surface) }
    }

    /// Whether fingers are down.
    var isTouched: Bool { series.downCount > 0 }

    /// Whether contacts are to be told of by themselves.
    var wantsTouches: Bool { gestures.selection.touch }

    // MARK: A frame

    /// Takes the press of a frame, before any recognizer of any region.
    mutating func press(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        if series.downCount == 0, changes.contains(where: { $0.action == .down }) { startTouch(at: now) }
        guard rules.selection.press else { return }
        output.region = id
        press.follow(
            changes, of: series, at: now, slop: rules.thresholds.slop(on: output.surface.kind), bounds: bounds,
            into: &output)
    }

    /// - Parameter changes: without the landings on other regions.
    mutating func process(_ changes: [ContactChange], at now: Instant, into output: inout Output) {
        output.region = id
        let first = output.events.count
        let slop = rules.thresholds.slop(on: output.surface.kind)
        for step in TouchSeries.Step.allCases where series.follow(step, of: changes, at: now, slop: slop) {
            output.origin = series.origin
            recognizers.followTap(step, of: series, at: now, rules, into: &output)
            recognizers.follow(step, of: series, at: now, slop: slop, rules, into: &output)
            for index in compositions.indices {
                compositions[index].follow(step, of: series, at: now, slop: slop, into: &output)
            }
        }
        noteFlings(since: first, of: output)
    }

    /// Every finger is lost, as when the device is unplugged: closes what is open, and publishes what had already ended.
    mutating func lose(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        press.lose(at: now, into: &output)
        series.dropAll()
        recognizers.lose(series, at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].lose(series, at: now, into: &output) }
    }

    /// Publishes what is held back, once no finger is down.
    mutating func flush(at now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        recognizers.flush(at: now, rules, into: &output)
        for index in compositions.indices { compositions[index].flush(series, at: now, into: &output) }
    }

    // MARK: Time

    /// The earliest instant at which time alone decides something.
    var nextDeadline: Instant? {
        var next = recognizers.nextDeadline(rules)
        for composition in compositions {
            guard let deadline = composition.nextDeadline else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    /// Lets the deadline at `now` pass.
    mutating func pass(deadline now: Instant, into output: inout Output) {
        output.region = id
        output.origin = series.origin
        if recognizers.nextDeadline(rules) == now {
            recognizers.pass(deadline: now, series: series, rules, into: &output)
        }
        for index in compositions.indices where compositions[index].nextDeadline == now {
            compositions[index].pass(deadline: now, series: series, into: &output)
        }
    }

    // MARK: What counts

    private mutating func startTouch(at now: Instant) {
        let stops =
            (region?.suppressesTapWhileCoasting ?? false)
            && coasting.isMoving(at: now, rate: rules.thresholds.decelerationRate)
        coasting.stop()
        guard stops != onlyStops else { return }
        onlyStops = stops
        count(actions: true)
    }

    /// Whether presses, taps and long presses count, unless the region says otherwise.
    private mutating func count(actions: Bool) {
        let actions = actions && !onlyStops && region?.isEnabled ?? true
        rules.selection = actions ? gestures.selection : gestures.selection.withoutActions
        for index in compositions.indices { compositions[index].count(actions: actions) }
    }

    private mutating func noteFlings(since first: Int, of output: Output) {
        guard let region, region.suppressesTapWhileCoasting else { return }
        for event in output.events[first...] where event.kind == .drag && event.phase == .ended {
            if case .drag(_, _, let velocity) = event.details { coasting.fling(at: event.time, velocity: velocity) }
        }
    }
}
