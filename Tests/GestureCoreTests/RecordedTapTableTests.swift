import GestureCore
import TestSupport
import Testing

/// ChromeOS's tables of taps on a touchpad: its clicks are our taps, the left button one finger and the right one two.
///
/// Each tap of a double tap is a click of its own there. A button that it holds for a drag is a click too: for us it is a tap
/// with a drag after it.
@Suite(.needsRecordings) struct RecordedTapTableTests {
    struct File: Decodable {
        struct Settings: Decodable {
            var tapTimeoutS: Double
            var interTapTimeoutS: Double
            var tapMoveDistMm: Double
        }
        var tapSettings: Settings
        var tapToClick: [Table]

        static func read() throws -> File { try Recordings.read("touchpad-tap-tables.json") }
    }

    struct Table: Decodable, CustomStringConvertible {
        struct Finger: Decodable {
            var id: UInt64
            var x: Double
            var y: Double
        }
        enum Button: String, Decodable {
            case left, right

            var fingers: Int { self == .left ? 1 : 2 }
        }
        struct Frame: Decodable {
            var t: Double
            var fingers: [Finger]
            /// Only the time advances; a device would not report such a frame.
            var timerOnly: Bool
            var expectDown: Button?
        }
        var name: String
        var tapTimeoutOverride: String?
        var frames: [Frame]

        var description: String { name }
        /// The number of fingers of each tap.
        var taps: [Int] { frames.compactMap { $0.expectDown?.fingers } }
        var rows: [TouchRow] {
            frames.filter { !$0.timerOnly }.map { frame in
                TouchRow(
                    time: Instant(microseconds: 0) + .seconds(frame.t),
                    fingers: frame.fingers.map { (ContactID($0.id), .millimetres($0.x, $0.y)) })
            }
        }
    }

    /// Tables with other taps here, and the reason.
    static let differences: [String: (taps: [Int], reason: String)] = [
        "OneFingerTapWithClick": ([1], "clicks are taken out before there are frames, from which this is played"),
        "TwoFingerTapWithOneFingerVeryLightGivesLeftClick": ([2], "how hard a finger presses does not matter"),
        "VeryLightTapIgnored": ([1], "how hard a finger presses does not matter"),
        "TwoFingersBelowPressureThresholdAndNotGesturing": ([2], "how hard a finger presses does not matter"),
        "T5R2TwoFingerTapWithRestingThumb": (
            [1], "what rests at the end is a palm, and the pad places one finger beside it"
        ),
    ]

    @Test(arguments: try File.read().tapToClick)
    func taps(_ table: Table) throws {
        let settings = try File.read().tapSettings
        var thresholds = Thresholds()
        thresholds.touchpadSlop = settings.tapMoveDistMm / Points.millimetresPerPoint
        thresholds.tapGap = .seconds(settings.interTapTimeoutS)
        // The duration of a tap is limited only if long presses are requested.
        thresholds.longPress = .seconds(table.tapTimeoutOverride.flatMap(Double.init) ?? settings.tapTimeoutS)
        let selection = try GestureSelection(asking: "tap x1 x2, longPress, drag")
        var engine = GestureEngine(options: GestureOptions(selection: selection, thresholds: thresholds))

        var taps: [Int] = []
        for event in engine.play(table.rows, on: Pad(width: 200, height: 200)) where event.phase == .ended {
            guard case .tap(let count, _, _) = event.details else { continue }
            taps += Array(repeating: event.fingers, count: count)
        }

        if let difference = Self.differences[table.name] {
            #expect(taps == difference.taps, "\(difference.reason)")
            #expect(taps != table.taps, "no difference any more: \(difference.reason)")
        } else {
            #expect(taps == table.taps)
        }
    }

    @Test func `every difference belongs to a table`() throws {
        let names = try File.read().tapToClick.map(\.name)
        #expect(names.count == 20)
        #expect(Set(names).isSuperset(of: Self.differences.keys))
    }
}

extension Interval {
    fileprivate static func seconds(_ count: Double) -> Interval {
        Interval(microseconds: Int64((count * 1_000_000).rounded()))
    }
}
