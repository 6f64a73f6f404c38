import GestureCore

/// Touches as text, for tests of recognition and of programs that use it.
///
/// ```
/// 0 down a 100,100; 50 up a; 350 down a 100,100
/// ```
///
/// A script is a list of statements, each with a time in ms (up to three decimals), a verb, and fingers by name. A statement
/// without a time happens at the time of the previous one. The changes on one surface at one time are one frame. A bar instead
/// of a semicolon starts another frame at the same time, as a second change of the same finger does. Times can go back, as
/// they can in the events of a device.
///
/// | statement                         | meaning                                                                  |
/// |-----------------------------------|--------------------------------------------------------------------------|
/// | `down a 100,100 b 200,100`        | fingers land, in pt; a name that was used before is a new contact        |
/// | `move a 120,100`, `move a by 20,0` | a finger moves to a point, or by a distance                             |
/// | `glide a by 100,0 for 80`         | a finger moves evenly for 80 ms, with a frame every 10 ms and one at the end |
/// | `up a b`, `up all`                | fingers lift                                                             |
/// | `cancel a`, `cancel all`          | fingers are lost: a palm, or an overrun                                  |
/// | `unplug`, `plug`, `unplug pad`    | the surface is removed, or added again                                   |
/// | `wake`                            | time advances to here                                                    |
///
/// Fingers of another surface than the script's have its name as a prefix: `down pad:a 100,100`. A question mark after a name,
/// `up a?`, allows a finger that is not down, or is down already, which is otherwise an error.
package struct TouchScript: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
        case plug(Surface)
        case unplug(SurfaceID, at: Instant)
        case frame(TouchFrame)
        case wake(at: Instant)
    }

    /// In the order of the text. Every surface is plugged in first, unless its first statement is `plug`.
    package let steps: [Step]

    /// - Throws: ``ScriptError`` with the invalid statement.
    package init(_ text: String, on surface: Surface = .screen) throws(ScriptError) {
        var reader = ScriptReader(surface: surface)
        try reader.read(text)
        steps = reader.steps
    }

    /// The steps that are frames.
    package var frames: [TouchFrame] {
        steps.compactMap { step in
            if case .frame(let frame) = step { frame } else { nil }
        }
    }
}

extension TouchScript.Step {
    /// nil for a step without a time of its own.
    package var time: Instant? {
        switch self {
        case .plug: nil
        case .unplug(_, let time), .wake(let time): time
        case .frame(let frame): frame.time
        }
    }

    package func shifted(by microseconds: Int64) -> TouchScript.Step {
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

/// An invalid statement of a script.
package struct ScriptError: Error, Equatable, CustomStringConvertible {
    package var statement: String
    package var expected: String

    package init(statement: String, expected: String) {
        self.statement = statement
        self.expected = expected
    }

    /// A message for people that says what is wrong.
    package var description: String { "\"\(statement)\": expected \(expected)" }
}

extension Surface {
    /// The touchscreen on which scripts are played: 2000 × 1200 pt, about 318 × 190 mm.
    package static let screen = Surface(id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2000, y: 1200))
    /// The touchpad: 630 × 378 pt, about 100 × 60 mm.
    package static let pad = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 630, y: 378))

    static func named(_ name: Substring) -> Surface? {
        switch name {
        case "screen": .screen
        case "pad": .pad
        default: nil
        }
    }
}

extension Instant {
    /// The instant this number of milliseconds after the start of a script.
    package static func milliseconds(_ count: Int64) -> Instant { Instant(microseconds: 0) + .milliseconds(count) }
}
