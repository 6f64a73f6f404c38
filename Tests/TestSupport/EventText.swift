import GestureCore
import Text

/// Writes gesture events as short text, to be compared with whole expected lists.
///
/// ```
/// press#1 began @0
/// tap#2 ended x2 @180
/// drag#3 changed f2 by 30,0 @40
/// swipe#4 ended right by 60,0 @80
/// edgeSwipe#5 ended right from left middle by 60,0 @80
/// pinch#6 began f2 scale 1.05 @90
/// rotation#7 changed f2 turn -12.5 @100
/// stroke#8 ended shape 0 score 0.93 of unnamed @120
/// ```
///
/// The number joins the events of one gesture. These appear only if they differ from the default: `f2` for more than one finger,
/// `run 4` unless it equals the count of the tap, `decided 350` unless it equals the time, `on pad` for another surface than
/// the script's, `outside` of a press, `in button` if there are regions, `of menu 1/2` for the events of a composition.
public struct EventText: Sendable {
    /// Optional parts.
    public struct Parts: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The centre of the fingers: `at 100,100`.
        public static let places = Parts(rawValue: 1)
        /// `speed 500,0`, in whole pt/s.
        public static let velocities = Parts(rawValue: 2)
        /// `along horizontal`, of drags.
        public static let axes = Parts(rawValue: 4)
        /// `contact 1 pressure 0.5 major 12`, of touches.
        public static let shapes = Parts(rawValue: 8)
    }

    public var surface: Surface
    public var parts: Parts
    /// The names of regions by number, and of compositions by index.
    public var regions: [RegionID: ByteString]
    public var compositions: [ByteString?]

    package init(
        surface: Surface = .screen, parts: Parts = [], regions: [RegionID: ByteString] = [:],
        compositions: [ByteString?] = []
    ) {
        self.surface = surface
        self.parts = parts
        self.regions = regions
        self.compositions = compositions
    }

    public func text(_ event: EngineEvent) -> String {
        var words = ["\(event.kind)#\(event.gesture)", "\(event.phase)"]
        var end: [String] = []
        switch event.details {
        case .none, .motion, .drag, .pinch, .rotation, .stroke: break
        case .press(let inside):
            if !inside { words.append("outside") } else if event.phase == .changed { words.append("inside") }
        case .touch(let contact, let shape):
            if parts.contains(.shapes) {
                words.append("contact \(contact.number)")
                if let pressure = shape.pressure { words.append("pressure \(text(pressure))") }
                if let major = shape.major { words.append("major \(text(major))") }
            }
        case .activity(let isActive): words.append(isActive ? "active" : "idle")
        case .tap(let count, let run, let decided):
            words.append("x\(count)")
            if run != count { words.append("run \(run)") }
            if let decided, decided != event.time { end.append("decided \(text(decided))") }
            if decided == nil, event.phase != .possible { end.append("undecided") }
        case .swipe(let direction, _, _): words.append("\(direction)")
        case .edgeSwipe(let place, let direction, _, _): words.append("\(direction) from \(text(place))")
        }
        if event.fingers != 1 { words.append("f\(event.fingers)") }
        switch event.details {
        case .none, .press, .tap, .touch, .activity: break
        case .motion(let translation, let velocity), .swipe(_, let translation, let velocity),
            .edgeSwipe(_, _, let translation, let velocity):
            words += motion(translation, velocity)
        case .drag(let axis, let translation, let velocity):
            if parts.contains(.axes) { words.append("along \(axis.map { "\($0)" } ?? "no axis")") }
            words += motion(translation, velocity)
        case .pinch(let scale, let velocity):
            words.append("scale \(text(scale))")
            if parts.contains(.velocities) { words.append("speed \(text(velocity))") }
        case .rotation(let degrees, let velocity):
            words.append("turn \(text(degrees))")
            if parts.contains(.velocities) { words.append("speed \(text(velocity.rounded()))") }
        case .stroke(let shape, let score): words.append("shape \(shape) score \(text(score))")
        }
        if parts.contains(.places) { words.append("at \(text(event.point))") }
        if event.surface != surface.id { words.append("on \(event.surface == Surface.pad.id ? "pad" : "screen")") }
        if let region = event.region { words.append("in \(regions[region] ?? "region \(region.number)")") }
        if let part = event.part {
            words.append("of \(compositions[part.composition] ?? "unnamed")")
            if let stage = part.stage, let stages = part.stages { words.append("\(stage)/\(stages)") }
        }
        words.append("@\(text(event.time))")
        return (words + end).joined(separator: " ")
    }

    private func motion(_ translation: Vector, _ velocity: Velocity) -> [String] {
        let way = "by \(text(translation))"
        guard parts.contains(.velocities) else { return [way] }
        return [way, "speed \(text(Vector(x: velocity.x.rounded(), y: velocity.y.rounded())))"]
    }

    private func text(_ place: EdgeLocation) -> String {
        switch place {
        case .edge(let edge, let third): "\(edge) \(third)"
        case .corner(let corner): "\(corner)"
        }
    }

    /// In ms.
    public func text(_ time: Instant) -> String { thousandths(time.microseconds) }

    /// In pt, to a thousandth.
    public func text(_ vector: Vector) -> String { "\(text(vector.x)),\(text(vector.y))" }

    private func text(_ number: Double) -> String {
        Int64(exactly: (number * 1000).rounded()).map(thousandths) ?? "\(number)"
    }

    private func thousandths(_ count: Int64) -> String {
        let (whole, part) = count.magnitude.quotientAndRemainder(dividingBy: 1000)
        var fraction = String(part + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(count < 0 ? "-" : "")\(whole)\(fraction.isEmpty ? "" : ".")\(fraction)"
    }
}
