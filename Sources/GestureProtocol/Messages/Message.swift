/// A member of an object that the service sends: its name, its type in the IDL file, and its value.
package struct Field<Object>: Sendable {
    let member: Member
    /// Writes the member, after a comma if it is not the first; nothing if the object has no value for it.
    fileprivate let write: @Sendable (Object, inout JSONWriter) -> Void

    @inline(never)
    init(_ name: String, _ type: StaticString, write: @escaping @Sendable (Object, inout JSONWriter) -> Void) {
        let key = Array("\"\(name)\":".utf8)
        member = Member(name, type)
        self.write = { object, writer in
            writer.key(key)
            write(object, &writer)
        }
    }

    /// - Parameter value: nil if the object has no value for it.
    @inline(never)
    init<Value>(
        optional name: String, _ type: StaticString, _ value: @escaping @Sendable (Object) -> Value?,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) {
        let key = Array("\"\(name)\":".utf8)
        member = Member(name, type)
        self.write = { object, writer in
            guard let value = value(object) else { return }
            writer.key(key)
            write(value, &writer)
        }
    }

    @inline(never)
    static func bool(_ name: String, _ value: @escaping @Sendable (Object) -> Bool) -> Field {
        Field(name, "bool") { $1.bool(value($0)) }
    }

    @inline(never)
    static func int(_ name: String, _ value: @escaping @Sendable (Object) -> Int64) -> Field {
        Field(name, "int") { $1.integer(value($0)) }
    }

    @inline(never)
    static func count(_ name: String, _ value: @escaping @Sendable (Object) -> UInt64) -> Field {
        Field(name, "int") { $1.integer(value($0)) }
    }

    @inline(never)
    static func float(_ name: String, places: Int, _ value: @escaping @Sendable (Object) -> Double) -> Field {
        Field(name, "float") { $1.decimal(value($0), places: places) }
    }

    @inline(never)
    static func string(_ name: String, _ value: @escaping @Sendable (Object) -> [UInt8]) -> Field {
        Field(name, "string") { $1.string(value($0)) }
    }

    @inline(never)
    static func word(_ name: String, _ value: @escaping @Sendable (Object) -> StaticString) -> Field {
        Field(name, "string") { $1.word(value($0)) }
    }

    @inline(never)
    static func object<Member>(
        _ name: String, _ type: StaticString, _ fields: [Field<Member>], _ value: @escaping @Sendable (Object) -> Member
    ) -> Field {
        Field(name, type) { $1.object(value($0), fields) }
    }

    @inline(never)
    static func objects<Member>(
        _ name: String, _ type: StaticString, _ fields: [Field<Member>],
        _ values: @escaping @Sendable (Object) -> [Member]
    ) -> Field {
        Field(name, type) { object, writer in
            writer.array(values(object)) { $1.object($0, fields) }
        }
    }
}

extension JSONWriter {
    /// Writes an object with those of its members that have a value.
    mutating func object<Object>(_ object: Object, _ fields: [Field<Object>]) {
        raw("{")
        for field in fields { field.write(object, &self) }
        raw("}")
    }

    package mutating func array<Element>(_ elements: [Element], _ write: (Element, inout JSONWriter) -> Void) {
        raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { raw(",") }
            write(element, &self)
        }
        raw("]")
    }

    mutating func word(_ word: StaticString) {
        raw("\"")
        raw(word)
        raw("\"")
    }

    /// Writes the name of a member, with its quotes and its colon, after a comma if the member is not the first.
    mutating func key(_ key: [UInt8]) {
        if bytes.last != UInt8(ascii: "{") { raw(",") }
        raw(key)
    }

    /// Writes a reply as a whole message, the final NUL included.
    mutating func reply<Object>(_ object: Object, _ fields: [Field<Object>], continues: Bool = false) {
        raw("{\"parameters\":")
        self.object(object, fields)
        raw(continues ? ",\"continues\":true}\0" : "}\0")
    }
}
