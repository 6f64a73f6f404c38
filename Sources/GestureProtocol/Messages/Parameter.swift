import GestureCore
import Text

/// A member of an object that clients send: its name, its type in the IDL file, and how its value is read.
package struct Parameter<Value>: Sendable {
    let member: Member
    /// The name as errors give it, e.g. `regions.slop`.
    let path: String
    /// The valid values, as errors describe them.
    let expected: String
    /// Returns nil if the value is not valid.
    let read: @Sendable (JSONValue) -> Value?

    @inline(never)
    init(
        _ path: String, _ type: StaticString, expected: String, read: @escaping @Sendable (JSONValue) -> Value?
    ) {
        let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.reversed()
        member = Member(String(decoding: Array(name), as: UTF8.self), type)
        self.path = path
        self.expected = expected
        self.read = read
    }

    var invalid: InvalidParameter { InvalidParameter(path, expected: expected) }
}

/// A member of an object, as the IDL files declare it.
package struct Member: Sendable {
    let name: String
    /// e.g. `?[]Gesture`; a question mark says that it can be missing.
    let type: StaticString

    init(_ name: String, _ type: StaticString) {
        self.name = name
        self.type = type
    }
}

/// A parameter that is not valid.
package struct InvalidParameter: Error, Equatable, Sendable {
    /// e.g. `gestures.kind`
    package var name: String
    package var expected: String

    package init(_ name: String, expected: String) {
        self.name = name
        self.expected = expected
    }
}

extension JSONValue {
    /// Reads a member of this object; nil if it is missing.
    func optional<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value? {
        guard let value = self[parameter.member.name] else { return nil }
        guard let result = parameter.read(value) else { throw parameter.invalid }
        return result
    }

    func required<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value {
        guard let value = try optional(parameter) else { throw parameter.invalid }
        return value
    }
}

extension VarlinkCall {
    /// Reads a parameter of the call; nil if it is missing.
    package func optional<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value? {
        try parameters?.optional(parameter)
    }

    package func required<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value {
        guard let value = try optional(parameter) else { throw parameter.invalid }
        return value
    }
}

// MARK: Types of parameters

extension Parameter<Points> {
    @inline(never)
    static func points(_ path: String, _ range: ClosedRange<Double>) -> Parameter {
        Parameter(path, "?float", expected: "pt, \(Int(range.lowerBound)) … \(Int(range.upperBound))") {
            $0.number.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Parameter<Interval> {
    /// - Parameter range: in ms.
    @inline(never)
    static func milliseconds(_ path: String, _ range: ClosedRange<Int64>) -> Parameter {
        Parameter(path, "?int", expected: "milliseconds, \(range.lowerBound) … \(range.upperBound)") {
            $0.integer.flatMap { range.contains($0) ? .milliseconds($0) : nil }
        }
    }
}

extension Parameter<Bool> {
    @inline(never)
    static func flag(_ path: String, _ type: StaticString = "?bool") -> Parameter {
        Parameter(path, type, expected: "true or false") { $0.bool }
    }
}

extension Parameter where Value: Named {
    @inline(never)
    static func word(_ path: String, expected: String) -> Parameter {
        Parameter(path, "?string", expected: expected) { $0.string.flatMap { Value(name: $0) } }
    }
}

extension Parameter<ByteString> {
    /// A name that the client chooses.
    @inline(never)
    static func name(_ path: String, _ type: StaticString = "?string") -> Parameter {
        Parameter(path, type, expected: "a string of 1 to 64 bytes") { value in
            value.string.flatMap { 1...64 ~= $0.count ? ByteString($0) : nil }
        }
    }
}

extension Parameter<[UInt8]> {
    /// Text that is compared as it is.
    @inline(never)
    static func text(_ path: String, expected: String) -> Parameter {
        Parameter(path, "string", expected: expected) { $0.string }
    }
}

extension Parameter<Int> {
    @inline(never)
    static func count(_ path: String, _ range: ClosedRange<Int64>, expected: String) -> Parameter {
        Parameter(path, "?int", expected: expected) { $0.integer.flatMap { range.contains($0) ? Int($0) : nil } }
    }
}

extension Parameter<Rectangle> {
    @inline(never)
    static func rectangle(_ path: String, _ type: StaticString) -> Parameter {
        Parameter(path, type, expected: "an object with x, y, width and height, as fractions of the device: 0 … 1") {
            Rectangle($0)
        }
    }
}

extension Rectangle {
    static let members = [
        Member("x", "float"), Member("y", "float"), Member("width", "float"), Member("height", "float"),
    ]

    fileprivate init?(_ value: JSONValue) {
        guard let x = value["x"]?.number, let y = value["y"]?.number, let width = value["width"]?.number,
            let height = value["height"]?.number, x >= 0, y >= 0, width > 0, height > 0,
            // Fractions such as thirds do not add up exactly.
            x + width <= 1 + 1e-9, y + height <= 1 + 1e-9
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}
