import GestureCore
import GestureProtocol
import Text

/// An `Event` of org.gestured.Gestures.
package struct WireEvent: Sendable {
    /// The `name` is still the one that the subscription contains.
    var context: EventContext
    let kind: GestureKind
    var phase: GesturePhase
    let path: [Int]

    var inside = false
    var count = 1
    var run = 1
    var decided: Duration?
    var axis: Axis?
    var translation = Vector.zero
    var velocity = Vector.zero
    var direction = Direction.down
    var edge: Edge?
    var corner: Corner?
    var section: Third?
    /// The scale or the rotation in degrees, and its change per second.
    var amount = 0.0
    var amountVelocity = 0.0
    var score = 0.0
    var contact = 0
    var pressure: Double?
    var major: Double?
    var active = false
}

extension WireEvent {
    /// - Returns: nil for a kind or phase that later versions added.
    init?(_ event: JSONValue) {
        guard let kind = event["kind"]?.string.flatMap({ GestureKind(name: $0) }),
            let phase = event["phase"]?.string.flatMap({ GesturePhase(name: $0) })
        else { return nil }
        self.kind = kind
        self.phase = phase
        path = event["path"].map { path in (0..<path.count).map { Int(clamping: path[$0].integer ?? -1) } } ?? []
        context = EventContext(event)
        switch kind {
        case .press: inside = event["inside"]?.bool ?? false
        case .touch:
            contact = Int(clamping: event["contact"]?.integer ?? 0)
            pressure = event["pressure"]?.number
            major = event["major"]?.number
        case .activity: active = event["active"]?.bool ?? false
        case .tap:
            count = Int(clamping: event["count"]?.integer ?? 1)
            run = Int(clamping: event["run"]?.integer ?? 1)
            decided = event["decided"]?.integer.map { .microseconds($0) }
        case .longPress: readMotion(event)
        case .drag:
            axis = event["axis"]?.string.flatMap { Axis(name: $0) }
            readMotion(event)
        case .swipe: readSwipe(event)
        case .edgeSwipe:
            readSwipe(event)
            readStart(event["edge"]?.string ?? [], section: event["section"]?.string)
        case .pinch:
            amount = event["scale"]?.number ?? 1
            amountVelocity = event["scaleVelocity"]?.number ?? 0
        case .rotation:
            amount = event["rotation"]?.number ?? 0
            amountVelocity = event["rotationVelocity"]?.number ?? 0
        case .stroke: score = event["score"]?.number ?? 0
        }
    }

    private mutating func readMotion(_ event: JSONValue) {
        translation = Vector(event["translation"]) ?? .zero
        velocity = Vector(event["velocity"]) ?? .zero
    }

    private mutating func readSwipe(_ event: JSONValue) {
        readMotion(event)
        direction = event["direction"]?.string.flatMap { Direction(name: $0) } ?? Direction(of: translation)
    }
}

extension WireEvent {
    /// Reads the edge or corner at which an edge swipe started.
    private mutating func readStart(_ name: [UInt8], section: [UInt8]?) {
        edge = Edge(name: name)
        corner = Corner.allCases.first { EdgeLocation.corner($0).name.matches(name) }
        guard let edge, let section else { return }
        self.section = Third.allCases.first { EdgeLocation.edge(edge, $0).section?.matches(section) ?? false }
    }
}

extension WireEvent {
    /// The point from which the translation counts.
    var startLocation: Vector? { context.location.map { $0 - translation } }
}

extension EventContext {
    init(_ event: JSONValue) {
        sequence = Int(clamping: event["sequence"]?.integer ?? 0)
        gesture = Int(clamping: event["gesture"]?.integer ?? 0)
        device = event["device"]?.text(or: "") ?? ""
        output = event["output"]?.text(or: "")
        region = event["region"]?.text(or: "")
        name = event["name"]?.text(or: "")
        modifiers = EventModifiers(event["modifiers"].flatMap { GestureCore.EventModifiers($0) } ?? [])
        time = .microseconds(event["time"]?.integer ?? 0)
        fingers = Int(clamping: event["fingers"]?.integer ?? 0)
        location = Vector(event["points"])
        if let x = event["x"]?.number, let y = event["y"]?.number { position = UnitPoint(x: x, y: y) }
    }
}

extension StaticString {
    fileprivate func matches(_ name: [UInt8]) -> Bool { withUTF8Buffer { unsafe name.elementsEqual($0) } }
}

extension Vector {
    fileprivate init?(_ value: JSONValue?) {
        guard let x = value?["x"]?.number, let y = value?["y"]?.number else { return nil }
        self.init(x: x, y: y)
    }
}
