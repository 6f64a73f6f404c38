import GestureCore
import Text

// Writes the members of a request under the names by which Parameter reads them.

extension JSONWriter {
    /// Writes a member, after a comma if it is not the first; nothing without a value.
    mutating func member<Value>(_ member: Member, _ value: Value?, _ write: (Value, inout JSONWriter) -> Void) {
        guard let value else { return }
        if bytes.last != UInt8(ascii: "{") { raw(",") }
        string(member.name.utf8)
        raw(":")
        write(value, &self)
    }

    mutating func member(_ parameter: Parameter<Int>, _ value: Int?) {
        member(parameter.member, value) { $1.integer($0) }
    }

    mutating func member(_ parameter: Parameter<Bool>, _ value: Bool?) {
        member(parameter.member, value) { $1.bool($0) }
    }

    mutating func member(_ parameter: Parameter<Double>, _ value: Double?) {
        member(parameter.member, value) { $1.number($0) }
    }

    /// Writes a time in ms, rounded to the nearest.
    mutating func member(_ parameter: Parameter<Interval>, _ value: Interval?) {
        member(parameter.member, value) { $1.integer($0.roundedMilliseconds) }
    }

    mutating func member(_ parameter: Parameter<ByteString>, _ value: ByteString?) {
        member(parameter.member, value) { $1.string($0.bytes) }
    }

    mutating func member(_ parameter: Parameter<[UInt8]>, _ value: [UInt8]?) {
        member(parameter.member, value) { $1.string($0) }
    }

    mutating func member(_ parameter: Parameter<String>, _ value: String?) {
        member(parameter.member, value) { $1.string($0.utf8) }
    }

    mutating func member<Word: Named>(_ parameter: Parameter<Word>, _ value: Word?) {
        member(parameter.member, value) { $1.word($0.name) }
    }

    mutating func member(_ parameter: Parameter<EventModifiers>, _ value: EventModifiers?) {
        member(parameter.member, value) { modifiers, writer in
            writer.array(EventModifiers.names.filter { modifiers.contains($0.0) }) { $1.word($0.1) }
        }
    }

    mutating func member(_ parameter: Parameter<Rectangle>, _ value: Rectangle?) {
        member(parameter.member, value) { rectangle, writer in
            let sides = [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
            writer.raw("{")
            for (member, side) in zip(Rectangle.members, sides) { writer.member(member, side) { $1.number($0) } }
            writer.raw("}")
        }
    }

    /// Writes the shortest number that reads as the same value.
    ///
    /// A number that is not finite, which JSON lacks, becomes one that is too large for every member: the service rejects it.
    mutating func number(_ value: Double) {
        guard value.isFinite else {
            raw("1e999")
            return
        }
        // 2^53: beyond it, not every whole number is one of Double.
        if value.magnitude < 9_007_199_254_740_992, Double(Int64(value)) == value {
            integer(Int64(value))
        } else {
            raw(Array(value.description.utf8))
        }
    }
}

extension Interval {
    package var roundedMilliseconds: Int64 {
        let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1000)
        return rest >= 500 ? whole + 1 : rest <= -500 ? whole - 1 : whole
    }
}
