import GestureCore
import GestureProtocol
import Text

/// An event of the service, or of a recording, as far as the live view uses it.
struct WatchEvent {
    var device: [UInt8]
    /// The name of its region; nil if it has none.
    var region: ByteString?
    var gesture: Int64
    /// nil for a kind that this version does not know.
    var kind: GestureKind?
    var phase: GesturePhase
    var time: Instant
    /// nil without permission to learn positions.
    var position: UnitPoint?
    /// The same in pt.
    var point: Vector
    /// That of a touch.
    var contact: Int64
    var appearance: GestureAppearance
    /// The number of taps; 1 for other kinds.
    var count: Int
    var json: JSONValue

    init?(_ json: JSONValue) {
        guard let phase = json["phase"]?.string.flatMap({ GesturePhase(name: $0) }) else { return nil }
        self.json = json
        self.phase = phase
        device = json["device"]?.string ?? []
        region = json["region"]?.string.map { ByteString($0) }
        gesture = json["gesture"]?.integer ?? 0
        kind = json["kind"]?.string.flatMap { GestureKind(name: $0) }
        time = Instant(microseconds: json["time"]?.integer ?? 0)
        contact = json["contact"]?.integer ?? 0
        if let x = json["x"]?.number, let y = json["y"]?.number {
            position = UnitPoint(x: min(max(x, 0), 1), y: min(max(y, 0), 1))
        }
        point = Vector(x: json["points"]?["x"]?.number ?? 0, y: json["points"]?["y"]?.number ?? 0)
        guard let kind, kind != .touch else {
            (appearance, count) = (.unknown, 1)
            return
        }
        count = Int(clamping: json["count"]?.integer ?? 1)
        let direction = json["direction"]?.string.flatMap { Direction(name: $0) }
        appearance = GestureAppearance(kind, direction: direction, count: count)
    }

    /// True if it says that the gesture was recognized, and not that a finger touches.
    var isRecognition: Bool {
        switch kind {
        case .press, .touch, .activity, nil: false
        case let kind?: phase == kind.recognitionPhase
        }
    }
}
