import Text

/// A message of the protocol, or an object in one.
///
/// ``visit(_:)`` is the one description of its members: for writing, for reading, and for the comparison with the IDL file.
package protocol Message {
    /// The values that members have until they are read.
    init()

    /// Shows each member to `visitor`, in the order of the IDL file.
    mutating func visit(_ visitor: inout some MemberVisitor)
}

/// Writes, reads or lists the members of a message. A member can be missing if its value is optional.
package protocol MemberVisitor {
    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value)
    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value?)

    /// A number with at most `places` decimals, 0 … 6.
    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double)
    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double?)
}

// MARK: Writing

extension JSONWriter: MemberVisitor {
    @inline(never)
    package mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value) {
        key(name)
        value.write(to: &self)
    }

    @inline(never)
    package mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    package mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double) {
        key(name)
        decimal(value, places: places)
    }

    package mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double?) {
        guard let value else { return }
        key(name)
        decimal(value, places: places)
    }

    /// Writes an object with those of its members that have a value.
    package mutating func object(_ message: some Message) {
        var message = message
        raw("{")
        message.visit(&self)
        raw("}")
    }

    /// Writes a reply as a whole message, the final NUL included.
    package mutating func reply(_ message: some Message, continues: Bool = false) {
        raw("{\"parameters\":")
        object(message)
        raw(continues ? ",\"continues\":true}\0" : "}\0")
    }

    package mutating func array<Element>(_ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
        raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { raw(",") }
            write(element, &self)
        }
        raw("]")
    }

    package mutating func word(_ word: StaticString) {
        raw("\"")
        raw(word)
        raw("\"")
    }

    /// Writes the name of a member, with its quotes and its colon, after a comma if the member is not the first.
    mutating func key(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { raw(",") }
        word(name)
        raw(":")
    }
}

// MARK: Reading

extension Message {
    /// Reads an object. A member that is missing or of another type keeps its value, and members that are not described are ignored:
    /// versions can differ.
    package init(_ object: JSONValue) {
        self.init()
        var reader = MemberReader(object: object)
        visit(&reader)
    }
}

private struct MemberReader: MemberVisitor {
    let object: JSONValue

    @inline(never)
    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value) {
        if let read = object.member(name).flatMap({ Value(json: $0) }) { value = read }
    }

    @inline(never)
    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value?) {
        value = object.member(name).flatMap { Value(json: $0) }
    }

    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double) { member(name, &value) }
    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double?) { member(name, &value) }
}

// MARK: The declaration

extension Message {
    /// The members as the IDL file declares them, e.g. `reach: ?float`; a question mark says that a member can be missing.
    static var declarations: [String] {
        var message = Self()
        var list = MemberList()
        message.visit(&list)
        return list.declarations
    }
}

private struct MemberList: MemberVisitor {
    var declarations: [String] = []

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value) {
        declarations.append("\(name): \(Value.declaration)")
    }

    mutating func member<Value: MemberValue>(_ name: StaticString, _ value: inout Value?) {
        declarations.append("\(name): ?\(Value.declaration)")
    }

    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double) { member(name, &value) }
    mutating func decimal(_ name: StaticString, places: Int, _ value: inout Double?) { member(name, &value) }
}
