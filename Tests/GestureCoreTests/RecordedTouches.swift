import GestureCore
import TestSupport

/// One instant of recorded touches: the positions of all fingers that are down, in pt.
///
/// A table has the full state at each instant, while a device reports only changes.
struct TouchRow {
    var time: Instant
    var fingers: [(id: ContactID, position: Vector)]
}

/// The size of a touchpad in mm.
struct Pad: CustomStringConvertible {
    var width: Double
    var height: Double

    var description: String { "\(Int(width)) × \(Int(height)) mm" }
    var surface: Surface { Surface(id: Surface.pad.id, kind: .touchpad, size: .millimetres(width, height)) }
}

extension Vector {
    static func millimetres(_ x: Double, _ y: Double) -> Vector { Vector(x: x, y: y) / Points.millimetresPerPoint }
}

extension GestureEngine {
    /// Plays recorded touches, and then every deadline.
    ///
    /// - Returns: all events in the order in which they are published.
    mutating func play(_ rows: [TouchRow], on pad: Pad) -> [EngineEvent] {
        let surface = pad.surface
        var events = play(.plug(surface))
        var down: [(id: ContactID, position: Vector)] = []
        for row in rows {
            var frame = TouchFrame(surface: surface.id, time: row.time)
            for finger in down where !row.fingers.contains(where: { $0.id == finger.id }) {
                frame.changes.append(ContactChange(finger.id, .up, at: finger.position))
            }
            for finger in row.fingers {
                let wasDown = down.contains { $0.id == finger.id }
                frame.changes.append(ContactChange(finger.id, wasDown ? .move : .down, at: finger.position))
            }
            down = row.fingers
            events += play(.frame(frame))
        }
        return events + play(.wake(at: .distantFuture))
    }
}
