import GestureCore

/// Writes gesture events as short text, to be compared with whole expected lists.
///
/// ```
/// press#1 began @0
/// tap#2 ended x2 @180
/// drag#3 changed f2 by 30,0 @40
/// swipe#4 ended right by 60,0 @80
/// ```
///
/// The number joins the events of one gesture. Said only where it is not the usual: `f2` where there is more than one finger,
/// `run 4` where it is not the count of the tap, `decided 350` where it is not the time, `on pad` where it is not the surface
/// of the script, `outside` of a press.
public struct EventText: Sendable {
    /// What is left out unless asked for.
    public struct Parts: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The centre of the fingers: `at 100,100`.
        public static let places = Parts(rawValue: 1)
        /// `speed 500,0`, in whole pt/s.
        public static let velocities = Parts(rawValue: 2)
    }

    public var surface: Surface
    public var parts: Parts

    public init(surface: Surface = .screen, parts: Parts = []) {
        self.surface = surface
        self.parts = parts
    }

    public func text(_ event: GestureEvent) -> String {
        var words = ["\(event.kind)#\(event.gesture)", "\(event.phase)"]
        var end: [String] = []
        switch event.details {
        case .none: break
        case .press(let inside): if !inside { words.append("outside") }
        case .tap(let count, let run, let decided):
            words.append("x\(count)")
            if run != count { words.append("run \(run)") }
            if let decided, decided != event.time { end.append("decided \(text(decided))") }
            if decided == nil, event.phase != .possible { end.append("undecided") }
        case .motion: break
        case .swipe(let direction, _, _): words.append("\(direction)")
        }
        if event.fingers != 1 { words.append("f\(event.fingers)") }
        switch event.details {
        case .none, .press, .tap: break
        case .motion(let translation, let velocity), .swipe(_, let translation, let velocity):
            words.append("by \(text(translation))")
            if parts.contains(.velocities) {
                words.append("speed \(text(Vector(x: velocity.x.rounded(), y: velocity.y.rounded())))")
            }
        }
        if parts.contains(.places) { words.append("at \(text(event.point))") }
        if event.surface != surface.id { words.append("on \(event.surface == Surface.pad.id ? "pad" : "screen")") }
        words.append("@\(text(event.time))")
        return (words + end).joined(separator: " ")
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
