import Foundation

/// A recording of touches: of real hardware, or made for a test.
struct Recording: CustomStringConvertible, Sendable {
    private enum Source: Sendable {
        case file(String)
        case text(String)
    }

    let description: String
    private let source: Source

    /// - Parameter path: relative to the folder of recordings of real hardware.
    init(path: String) {
        description = path
        source = .file(Self.folder + path)
    }

    /// Records touches on a square touchscreen of 2000 pt, which reports 127 counts/pt (800 counts/mm). Touches at the same time make
    /// one frame.
    init(_ description: String, _ touches: Touch...) {
        self.init(description, touches)
    }

    init(_ description: String, _ touches: [Touch]) {
        self.description = description
        var text = Self.device
        var slots: [Int: Int] = [:]
        var contact = 0
        let frames = Dictionary(grouping: touches.flatMap(\.steps), by: \.time).sorted { $0.key < $1.key }
        for (time, steps) in frames {
            let stamp = String(format: "E: %d.%06d", 1 + time / 1000, time % 1000 * 1000)
            for step in steps {
                let slot = slots[step.finger] ?? (0...).first { slot in !slots.values.contains(slot) } ?? 0
                text += "\(stamp) 0003 002f \(slot)\n"
                switch step.position {
                case nil:
                    text += "\(stamp) 0003 0039 -1\n"
                    slots[step.finger] = nil
                case (let x, let y)?:
                    if slots.updateValue(slot, forKey: step.finger) == nil {
                        contact += 1
                        text += "\(stamp) 0003 0039 \(contact)\n"
                    }
                    text += "\(stamp) 0003 0035 \(Int(x * 127))\n\(stamp) 0003 0036 \(Int(y * 127))\n"
                }
            }
            text += "\(stamp) 0000 0000 0\n"
        }
        source = .text(text)
    }

    private static let device = """
        # EVEMU 1.3
        N: Phone
        I: 0018 0000 0000 0000
        P: 02 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0 0
        A: 35 0 254000 0 0 800
        A: 36 0 254000 0 0 800
        A: 39 0 65535 0 0 0
        E: 1.000000 0000 0000 0

        """

    /// Recordings of real hardware, which are not part of the project.
    private static let folder = #filePath.components(separatedBy: "/Tests/")[0] + "/../shared/recordings/"

    var exists: Bool {
        switch source {
        case .file(let path): FileManager.default.fileExists(atPath: path)
        case .text: true
        }
    }

    /// Returns the path of the recording, which is written to `folder` if it is not a file.
    func file(in folder: URL) throws -> String {
        switch source {
        case .file(let path): return path
        case .text(let text):
            let file = folder.appending(path: "recording.evemu")
            try text.write(to: file, atomically: false, encoding: .utf8)
            return file.path
        }
    }
}

/// The way of a finger from its landing to its lift. Times are in ms, lengths in pt.
struct Touch: Sendable {
    struct Step: Sendable {
        var time: Int
        var finger: Int
        /// nil when the finger lifts.
        var position: (x: Double, y: Double)?
    }

    private(set) var steps: [Step]

    /// A finger that rests for a while.
    init(_ finger: Int = 0, at time: Int, _ x: Double, _ y: Double, for duration: Int = 50) {
        self.init(finger, at: time, through: [(x, y)], every: duration)
    }

    /// A finger that moves in a straight line to each corner.
    ///
    /// - Parameters:
    ///   - rest: the time before it moves.
    ///   - duration: of the way to each corner.
    ///   - interval: the time between two frames.
    init(
        _ finger: Int = 0, at time: Int, through corners: (x: Double, y: Double)..., rest: Int = 0,
        duration: Int = 100, every interval: Int = 10
    ) {
        self.init(finger, at: time, through: corners, rest: rest, duration: duration, every: interval)
    }

    init(
        _ finger: Int = 0, at time: Int, through corners: [(x: Double, y: Double)], rest: Int = 0,
        duration: Int = 100, every interval: Int = 10
    ) {
        steps = [Step(time: time, finger: finger, position: corners[0])]
        var end = time + rest
        for (from, to) in zip(corners, corners.dropFirst()) {
            for elapsed in stride(from: interval, through: duration, by: interval) {
                let part = Double(elapsed) / Double(duration)
                let position = (x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y))
                steps.append(Step(time: end + elapsed, finger: finger, position: position))
            }
            end += duration
        }
        steps.append(Step(time: end + interval, finger: finger, position: nil))
    }
}
