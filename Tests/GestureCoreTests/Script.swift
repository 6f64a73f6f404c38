/// Pieces of scripts that tests with many fingers share.
enum Script {
    /// So many fingers land at once, side by side, 100 pt apart from x = 100 on.
    static func hand(_ fingers: Int, at time: Int) -> String {
        "\(time) down " + (0..<fingers).map { "\(name($0)) \(100 + 100 * $0),100" }.joined(separator: " ")
    }

    /// Moves the fingers of a hand by the same way.
    static func move(_ fingers: Int, by way: String, at time: Int) -> String {
        "\(time) move " + (0..<fingers).map { "\(name($0)) by \(way)" }.joined(separator: " ")
    }

    static func name(_ index: Int) -> String { "\(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))" }
}
