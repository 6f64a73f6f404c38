import GestureCore
import Text

/// A member of an object that clients send: its name, its type in the IDL file, and how its value is read.
package struct Parameter<Value>: Sendable {
    let member: Member
    /// The name as errors give it, e.g. `regions.slop`.
    package let path: String
    /// The valid values, as errors describe them.
    let expected: String
    /// The valid words, if the value is one of a few.
    let words: [StaticString]
    /// The members, if the value is an object.
    let members: [Member]
    /// Returns nil if the value is not valid.
    let read: @Sendable (JSONValue) -> Value?
    /// Returns the value that a text probably means, as JSON; nil if it means none.
    let suggest: @Sendable (ByteString) -> String?

    @inline(never)
    init(
        _ path: String, _ type: StaticString, expected: String, words: [StaticString] = [], members: [Member] = [],
        suggest: @escaping @Sendable (ByteString) -> String? = { _ in nil },
        read: @escaping @Sendable (JSONValue) -> Value?
    ) {
        let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.reversed()
        member = Member(String(decoding: Array(name), as: UTF8.self), type)
        self.path = path
        self.expected = expected
        self.words = words
        self.members = members
        self.suggest = suggest
        self.read = read
    }

    /// The error for a value that is missing or not valid.
    func invalid(_ value: JSONValue?) -> InvalidParameter {
        InvalidParameter(
            path, expected: expected,
            hint: value?.string.flatMap { suggest(ByteString($0)) ?? InvalidParameter.nearest(to: $0, among: words) })
    }
}

/// A member of an object that clients send, as the IDL files declare it.
package struct Member: Sendable {
    package let name: String
    /// e.g. `?[]Gesture`; a question mark says that it can be missing.
    let type: StaticString

    init(_ name: String, _ type: StaticString) {
        self.name = name
        self.type = type
    }

    var declaration: String { "\(name): \(type)" }
}

/// A parameter that is not valid.
package struct InvalidParameter: Error, Equatable, Sendable {
    /// The path of the value, e.g. `gestures[3].fingers[0]`.
    package var name: String
    /// The valid values, as in "expected a string".
    package var expected: String
    /// What was probably meant, e.g. `area`.
    package var hint: String?
    /// The position in a text where it is wrong, in bytes from 1.
    package var column: Int?

    package init(_ name: String, expected: String, hint: String? = nil, column: Int? = nil) {
        self.name = name
        self.expected = expected
        self.hint = hint
        self.column = column
    }

    /// e.g. `gestures[0].kind: expected one of press, tap (did you mean 'tap'?)`
    package var message: String {
        let place = column.map { ", column \($0)" } ?? ""
        return "\(name)\(place): expected \(expected)" + (hint.map { " (did you mean '\($0)'?)" } ?? "")
    }

    /// Returns the error with the path of the gesture in the call, e.g. `gestures[3]`.
    func inGesture(at path: String) -> InvalidParameter { replacing(RequestedSubscription.gestureList.name, by: path) }

    /// Returns the error with the path of the region in the call, e.g. `regions[3]`.
    func inRegion(at path: String) -> InvalidParameter {
        let isOfGesture = name.utf8.starts(with: RequestedSubscription.gestureList.name.utf8)
        return isOfGesture
            ? replacing("", by: "\(path).") : replacing(RequestedSubscription.regionList.name, by: path)
    }

    /// Replaces the beginning of the path.
    private func replacing(_ root: String, by path: String) -> InvalidParameter {
        guard name.utf8.starts(with: root.utf8) else { return self }
        var error = self
        error.name = path + String(decoding: Array(name.utf8.dropFirst(root.utf8.count)), as: UTF8.self)
        return error
    }

    /// The known word that is nearest to a misspelt one, or that it begins; nil if there is none.
    static func nearest(to word: [UInt8], among known: [StaticString]) -> String? {
        nearest(to: word, among: known.map { ByteString($0.description) })
    }

    static func nearest(to word: [UInt8], among known: [ByteString]) -> String? {
        // e.g. end for ended
        (nearestWord(to: word, among: known) ?? known.first { word.count > 2 && $0.bytes.starts(with: word) })?
            .description
    }

    /// Members that people write, and what they are called here.
    private static let membersElsewhere: [(name: String, meant: String)] = [
        ("type", "kind"), ("taps", "count"), ("numberOfTaps", "count"), ("numberOfTouches", "fingers"),
        ("duration", "minimumDuration"), ("distance", "minimumDistance"), ("minDistance", "minimumDistance"),
        ("minDuration", "minimumDuration"), ("maxDuration", "maximumDuration"),
    ]

    /// The member that was probably meant by an unknown one: one with a similar name, or with a name that begins or ends like it.
    fileprivate static func hint(forMember name: [UInt8], among known: [Member]) -> String? {
        let names = known.map { $0.name }
        func has(_ meant: String) -> Bool { names.contains { $0.utf8.elementsEqual(meant.utf8) } }
        if let other = membersElsewhere.first(where: { $0.name.utf8.elementsEqual(name) }), has(other.meant) {
            return other.meant
        }
        if let nearest = nearest(to: name, among: names.map { ByteString($0) }) { return nearest }
        let letters = name.prefix(64).map { $0 | 0x20 }
        return names.first {
            let other = $0.utf8.map { $0 | 0x20 }
            return other.starts(with: letters) || other.reversed().starts(with: letters.reversed())
        }
    }
}

