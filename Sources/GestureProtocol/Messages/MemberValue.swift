import GestureCore
import Text

/// A type of members.
package protocol MemberValue {
    /// As the IDL files declare it, e.g. `[]string`.
    static var declaration: String { get }

    /// - Returns: nil for a value of another type.
    init?(json value: JSONValue)

    func write(to writer: inout JSONWriter)

    /// Whether an array leaves out what is no such value. Otherwise the array counts as missing.
    static var canBeLeftOut: Bool { get }
}

extension MemberValue {
    package static var canBeLeftOut: Bool { false }
}

/// An object as a member.
extension MemberValue where Self: Message {
    package static var canBeLeftOut: Bool { true }

    package init?(json value: JSONValue) {
        guard value.kind == .object else { return nil }
        self.init(value)
    }

    package func write(to writer: inout JSONWriter) { writer.object(self) }
}

extension Array: MemberValue where Element: MemberValue {
    package static var declaration: String { "[]" + Element.declaration }

    package init?(json value: JSONValue) {
        guard value.kind == .array else { return nil }
        self.init()
        for index in 0..<value.count {
            if let element = Element(json: value[index]) {
                append(element)
            } else if !Element.canBeLeftOut {
                return nil
            }
        }
    }

    package func write(to writer: inout JSONWriter) { writer.array(self) { $0.write(to: &$1) } }
}

extension Bool: MemberValue {
    package static var declaration: String { "bool" }
    package init?(json value: JSONValue) {
        guard let bool = value.bool else { return nil }
        self = bool
    }
    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

// Integers that do not fit are clamped, as json-c does it.
extension MemberValue where Self: FixedWidthInteger {
    package static var declaration: String { "int" }
    package init?(json value: JSONValue) {
        guard let integer = value.integer else { return nil }
        self.init(clamping: integer)
    }
}

extension Int: MemberValue {
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int64: MemberValue {
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension UInt64: MemberValue {
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

/// In µs.
extension Instant: MemberValue {
    package static var declaration: String { "int" }
    package init?(json value: JSONValue) {
        guard let integer = value.integer else { return nil }
        self.init(microseconds: integer)
    }
    package func write(to writer: inout JSONWriter) { writer.integer(microseconds) }
}

/// In µs.
extension Interval: MemberValue {
    package static var declaration: String { "int" }
    package init?(json value: JSONValue) {
        guard let integer = value.integer else { return nil }
        self.init(microseconds: integer)
    }
    package func write(to writer: inout JSONWriter) { writer.integer(microseconds) }
}

/// With at most six decimals; ``MemberVisitor/decimal(_:places:_:)-(_,_,Double)`` takes fewer.
extension Double: MemberValue {
    package static var declaration: String { "float" }
    package init?(json value: JSONValue) {
        guard let number = value.number else { return nil }
        self = number
    }
    package func write(to writer: inout JSONWriter) { writer.decimal(self, places: 6) }
}

extension ByteString: MemberValue {
    package static var declaration: String { "string" }
    package init?(json value: JSONValue) {
        guard let text = value.string else { return nil }
        self.init(text)
    }
    package func write(to writer: inout JSONWriter) { writer.string(bytes) }
}

/// In pt, or in pt per second.
extension Vector: Message, MemberValue {
    package static var declaration: String { "Vector" }
    package init() { self = .zero }
    package mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.decimal("x", places: Event.lengthPlaces, &x)
        visitor.decimal("y", places: Event.lengthPlaces, &y)
    }
}

/// A word of the protocol. Strings instead of IDL enums, because later versions can have more of them.
package enum Word<Known: Named & Hashable & Sendable>: Hashable, Sendable {
    case known(Known)
    /// One that this version does not know.
    case other(ByteString)

    package init(_ name: some Collection<UInt8>) {
        if let known = Known(name: name) { self = .known(known) } else { self = .other(ByteString(name)) }
    }

    package var known: Known? { if case .known(let word) = self { word } else { nil } }

    package var text: ByteString {
        switch self {
        case .known(let word): ByteString(word: word.name)
        case .other(let text): text
        }
    }
}

extension Word: CustomStringConvertible {
    package var description: String { text.description }
}

extension Word: MemberValue {
    package static var declaration: String { "string" }
    package init?(json value: JSONValue) {
        guard let name = value.string else { return nil }
        self.init(name)
    }
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .known(let word): writer.word(word.name)
        case .other(let text): text.write(to: &writer)
        }
    }
}

extension ByteString {
    package init(word: StaticString) { self.init(word.description) }
}
