import GestureCore
import Text

/// An `Event` of org.gestured.Gestures, as clients read it.
///
/// The service writes events without it, by ``JSONWriter/eventReplyRest(_:device:labels:modifiers:includesPositions:)``, which allocates nothing.
package struct Event: Hashable, Sendable {
    package var sequence: UInt64 = 0
    package var gesture: UInt64 = 0
    package var kind = Word<GestureKind>.other("")
    package var phase = Word<GesturePhase>.other("")
    /// The id of the device.
    package var device: ByteString = ""
    package var output: ByteString?
    package var region: ByteString?
    package var name: ByteString?
    package var path: [Int]?
    package var stage: Int?
    package var stages: Int?
    package var modifiers: [ByteString]?
    package var time = Instant(microseconds: 0)
    package var fingers = 1
    /// nil for a client that is not allowed to learn positions, like ``y``, ``points`` and ``section``.
    package var x: Double?
    package var y: Double?
    package var points: Vector?
    package var inside: Bool?
    package var count: Int?
    package var run: Int?
    package var decided: Instant?
    package var axis: Word<Axis>?
    package var direction: Word<Direction>?
    /// An edge or a corner: ``EdgeLocation/name``.
    package var edge: ByteString?
    package var section: ByteString?
    package var translation: Vector?
    package var velocity: Vector?
    package var scale: Double?
    package var scaleVelocity: Double?
    package var rotation: Double?
    package var rotationVelocity: Double?
    package var score: Double?
    package var contact: UInt64?
    package var pressure: Double?
    package var major: Double?
    package var active: Bool?

    package init() {}
}

extension Event: Message, MemberValue {
    package static var declaration: String { "Event" }

    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.member("sequence", &sequence)
        visitor.member("gesture", &gesture)
        visitor.member("kind", &kind)
        visitor.member("phase", &phase)
        visitor.member("device", &device)
        visitor.member("output", &output)
        visitor.member("region", &region)
        visitor.member("name", &name)
        visitor.member("path", &path)
        visitor.member("stage", &stage)
        visitor.member("stages", &stages)
        visitor.member("modifiers", &modifiers)
        visitor.member("time", &time)
        visitor.member("fingers", &fingers)
        visitor.decimal("x", places: Self.fractionPlaces, &x)
        visitor.decimal("y", places: Self.fractionPlaces, &y)
        visitor.member("points", &points)
        visitor.member("inside", &inside)
        visitor.member("count", &count)
        visitor.member("run", &run)
        visitor.member("decided", &decided)
        visitor.member("axis", &axis)
        visitor.member("direction", &direction)
        visitor.member("edge", &edge)
        visitor.member("section", &section)
        visitor.member("translation", &translation)
        visitor.member("velocity", &velocity)
        visitor.decimal("scale", places: Self.measurePlaces, &scale)
        visitor.decimal("scaleVelocity", places: Self.measurePlaces, &scaleVelocity)
        visitor.decimal("rotation", places: Self.measurePlaces, &rotation)
        visitor.decimal("rotationVelocity", places: Self.measurePlaces, &rotationVelocity)
        visitor.decimal("score", places: Self.measurePlaces, &score)
        visitor.member("contact", &contact)
        visitor.decimal("pressure", places: Self.measurePlaces, &pressure)
        visitor.decimal("major", places: Self.measurePlaces, &major)
        visitor.member("active", &active)
    }

    /// The decimals of fractions of the device, of lengths, and of other measures.
    package static var fractionPlaces: Int { 6 }
    package static var lengthPlaces: Int { 3 }
    package static var measurePlaces: Int { 4 }
}

extension Event {
    /// The centre of the fingers as fractions of the device; nil for a client that is not allowed to learn positions.
    package var position: UnitPoint? {
        guard let x, let y else { return nil }
        return UnitPoint(x: x, y: y)
    }

    /// The modifier keys that are held; none if this version does not know one of them.
    package var modifierKeys: EventModifiers {
        var keys: EventModifiers = []
        for name in modifiers ?? [] {
            guard let key = EventModifiers(name: name.bytes) else { return [] }
            keys.formUnion(key)
        }
        return keys
    }
}

