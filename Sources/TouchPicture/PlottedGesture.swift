import GestureCore
import Terminal
import Text

/// A gesture of a recording as a plot shows it. All times are in s from the start of the recording.
struct PlottedGesture {
    var number: UInt64
    var kind: GestureKind
    /// That of a swipe.
    var direction: Direction?
    /// The number of taps; 1 for other kinds.
    var count = 1
    var fingers: Int
    /// The name of a stroke or of a composition.
    var name: String
    var region: RegionID?
    /// The name of the region if regions are nested; otherwise empty.
    var place = ""
    /// The landing point of the fingers, in pt.
    var origin: Vector
    /// The first landing.
    var landed: Double
    /// The time of the first event.
    var began: Double
    /// The time of the last event.
    var ended: Double
    /// The time from which it could not become another gesture any more; nil if it was never decided.
    var decided: Double?
    var isCancelled = false
    /// The indices of its contacts in the plot.
    var contacts: [Int] = []

    init(_ event: EngineEvent, named name: String, landed: Double, at time: Double) {
        number = event.gesture
        self.name = name
        kind = event.kind
        fingers = event.fingers
        region = event.region
        origin = event.origin.point
        self.landed = landed
        (began, ended) = (time, time)
    }

    /// Takes over a further event of the gesture.
    mutating func update(_ event: EngineEvent, landed: Double, at time: Double, decided: Double) {
        fingers = max(fingers, event.fingers)
        self.landed = min(self.landed, landed)
        ended = max(ended, time)
        switch event.details {
        case .tap(let count, _, _): self.count = count
        case .swipe(let direction, _, _), .edgeSwipe(_, let direction, _, _): self.direction = direction
        default: break
        }
        switch event.phase {
        case .possible, .changed: break
        case .began: self.decided = time
        case .ended: if kind.recognitionPhase == .ended { self.decided = decided }
        case .cancelled: isCancelled = true
        }
    }

    /// Grey if it was cancelled.
    var colour: Colour { isCancelled ? .grey : appearance.colour }

    var appearance: GestureAppearance { GestureAppearance(kind, direction: direction, count: count) }

    /// e.g. `double tap 2 fingers`
    var title: String {
        var title = kind.title(taps: count)
        if let direction { title += " \(direction.words)" }
        if !name.utf8.isEmpty { title += " \(name)" }
        if fingers > 1 { title += " \(counted(fingers, "finger"))" }
        if !place.utf8.isEmpty { title += " in \(place)" }
        return isCancelled ? title + ", cancelled" : title
    }

    /// The gesture with its times, e.g. `tap: 0 s to 0.066 s, decided at 0.366 s`.
    var description: String {
        var text = title + ": \(thousandths(landed)) s to \(thousandths(ended)) s"
        if let decided { text += ", decided at \(thousandths(decided)) s" }
        return text
    }

    /// All of its time, with the time that it waited for a decision.
    var interval: ClosedRange<Double> { landed...max(ended, decided ?? landed) }

    /// Tells how well the kind describes what the fingers did: the trail has the colour of the highest.
    var rank: Int {
        if isCancelled { return 0 }
        return switch kind {
        case .activity, .touch: 0
        case .press: 1
        case .drag: 2
        case .pinch, .rotation: 3
        case .tap, .longPress, .swipe, .edgeSwipe: 4
        case .stroke: 5
        }
    }
}

extension Direction {
    fileprivate var words: StaticString {
        switch self {
        case .right: "right"
        case .downRight: "down right"
        case .down: "down"
        case .downLeft: "down left"
        case .left: "left"
        case .upLeft: "up left"
        case .up: "up"
        case .upRight: "up right"
        }
    }
}
