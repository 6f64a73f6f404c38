internal import CJsonC

/// A JSON text that json-c parsed.
@safe
public final class JSONDocument {
    private let object: OpaquePointer

    /// Parses UTF-8 text; nil unless it is one JSON object and nothing else.
    ///
    /// - Parameter depth: the largest depth of nested arrays and objects.
    public init?(_ bytes: [UInt8], depth: Int32 = 32) {
        guard !Self.isMisread(bytes), let tokener = unsafe json_tokener_new_ex(depth) else { return nil }
        defer { unsafe json_tokener_free(tokener) }
        unsafe json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        guard bytes.count < CInt.max else { return nil }
        let parsed = unsafe bytes.withUnsafeBytes { buffer in
            unsafe json_tokener_parse_ex(
                tokener, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count))
        }
        guard let parsed = unsafe parsed else { return nil }
        guard unsafe json_tokener_get_parse_end(tokener) == bytes.count,
            unsafe json_object_get_type(parsed) == json_type_object
        else {
            unsafe json_object_put(parsed)
            return nil
        }
        unsafe object = parsed
    }

    /// Returns why a text is not one JSON value; nil if it is one.
    static func error(in bytes: [UInt8], depth: Int32 = 32) -> InvalidMessage? {
        guard let tokener = unsafe json_tokener_new_ex(depth), bytes.count < CInt.max else { return nil }
        defer { unsafe json_tokener_free(tokener) }
        unsafe json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
        let parsed = unsafe bytes.withUnsafeBytes { buffer in
            unsafe json_tokener_parse_ex(
                tokener, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count))
        }
        unsafe json_object_put(parsed)
        let end = Int(unsafe json_tokener_get_parse_end(tokener))
        switch unsafe json_tokener_get_error(tokener) {
        case json_tokener_error_depth:
            return InvalidMessage(expected: "at most \(depth) levels of arrays and objects", column: end + 1)
        case json_tokener_success where end == bytes.count:
            return isMisread(bytes) ? InvalidMessage(expected: "JSON") : nil
        default: return InvalidMessage(expected: "JSON", column: end + 1)
        }
    }

    /// Returns whether more text can make it JSON.
    package static func isIncomplete(_ bytes: [UInt8]) -> Bool {
        error(in: bytes).map { $0.column == bytes.count + 1 } ?? false
    }

    deinit { unsafe json_object_put(object) }

    /// Returns whether json-c misreads the text. Even in strict mode it accepts NaN and Infinity as numbers and keys in single quotes, and
    /// it ends a key at a NUL (`\u0000`), because its keys are C strings.
    private static func isMisread(_ bytes: [UInt8]) -> Bool {
        var isInString = false
        /// Whether the last string contains a NUL.
        var hasNUL = false
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                isInString.toggle()
                if isInString { hasNUL = false }
            case UInt8(ascii: "\\") where isInString:
                if bytes[(index + 1)...].starts(with: "u0000".utf8) { hasNUL = true }
                // The escaped character can be a quotation mark.
                index += 1
            case UInt8(ascii: ":") where !isInString && hasNUL: return true
            case UInt8(ascii: "N") where !isInString, UInt8(ascii: "I") where !isInString,
                UInt8(ascii: "'") where !isInString:
                return true
            default: break
            }
            index += 1
        }
        return false
    }

    public var root: JSONValue { unsafe JSONValue(self, object) }
}

/// One value of a document.
@safe
public struct JSONValue {
    public enum Kind: Equatable {
        case null, bool, integer, number, string, array, object
    }

    private let document: JSONDocument
    /// nil is JSON's null.
    private let object: OpaquePointer?

    fileprivate init(_ document: JSONDocument, _ object: OpaquePointer?) {
        self.document = document
        unsafe self.object = object
    }

    public var kind: Kind {
        switch unsafe json_object_get_type(object) {
        case json_type_boolean: .bool
        case json_type_int: .integer
        case json_type_double: .number
        case json_type_string: .string
        case json_type_array: .array
        case json_type_object: .object
        default: .null
        }
    }

    /// A member of an object; nil if it is missing or null, or if this is not an object.
    public subscript(key: String) -> JSONValue? { unsafe member(key) }

    /// Does the same for a name of the protocol, whose text ends with a NUL, as json-c wants it.
    package func member(_ name: StaticString) -> JSONValue? {
        unsafe member(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    }

    private func member(_ key: UnsafePointer<CChar>) -> JSONValue? {
        var member: OpaquePointer?
        guard kind == .object, unsafe json_object_object_get_ex(object, key, &member) != 0, unsafe member != nil else {
            return nil
        }
        return unsafe JSONValue(document, member)
    }

    /// The number of members of an object; 0 for other values.
    var memberCount: Int { kind == .object ? Int(unsafe json_object_object_length(object)) : 0 }

    /// Returns the name of the first member that is not among `known`, even if its value is null. Returns nil if there is none, or
    /// if this is not an object.
    func firstMember(notIn known: some Collection<String>) -> [UInt8]? {
        guard kind == .object else { return nil }
        var position = unsafe json_object_iter_begin(object)
        var end = unsafe json_object_iter_end(object)
        while unsafe json_object_iter_equal(&position, &end) == 0 {
            if let text = unsafe json_object_iter_peek_name(&position) {
                var length = 0
                while unsafe text[length] != 0 { length += 1 }
                let name = unsafe UnsafeRawBufferPointer(start: text, count: length)
                let isKnown = known.contains { unsafe $0.utf8.elementsEqual(name) }
                if !isKnown { return unsafe Array(name) }
            }
            unsafe json_object_iter_next(&position)
        }
        return nil
    }

    /// The number of elements of an array; 0 for other values.
    public var count: Int { kind == .array ? Int(unsafe json_object_array_length(object)) : 0 }

    /// An element of an array, from 0.
    public subscript(index: Int) -> JSONValue {
        unsafe JSONValue(document, json_object_array_get_idx(object, index))
    }

    public var bool: Bool? { kind == .bool ? unsafe json_object_get_boolean(object) != 0 : nil }

    /// An integer. json-c clamps it to 64 bits.
    public var integer: Int64? { kind == .integer ? unsafe json_object_get_int64(object) : nil }

    /// An integer or a floating-point number.
    public var number: Double? {
        kind == .integer || kind == .number ? unsafe json_object_get_double(object) : nil
    }

    public var string: [UInt8]? {
        guard kind == .string, let text = unsafe json_object_get_string(object) else { return nil }
        let count = Int(unsafe json_object_get_string_len(object))
        return unsafe UnsafeBufferPointer(start: text, count: count).map { UInt8(bitPattern: $0) }
    }

    /// This value as JSON text. Numbers are unchanged.
    public var text: [UInt8] {
        let flags = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
        var length = 0
        guard let text = unsafe json_object_to_json_string_length(object, flags, &length) else { return [] }
        return unsafe UnsafeBufferPointer(start: text, count: length).map { UInt8(bitPattern: $0) }
    }
}

extension JSONValue {
    /// Returns whether this is the string `text`.
    func isString(_ text: String) -> Bool { string.map { $0.elementsEqual(text.utf8) } ?? false }
}