// MARK: Events of an engine

extension Event {
    /// The event of an engine as a client of the service would get it.
    ///
    /// - Parameters:
    ///   - sequence: the number of the event in its subscription, from 1.
    ///   - output: the display of the device.
    ///   - engine: the engine that reported the event with its last step.
    ///   - modifiers: the modifier keys that were held at its time.
    package init(
        _ event: EngineEvent, sequence: UInt64, device: ByteString, output: ByteString? = nil,
        of engine: GestureEngine, modifiers: EventModifiers = [], includesPositions: Bool = true
    ) {
        self.sequence = sequence
        gesture = event.gesture
        kind = .known(event.kind)
        phase = .known(event.phase)
        self.device = device
        self.output = output
        takeLabels(of: event, engine)
        if !modifiers.isEmpty { self.modifiers = modifiers.words.map { ByteString(word: $0) } }
        time = event.time
        fingers = event.fingers
        if includesPositions {
            x = Self.rounded(event.position.x, Self.fractionPlaces)
            y = Self.rounded(event.position.y, Self.fractionPlaces)
            points = Self.rounded(event.point)
        }
        take(event.details)
        if !includesPositions { section = nil }
    }

    /// The region, and the place in a composition.
    private mutating func takeLabels(of event: EngineEvent, _ engine: GestureEngine) {
        let options = engine.options
        var compositions = options.gestures.compositions
        if let index = event.region.flatMap({ engine.regionIDs.firstIndex(of: $0) }) {
            region = options.regions[index].name
            compositions = options.regions[index].gestures?.compositions ?? compositions
        }
        guard let part = event.part else { return }
        let composition = compositions[part.composition]
        name = composition.name ?? composition.expression.shapes[part.node]?.name
        let path = composition.expression.paths[part.node]
        // A gesture that is no member has no path.
        if !path.isEmpty, !composition.joinsEntries { self.path = path }
        if part.stage != nil, part.stages != nil { (stage, stages) = (part.stage, part.stages) }
    }

    private mutating func take(_ details: EngineEvent.Details) {
        switch details {
        case .none: break
        case .press(let isInside): inside = isInside
        case .touch(let contact, let shape):
            self.contact = contact.number
            pressure = shape.pressure.map { Self.rounded($0) }
            major = shape.major.map { Self.rounded($0) }
        case .activity(let isActive): active = isActive
        case .tap(let count, let run, let decided): (self.count, self.run, self.decided) = (count, run, decided)
        case .motion(let translation, let velocity): take(translation, velocity)
        case .drag(let axis, let translation, let velocity):
            self.axis = axis.map { .known($0) }
            take(translation, velocity)
        case .swipe(let direction, let translation, let velocity):
            self.direction = .known(direction)
            take(translation, velocity)
        case .edgeSwipe(let place, let direction, let translation, let velocity):
            self.direction = .known(direction)
            edge = ByteString(word: place.name)
            section = place.section.map { ByteString(word: $0) }
            take(translation, velocity)
        case .pinch(let scale, let velocity):
            (self.scale, scaleVelocity) = (Self.rounded(scale), Self.rounded(velocity))
        case .rotation(let degrees, let velocity):
            (rotation, rotationVelocity) = (Self.rounded(degrees), Self.rounded(velocity))
        case .stroke(_, let score): self.score = Self.rounded(score)
        }
    }

    private mutating func take(_ translation: Vector, _ velocity: Velocity) {
        self.translation = Self.rounded(translation)
        self.velocity = Self.rounded(Vector(x: velocity.x, y: velocity.y))
    }

    private static func rounded(_ vector: Vector) -> Vector {
        Vector(x: rounded(vector.x, lengthPlaces), y: rounded(vector.y, lengthPlaces))
    }

    /// The number that a client reads.
    private static func rounded(_ number: Double, _ places: Int = measurePlaces) -> Double {
        JSONOutput.rounded(number, places: places)
    }
}
