@testable import GestureProtocol

/// The declarations of an IDL file as text, without comments.
struct InterfaceDescription {
    /// The members of an object, each as `name: type`.
    typealias Members = [String]

    var types: [String: Members] = [:]
    var methods: [String: (parameters: Members, reply: Members)] = [:]
    var errors: [String: Members] = [:]

    init(_ interface: Interface) {
        let text = String(decoding: interface.description, as: UTF8.self)
            .split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined(separator: " ")
        var rest = text[...]
        while let match = rest.firstMatch(of: /(type|method|error)\s+(\w+)\s*\(([^()]*)\)(?:\s*->\s*\(([^()]*)\))?/) {
            let members = Self.members(match.3)
            switch match.1 {
            case "type": types[String(match.2)] = members
            case "error": errors["\(interface.name).\(match.2)"] = members
            default: methods["\(interface.name).\(match.2)"] = (members, Self.members(match.4 ?? ""))
            }
            rest = rest[match.range.upperBound...]
        }
    }

    private static func members(_ list: Substring) -> Members {
        list.split(separator: ",").map {
            $0.split(separator: ":").map { $0.split(separator: " ").joined() }.joined(separator: ": ")
        }
    }
}

extension InterfaceDescription {
    /// Returns the members of a JSON object that are not declared, missing, or of another type.
    static func differences(_ value: JSONValue, from members: Members) -> [String] {
        var differences: [String] = []
        for member in members {
            let parts = member.split(separator: ": ")
            if let value = value[String(parts[0])] {
                if !conforms(value, to: parts[1]) { differences.append("\(member): other type") }
            } else if !parts[1].hasPrefix("?") {
                differences.append("\(member): missing")
            }
        }
        let known = members.count { value[String($0.prefix { $0 != ":" })] != nil }
        if known != value.memberCount { differences.append("\(value.memberCount - known) members are not described") }
        return differences
    }

    private static func conforms(_ value: JSONValue, to type: Substring) -> Bool {
        let type = type.hasPrefix("?") ? type.dropFirst() : type
        if type.hasPrefix("[]") {
            return value.kind == .array
                && (0..<value.count).allSatisfy { conforms(value[$0], to: type.dropFirst(2)) }
        }
        switch type {
        case "bool": return value.kind == .bool
        case "int": return value.kind == .integer
        case "float": return value.kind == .integer || value.kind == .number
        case "string": return value.kind == .string
        default: return value.kind == .object
        }
    }
}
