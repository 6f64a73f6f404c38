import CLinux
import GestureCore
import GestureProtocol
import Text

/// Prints events with all of their fields. Two events give the same text only if they are equal to the last bit.
struct EventPrinter {
    private var line: [UInt8] = []

    mutating func printEvents(of events: [EngineEvent]) {
        for event in events {
            line.removeAll(keepingCapacity: true)
            append(event)
            endLine()
        }
    }

    mutating func printDigest(of events: [EngineEvent], seed: UInt64) {
        line.removeAll(keepingCapacity: true)
        for event in events { append(event) }
        let digest = Self.digest(line)
        line.removeAll(keepingCapacity: true)
        append("seed")
        append(seed)
        append(UInt64(events.count))
        append(digest)
        endLine()
    }

    /// FNV-1a (Fowler, Noll, Vo 1991).
    private static func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { digest, byte in (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    private func endLine() {
        let bytes = line + [UInt8(ascii: "\n")]
        let written = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        if written != bytes.count { exit(1) }
    }

    // MARK: Fields

    private mutating func append(_ event: EngineEvent) {
        append(event.kind.name)
        append(event.phase.name)
        append(event.gesture)
        append(UInt64(event.surface.number))
        append(event.region?.number)
        append(event.part?.composition)
        append(event.part?.node)
        append(event.part?.stage)
        append(event.part?.stages)
        append(event.time)
        append(event.fingers)
        append(event.point)
        append(event.position.x)
        append(event.position.y)
        append(event.origin.point)
        append(event.origin.time)
        append(event.origin.low)
        append(event.origin.high)
        append(event.details)
    }

    private mutating func append(_ details: EngineEvent.Details) {
        switch details {
        case .none: break
        case .press(let inside): append(inside ? 1 : 0)
        case .touch(let contact, let shape):
            append(contact.number)
            append(shape.pressure?.bitPattern)
            append(shape.major?.bitPattern)
        case .activity(let isActive): append(isActive ? 1 : 0)
        case .tap(let count, let run, let decided):
            append(count)
            append(run)
            append(decided ?? .distantPast)
        case .motion(let translation, let velocity): append(translation, velocity)
        case .drag(let axis, let translation, let velocity):
            append(axis?.name ?? "none")
            append(translation, velocity)
        case .swipe(let direction, let translation, let velocity):
            append(direction.name)
            append(translation, velocity)
        case .edgeSwipe(let location, let direction, let translation, let velocity):
            append(location.name)
            append(direction.name)
            append(translation, velocity)
        case .pinch(let scale, let velocity):
            append(scale)
            append(velocity)
        case .rotation(let degrees, let velocity):
            append(degrees)
            append(velocity)
        case .stroke(let shape, let score):
            append(shape)
            append(score)
        }
    }

    private mutating func append(_ translation: Vector, _ velocity: Velocity) {
        append(translation)
        append(velocity.x)
        append(velocity.y)
    }

    private mutating func append(_ vector: Vector) {
        append(vector.x)
        append(vector.y)
    }

    private mutating func append(_ time: Instant) { append(UInt64(bitPattern: time.microseconds)) }
    private mutating func append(_ number: Double) { append(number.bitPattern) }
    private mutating func append(_ number: Int) { append(UInt64(bitPattern: Int64(number))) }
    private mutating func append(_ number: Int?) { if let number { append(number) } else { append("none") } }
    private mutating func append(_ number: UInt64?) { if let number { append(number) } else { append("none") } }

    private mutating func append(_ number: UInt64) {
        line += hexadecimal(number, digits: 16)
        line.append(UInt8(ascii: " "))
    }

    private mutating func append(_ word: StaticString) {
        word.withUTF8Buffer { unsafe line.append(contentsOf: $0) }
        line.append(UInt8(ascii: " "))
    }
}
