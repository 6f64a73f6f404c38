import GestureCore
import Text
import TouchRecordings

/// Recognizes gestures, and collects the events of each.
struct PlotRecognition {
    private(set) var gestures: [PlottedGesture] = []
    private(set) var explanations: [TouchExplanation] = []
    private var engine: ExplainedEngine
    private let options: GestureOptions
    private let part: Range<Double>
    /// Whether presses are left out, because nobody asked for them, and every contact makes one.
    private let omitsPresses: Bool

    init(
        _ options: GestureOptions, _ surface: Surface, _ part: Range<Double>, settings: ConfiguredSetting.Finder?
    ) {
        self.options = options
        self.part = part
        omitsPresses = options.gestures.selection == .standard
        engine = ExplainedEngine(options: options)
        engine.attach(surface, settings: settings)
    }

    mutating func process(_ frames: RecordedFrames, _ clock: RecordingClock) {
        engine.process(frames.frame, loss: frames.loss)
        collect(clock)
    }

    /// Processes the end of the recording.
    mutating func finish(_ frames: RecordedFrames, _ clock: RecordingClock) {
        frames.finish(&engine)
        collect(clock)
    }

    private mutating func collect(_ clock: RecordingClock) {
        explanations += engine.explanations.filter { part.contains(clock.of($0.began)) }
        for event in engine.events where event.kind != .press || !omitsPresses || hasOwnGestures(event.region) {
            let landed = clock.of(event.origin.time)
            let time = clock.of(event.time)
            var index = gestures.lastIndex { $0.number == event.gesture }
            if index == nil, part.contains(landed) {
                index = gestures.count
                var gesture = PlottedGesture(event, named: name(of: event), landed: landed, at: time)
                gesture.place = place(of: event.region)
                gestures.append(gesture)
            }
            guard let index else { continue }
            var decided = time
            if case .tap(_, _, let instant?) = event.details { decided = clock.of(instant) }
            gestures[index].update(event, landed: landed, at: time, decided: decided)
        }
    }

    /// Whether a region asks for gestures by itself.
    private func hasOwnGestures(_ region: RegionID?) -> Bool {
        guard let index = region.flatMap({ engine.regionIDs.firstIndex(of: $0) }) else { return false }
        return options.regions[index].gestures != nil
    }

    /// The name of a region if regions are nested; otherwise empty.
    func place(of region: RegionID?) -> String {
        guard options.regions.contains(where: { $0.parent != nil }),
            let index = region.flatMap({ engine.regionIDs.firstIndex(of: $0) })
        else { return "" }
        return "\(options.regions[index].name)"
    }

    /// The name of the composition or stroke that an event is part of.
    private func name(of event: EngineEvent) -> String {
        guard let part = event.part else { return "" }
        var compositions = options.gestures.compositions
        if let region = event.region, let index = engine.regionIDs.firstIndex(of: region) {
            compositions = options.regions[index].gestures?.compositions ?? compositions
        }
        let composition = compositions[part.composition]
        return (composition.name ?? composition.expression.shapes[part.node]?.name)?.description ?? ""
    }
}
