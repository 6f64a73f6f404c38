import GestureCore
import GestureProtocol
import Text

/// An event of the service, with the values that its kind has.
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
    init?(_ event: Event) {
        guard let kind = event.kind.known, let phase = event.phase.known else { return nil }
        self.kind = kind
        self.phase = phase
        path = event.path ?? []
        context = EventContext(event)
        inside = event.inside ?? inside
        count = event.count ?? count
        run = event.run ?? run
        decided = event.decided.map { .microseconds($0.microseconds) }
        axis = event.axis?.known
        translation = event.translation ?? translation
        velocity = event.velocity ?? velocity
        direction = event.direction?.known ?? Direction(of: translation)
        edge = event.edge.flatMap { Edge(name: $0.bytes) }
        corner = event.edge.flatMap { Corner(name: $0.bytes) }
        section = event.section.flatMap { name in edge.flatMap { Third(name: name.bytes, of: $0) } }
        switch kind {
        case .pinch: (amount, amountVelocity) = (event.scale ?? 1, event.scaleVelocity ?? 0)
        case .rotation: (amount, amountVelocity) = (event.rotation ?? 0, event.rotationVelocity ?? 0)
        case .press, .touch, .activity, .tap, .longPress, .drag, .swipe, .edgeSwipe, .stroke: break
        }
        score = event.score ?? score
        contact = Int(clamping: event.contact ?? 0)
        pressure = event.pressure
        major = event.major
        active = event.active ?? active
    }
}

extension WireEvent {
    /// The point from which the translation counts.
    var startLocation: Vector? { context.location.map { $0 - translation } }
}

extension EventContext {
    init(_ event: Event) {
        sequence = Int(clamping: event.sequence)
        gesture = Int(clamping: event.gesture)
        device = event.device.description
        output = event.output?.description
        region = event.region?.description
        name = event.name?.description
        modifiers = EventModifiers(event.modifierKeys)
        time = .microseconds(event.time.microseconds)
        fingers = event.fingers
        location = event.points
        position = event.position
    }
}

extension Corner {
    fileprivate init?(name: some Collection<UInt8>) {
        guard let corner = Self.allCases.first(where: { EdgeLocation.corner($0).name.matches(name) }) else {
            return nil
        }
        self = corner
    }
}

extension Third {
    fileprivate init?(name: some Collection<UInt8>, of edge: Edge) {
        let third = Self.allCases.first { EdgeLocation.edge(edge, $0).section?.matches(name) ?? false }
        guard let third else { return nil }
        self = third
    }
}

extension StaticString {
    fileprivate func matches(_ name: some Collection<UInt8>) -> Bool {
        withUTF8Buffer { unsafe name.elementsEqual($0) }
    }
}
