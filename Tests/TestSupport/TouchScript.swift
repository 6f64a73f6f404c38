import GestureCore

/// Touches written down as text: what tests are made of.
///
/// ```
/// 0 down a 100,100; 50 up a; 350 down a 100,100
/// ```
///
/// A script is a list of statements, each with a time in ms (up to three decimals), a verb, and fingers by name. A statement
/// without a time happens at the same time as the one before. What happens on one surface at one time is one frame; after a
/// bar instead of a semicolon another frame starts, even at the same time, as it does when a finger changes twice. Times may
/// go back, as in what a device sends.
///
/// | statement                         | meaning                                                                  |
/// |-----------------------------------|--------------------------------------------------------------------------|
/// | `down a 100,100 b 200,100`        | fingers land, in pt; a name that was used before is a new contact        |
/// | `move a 120,100`, `move a by 20,0` | a finger moves to there, or so far from where it is                     |
/// | `glide a by 100,0 for 80`         | moves evenly for so many ms, with a frame each 10 ms; the last at its end |
/// | `up a b`, `up all`                | fingers are lifted                                                       |
/// | `cancel a`, `cancel all`          | fingers are lost: a palm, or an overrun                                  |
/// | `unplug`, `plug`, `unplug pad`    | the surface goes, or comes back                                          |
/// | `wake`                            | the host lets time pass up to here                                       |
///
/// Fingers of a surface other than the script's own are named with it: `down pad:a 100,100`. A question mark after a name,
/// `up a?`, allows what is otherwise taken for a slip of the pen: a finger that is not down, or is down already.
public struct TouchScript: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
        case plug(Surface)
        case unplug(SurfaceID, at: Instant)
        case frame(TouchFrame)
        case wake(at: Instant)
    }

    /// In the order of the text; each surface that is mentioned is plugged in before all else, unless the first that is said
    /// of it is `plug`.
    public let steps: [Step]

    /// - Throws: ``ScriptError`` with the statement that cannot be read.
    public init(_ text: String, on surface: Surface = .screen) throws(ScriptError) {
        var reader = ScriptReader(surface: surface)
        try reader.read(text)
        steps = reader.steps
    }

    /// The frames alone.
    public var frames: [TouchFrame] {
        steps.compactMap { step in
            if case .frame(let frame) = step { frame } else { nil }
        }
    }
}

extension TouchScript.Step {
    /// When it is; nil for one that has no time of its own.
    public var time: Instant? {
        switch self {
        case .plug: nil
        case .unplug(_, let time), .wake(let time): time
        case .frame(let frame): frame.time
        }
    }

    public func shifted(by microseconds: Int64) -> TouchScript.Step {
        let shift = Interval(microseconds: microseconds)
        switch self {
        case .plug: return self
        case .unplug(let surface, let time): return .unplug(surface, at: time + shift)
        case .wake(let time): return .wake(at: time + shift)
        case .frame(var frame):
            frame.time = frame.time + shift
            return .frame(frame)
        }
    }
}

/// A statement that is no touch.
public struct ScriptError: Error, Equatable, CustomStringConvertible {
    public var statement: String
    public var expected: String

    public var description: String { "\"\(statement)\": expected \(expected)" }
}

extension Surface {
    /// The touchscreen on which scripts are played: 2000 × 1200 pt, about 318 × 190 mm.
    public static let screen = Surface(id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2000, y: 1200))
    /// The touchpad: 630 × 378 pt, about 100 × 60 mm.
    public static let pad = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 630, y: 378))

    static func named(_ name: Substring) -> Surface? {
        switch name {
        case "screen": .screen
        case "pad": .pad
        default: nil
        }
    }
}

extension Instant {
    /// So many ms after the start of a script.
    public static func milliseconds(_ count: Int64) -> Instant { Instant(microseconds: 0) + .milliseconds(count) }
}
