import GestureProtocol
import Text

/// The JSON texts of sway.
enum SwayTree {
    /// The largest depth of nested arrays and objects. Each container inside another one takes two levels.
    private static let depth: CInt = 128

    /// Parses a JSON object; nil unless it is one. Titles of X11 windows can contain invalid UTF-8, which is replaced.
    static func parse(_ text: [UInt8]) -> JSONValue? {
        JSONDocument(Array(String(decoding: text, as: UTF8.self).utf8), depth: depth)?.root
    }

    /// Returns the application of the focused window of a tree; nil if the focus is on a workspace or on a container.
    static func focusedApplication(in root: JSONValue) -> ByteString? {
        var nodes = [root]
        while let node = nodes.popLast() {
            if node["focused"]?.bool == true {
                // Windows of X11 have no app_id.
                return (node["app_id"] ?? node["window_properties"]?["class"])?.string.flatMap { reportedName($0) }
            }
            for list in ["nodes", "floating_nodes"] {
                guard let children = node[list] else { continue }
                for index in 0..<children.count { nodes.append(children[index]) }
            }
        }
        return nil
    }

    /// Returns whether an event can be followed by another focus.
    static func canMoveFocus(_ event: JSONValue) -> Bool {
        let change = event["change"]?.string ?? []
        return !["title", "mark", "urgent"].contains { change.elementsEqual($0.utf8) }
    }
}
