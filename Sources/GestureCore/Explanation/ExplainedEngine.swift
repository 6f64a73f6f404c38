/// A gesture engine that explains each touch: why it was or was not each requested gesture.
///
/// It wraps an engine that knows nothing of it, and shows each of its steps, a frame or a deadline, to a ``TouchExplainer``, which
/// asks the recognizers for reasons. A frame costs several times as much as without explanations, and allocates.
///
/// Explained are the gestures that compete by themselves: taps, long presses, drags, swipes, pinches and rotations.
package struct ExplainedEngine {
    private var engine: GestureEngine
    private var explainer = TouchExplainer()
    /// The engine before the current step, if reasons depend on it.
    private var before: GestureEngine?
    private let remembers: Bool
    private var settings: [(surface: SurfaceID, finder: ConfiguredSetting.Finder)] = []
    /// Why contacts are cancelled in the current frame.
    private var loss = ContactLoss.unknown

    /// The events of the last call, in the order in which they would be published.
    package private(set) var events: [EngineEvent] = []

    package init(options: GestureOptions) {
        engine = GestureEngine(options: options)
        remembers = options.regions.contains { $0.parent != nil } || options.hasCompositions
    }

    /// The engine that recognizes the gestures.
    package var recognition: GestureEngine { engine }
    package var options: GestureOptions { engine.options }
    package var regionIDs: [RegionID] { engine.regionIDs }
    package var nextDeadline: Instant? { engine.nextDeadline }
    /// The touches that were decided in the last call.
    package private(set) var explanations: [TouchExplanation] = []
    /// The lowest number of a touch that is not decided; nil if all are.
    package var firstUndecided: Int? { explainer.firstUndecided }

    /// - Parameter settings: finds the settings that decide on this surface.
    package mutating func attach(
        _ surface: Surface, _ use: SurfaceUse = SurfaceUse(), at time: Instant = .distantPast,
        settings: ConfiguredSetting.Finder? = nil
    ) {
        start()
        if let settings { self.settings.append((surface.id, settings)) }
        engine.attach(surface, use, at: time)
        events += engine.events
    }

    /// Removes a surface. Its touches are decided.
    package mutating func detach(_ id: SurfaceID, at time: Instant) {
        start()
        passDeadlines(before: time)
        remember()
        engine.detach(id, at: time)
        explainer.removeIgnored(on: id, at: engine.now)
        observe(nil, at: engine.now)
        settings.removeAll { $0.surface == id }
    }

    package mutating func note(_ modifiers: EventModifiers, at time: Instant) { engine.note(modifiers, at: time) }

    /// - Parameter loss: why contacts are cancelled in the frame.
    package mutating func process(_ frame: TouchFrame, loss: ContactLoss = .unknown) {
        self.loss = loss
        start()
        passDeadlines(before: frame.time)
        remember()
        let actions = ContactChange.Actions(of: frame.changes)
        if ContactChange.Action.allCases.count(where: { actions.contains($0) }) > 1, !frame.isWaking {
            processParts(of: frame)
        } else {
            engine.process(frame)
        }
        observe(frame, at: engine.now)
    }

    package mutating func advance(to time: Instant) {
        start()
        passDeadlines(before: time)
        engine.advance(to: time)
    }

    // MARK: Steps

    private mutating func start() {
        events.removeAll(keepingCapacity: true)
        explainer.start()
        explanations.removeAll(keepingCapacity: true)
    }

    private mutating func remember() { before = remembers ? engine : nil }

    /// Passes the deadlines one by one, so that each decision is seen at its time.
    private mutating func passDeadlines(before time: Instant) {
        while let deadline = engine.nextDeadline, deadline < time {
            remember()
            engine.advance(to: deadline + Interval(microseconds: 1))
            observe(nil, at: deadline)
        }
    }

    /// Processes a frame with several actions, which the recognizers handle one after the other. Copies of the engine show the
    /// states between them.
    private mutating func processParts(of frame: TouchFrame) {
        var (moved, lifted) = (engine, engine)
        moved.process(frame.part { $0 == .cancel || $0 == .move })
        lifted.process(frame.part { $0 != .down })
        engine.process(frame)
        explainer.ask(step(of: moved, frame, at: engine.now))
        let step = step(of: lifted, frame, at: engine.now)
        explainer.followEnded(step, whole: engine)
    }

    private func step(of engine: GestureEngine, _ frame: TouchFrame?, at now: Instant) -> EngineStep {
        EngineStep(engine: engine, before: before, frame: frame, now: now, loss: loss)
    }

    /// Shows the explainer what the engine did in one step.
    ///
    /// - Parameter frame: nil for a deadline.
    private mutating func observe(_ frame: TouchFrame?, at now: Instant) {
        explainer.observe(step(of: engine, frame, at: now))
        for var touch in explainer.explanations[explanations.count...] {
            if let settings = settings.first(where: { $0.surface == touch.surface }) { touch.note(settings.finder) }
            explanations.append(touch)
        }
        events += engine.events
    }
}

extension GestureOptions {
    fileprivate var hasCompositions: Bool {
        !gestures.compositions.isEmpty || regions.contains { !($0.gestures?.compositions.isEmpty ?? true) }
    }
}

extension TouchFrame {
    fileprivate func part(_ isMeant: (ContactChange.Action) -> Bool) -> TouchFrame {
        var part = self
        part.changes = changes.filter { isMeant($0.action) }
        return part
    }
}