extension JSONValue {
    /// Reads a member of this object; nil if it is missing.
    func optional<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value? {
        guard let value = self[parameter.member.name] else { return nil }
        if !parameter.members.isEmpty { try value.checkMembers(parameter.members, of: parameter.path) }
        guard let result = parameter.read(value) else { throw parameter.invalid(value) }
        return result
    }

    func required<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value {
        guard let value = try optional(parameter) else { throw parameter.invalid(nil) }
        return value
    }

    /// Rejects an object with a member that is not known, which is most likely misspelt: a gesture with `are` instead of `area`
    /// would otherwise be recognized everywhere.
    ///
    /// - Parameter path: the path of the object in the call; empty for the parameters themselves.
    @inline(never)
    package func checkMembers(_ known: [Member], of path: String) throws(InvalidParameter) {
        guard let name = firstMember(notIn: known.lazy.map { $0.name }) else { return }
        var expected = known.isEmpty ? "no parameters" : "one of "
        for (index, member) in known.enumerated() {
            if index > 0 { expected += ", " }
            expected += member.name
        }
        // Somebody else chooses the length of the name.
        let shown = String(decoding: name.prefix(64), as: UTF8.self)
        throw InvalidParameter(
            path.isEmpty ? shown : "\(path).\(shown)", expected: expected,
            hint: InvalidParameter.hint(forMember: name, among: known))
    }
}

extension VarlinkCall {
    /// Rejects a call with a parameter that the method does not have.
    package func checkParameters(of method: Method) throws(InvalidParameter) {
        try parameters?.checkMembers(method.parameters, of: "")
    }

    /// Reads a parameter of the call; nil if it is missing.
    package func optional<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value? {
        try parameters?.optional(parameter)
    }

    package func required<Value>(_ parameter: Parameter<Value>) throws(InvalidParameter) -> Value {
        guard let value = try optional(parameter) else { throw parameter.invalid(nil) }
        return value
    }
}

// MARK: Types of parameters

extension Parameter<Points> {
    @inline(never)
    static func points(_ path: String, _ range: ClosedRange<Double>) -> Parameter {
        Parameter(
            path, "?float", expected: "pt, \(Int(range.lowerBound)) … \(Int(range.upperBound))",
            suggest: { GestureProtocol.points(notation: $0).map { millionths($0) } }
        ) {
            $0.number.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Parameter<Interval> {
    /// - Parameter range: in ms.
    @inline(never)
    static func milliseconds(_ path: String, _ range: ClosedRange<Int64>) -> Parameter {
        Parameter(
            path, "?int", expected: "milliseconds, \(range.lowerBound) … \(range.upperBound)",
            suggest: { Interval(notation: $0).map { "\($0.roundedMilliseconds)" } }
        ) {
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
        Parameter(path, "?string", expected: expected, words: Value.allCases.map { $0.name }) {
            $0.string.flatMap { Value(name: $0) }
        }
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
        Parameter(
            path, type,
            expected:
                "an object with x, y, width and height, in fractions of the device, which lies within it and is not empty",
            members: Rectangle.members
        ) { Rectangle($0) }
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
