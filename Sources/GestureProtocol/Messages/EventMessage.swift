import GestureCore
import Text

// The members of events once more, after those of ``Event``: each is written by a few instructions, and none is allocated for.

extension JSONWriter {
    /// Writes the reply with an event as a whole message, the final NUL included.
    ///
    /// - Parameters:
    ///   - sequence: the number of the event in its subscription, from 1.
    ///   - modifiers: the modifier keys that were held at its time.
    package mutating func eventReply(
        _ event: EngineEvent, sequence: UInt64, device: DeviceLabels, labels: EventLabels,
        modifiers: EventModifiers = [], includesPositions: Bool = true
    ) {
        var rest = JSONWriter()
        rest.eventReplyRest(
            event, device: device, labels: labels, modifiers: modifiers, includesPositions: includesPositions)
        eventReply(sequence: sequence, gesture: event.gesture, rest: rest.bytes[...])
    }

    /// Writes the reply with an event: the numbers of the subscription, then the part shared with other subscriptions.
    ///
    /// - Parameters:
    ///   - sequence: the number of the event in the subscription, from 1.
    ///   - gesture: the number of the gesture.
    ///   - rest: as ``eventReplyRest`` wrote it.
    package mutating func eventReply(sequence: UInt64, gesture: UInt64, rest: ArraySlice<UInt8>) {
        bytes.append(upTo: 96 + rest.count) { output in
            output.raw("{\"parameters\":{\"event\":")
            output.eventStart(sequence: sequence, gesture: gesture)
            output.raw(rest.span)
        }
    }

    /// Writes the part of the reply with an event that equal subscriptions share, up to the final NUL.
    ///
    /// - Parameter includesPositions: whether it says where the fingers are, and not only what they do.
    package mutating func eventReplyRest(
        _ event: EngineEvent, device: DeviceLabels, labels: EventLabels, modifiers: EventModifiers = [],
        includesPositions: Bool = true
    ) {
        let region = labels.region(of: event)
        let composition = labels.composition(of: event)
        bytes.append(upTo: Self.largest(device, region, composition)) { output in
            output.eventRest(
                event, device: device, region: region, composition: composition, modifiers: modifiers,
                includesPositions: includesPositions)
            output.raw("},\"continues\":true}\0")
        }
    }

    /// An upper bound in bytes: all member names with the longest numbers, and the labels.
    private static func largest(_ device: DeviceLabels, _ region: [UInt8]?, _ composition: [UInt8]?) -> Int {
        832 + device.members.count + (region?.count ?? 0) + (composition?.count ?? 0)
    }
}

extension JSONOutput {
    fileprivate mutating func eventStart(sequence: UInt64, gesture: UInt64) {
        raw("{\"sequence\":")
        integer(sequence)
        raw(",\"gesture\":")
        integer(gesture)
    }

    fileprivate mutating func eventRest(
        _ event: borrowing EngineEvent, device: DeviceLabels, region: [UInt8]?, composition: [UInt8]?,
        modifiers: EventModifiers, includesPositions: Bool
    ) {
        raw(",\"kind\":\"")
        raw(event.kind.name)
        raw("\",\"phase\":\"")
        raw(event.phase.name)
        raw("\"")
        let members = device.members
        raw(members.span)
        if let region {
            raw(",\"region\":")
            raw(region.span)
        }
        if let composition { raw(composition.span) }
        if let part = event.part, let stage = part.stage, let stages = part.stages {
            raw(",\"stage\":")
            integer(stage)
            raw(",\"stages\":")
            integer(stages)
        }
        self.modifiers(modifiers)
        raw(",\"time\":")
        integer(event.time.microseconds)
        raw(",\"fingers\":")
        integer(event.fingers)
        if includesPositions {
            raw(",\"x\":")
            decimal(event.position.x, places: Event.fractionPlaces)
            raw(",\"y\":")
            decimal(event.position.y, places: Event.fractionPlaces)
            vector(",\"points\":", event.point.x, event.point.y)
        }
        details(event.details, includesPositions: includesPositions)
        raw("}")
    }

    private mutating func modifiers(_ modifiers: EventModifiers) {
        guard !modifiers.isEmpty else { return }
        raw(",\"modifiers\":[")
        var isFirst = true
        for (modifier, name) in EventModifiers.names where modifiers.contains(modifier) {
            raw(isFirst ? "\"" : ",\"")
            raw(name)
            raw("\"")
            isFirst = false
        }
        raw("]")
    }

    private mutating func details(_ details: EngineEvent.Details, includesPositions: Bool) {
        switch details {
        case .none:
            break
        case .press(let inside):
            raw(",\"inside\":")
            bool(inside)
        case .touch(let contact, let shape):
            raw(",\"contact\":")
            integer(contact.number)
            if let pressure = shape.pressure { number(",\"pressure\":", pressure) }
            if let major = shape.major { number(",\"major\":", major) }
        case .activity(let isActive):
            raw(",\"active\":")
            bool(isActive)
        case .tap(let count, let run, let decided):
            raw(",\"count\":")
            integer(count)
            raw(",\"run\":")
            integer(run)
            if let decided {
                raw(",\"decided\":")
                integer(decided.microseconds)
            }
        case .motion(let translation, let velocity):
            motion(translation, velocity)
        case .drag(let axis, let translation, let velocity):
            if let axis { word(",\"axis\":\"", axis.name) }
            motion(translation, velocity)
        case .swipe(let direction, let translation, let velocity):
            word(",\"direction\":\"", direction.name)
            motion(translation, velocity)
        case .edgeSwipe(let place, let direction, let translation, let velocity):
            word(",\"direction\":\"", direction.name)
            word(",\"edge\":\"", place.name)
            if includesPositions, let section = place.section { word(",\"section\":\"", section) }
            motion(translation, velocity)
        case .pinch(let scale, let velocity):
            number(",\"scale\":", scale)
            number(",\"scaleVelocity\":", velocity)
        case .rotation(let degrees, let velocity):
            number(",\"rotation\":", degrees)
            number(",\"rotationVelocity\":", velocity)
        case .stroke(_, let score):
            number(",\"score\":", score)
        }
    }

    private mutating func motion(_ translation: Vector, _ velocity: Velocity) {
        vector(",\"translation\":", translation.x, translation.y)
        vector(",\"velocity\":", velocity.x, velocity.y)
    }

    // Keys are written inline, where literals need no call.

    @inline(__always)
    private mutating func word(_ key: StaticString, _ word: StaticString) {
        raw(key)
        self.word(word)
    }

    @inline(__always)
    private mutating func number(_ key: StaticString, _ number: Double) {
        raw(key)
        self.number(number)
    }

    @inline(__always)
    private mutating func vector(_ key: StaticString, _ x: Double, _ y: Double) {
        raw(key)
        vector(x, y)
    }

    @inline(never)
    private mutating func word(_ word: StaticString) {
        raw(word)
        raw("\"")
    }

    @inline(never)
    private mutating func number(_ number: Double) { decimal(number, places: Event.measurePlaces) }

    @inline(never)
    private mutating func vector(_ x: Double, _ y: Double) {
        raw("{\"x\":")
        decimal(x, places: Event.lengthPlaces)
        raw(",\"y\":")
        decimal(y, places: Event.lengthPlaces)
        raw("}")
    }
}
