import Foundation

/// Parts of scripts with many fingers.
enum Script {
    /// Lands this number of fingers at once, side by side, 100 pt apart from x = 100.
    static func hand(_ fingers: Int, at time: Int) -> String {
        "\(time) down " + (0..<fingers).map { "\(name($0)) \(100 + 100 * $0),100" }.joined(separator: " ")
    }

    /// Moves all fingers by the same distance.
    static func move(_ fingers: Int, by way: String, at time: Int) -> String {
        "\(time) move " + (0..<fingers).map { "\(name($0)) by \(way)" }.joined(separator: " ")
    }

    static func name(_ index: Int) -> String { "\(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))" }

    /// Places fingers evenly on a circle around 500,500, starting at an angle in degrees, clockwise.
    static func circle(_ verb: String, _ fingers: Int = 2, radius: Double, angle: Double, at time: Int) -> String {
        "\(time) \(verb) "
            + (0..<fingers).map { index in
                let radians = (angle + 360 * Double(index) / Double(fingers)) * .pi / 180
                return "\(name(index)) \(500 + radius * cos(radians)),\(500 + radius * sin(radians))"
            }.joined(separator: " ")
    }

    /// Turns the fingers from 0° by an angle in steps of at most 5°, one every 10 ms.
    static func turn(_ fingers: Int = 2, radius: Double, by angle: Double, from time: Int) -> String {
        let steps = Int((abs(angle) / 5).rounded(.up))
        return (1...steps).map { step in
            circle("move", fingers, radius: radius, angle: angle * Double(step) / Double(steps), at: time + 10 * step)
        }.joined(separator: "; ")
    }
}
