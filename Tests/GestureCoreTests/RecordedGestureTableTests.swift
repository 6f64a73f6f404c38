import GestureCore
import TestSupport
import Testing

/// One of libinput's tables of gestures on a touchpad, one for each of eight directions.
struct GestureTable: Decodable, CustomStringConvertible {
    /// In percent of the axis.
    struct Touch: Decodable {
        var slot: UInt64
        var x: Double
        var y: Double
    }
    struct Frame: Decodable {
        var tMs: Int64
        var touches: [Touch]
    }
    struct Expected: Decodable {
        var updatesSign: [Int]?
    }
    private struct File: Decodable {
        var cases: [GestureTable]
    }

    var name: String
    /// As on a compass: N is up, SE between down and right.
    var direction: String
    var frames: [Frame]
    var expected: Expected

    var description: String { "\(name) \(direction)" }

    /// The tables of one gesture.
    static func read(_ name: String) throws -> [GestureTable] {
        let file: File = try Recordings.read("touchpad-gesture-tables.json")
        return file.cases.filter { $0.name == name }
    }

    func rows(on pad: Pad) -> [TouchRow] {
        frames.map { frame in
            TouchRow(
                time: .milliseconds(frame.tMs),
                fingers: frame.touches.map { touch in
                    (ContactID(touch.slot), .millimetres(touch.x / 100 * pad.width, touch.y / 100 * pad.height))
                })
        }
    }
}

extension Pad {
    /// A usual, a small and a large one.
    static let sizes = [Pad(width: 100, height: 60), Pad(width: 69, height: 50), Pad(width: 130, height: 80)]
}

extension EngineEvent {
    /// How a gesture starts and ends: `drag#1 began f3`.
    var summary: String { "\(kind)#\(gesture) \(phase) f\(fingers)" }
}

@Suite(.needsRecordings) struct RecordedGestureTableTests {
    /// Three fingers that move by a third of the pad drag and then swipe, and make no other gesture.
    @Test(arguments: try GestureTable.read("swipe_3fg"), Pad.sizes)
    func swipe(_ table: GestureTable, on pad: Pad) throws {
        let rows = table.rows(on: pad)
        var engine = GestureEngine()
        let events = engine.play(rows, on: pad)
        let summary = events.filter { $0.phase != .changed }.map(\.summary)
        #expect(summary == ["drag#1 began f3", "drag#1 ended f3", "swipe#2 ended f3"])

        let drag = try #require(events.last { $0.kind == .drag })
        guard case .drag(_, let translation, _) = drag.details else { throw Unexpected(event: drag) }
        func sign(_ distance: Double) -> Int { distance > 0 ? 1 : distance < 0 ? -1 : 0 }
        #expect([sign(translation.x), sign(translation.y)] == table.expected.updatesSign)

        let swipe = try #require(events.last { $0.kind == .swipe })
        guard case .swipe(let direction, _, _) = swipe.details else { throw Unexpected(event: swipe) }
        #expect(direction == Self.direction(of: table, rows))
    }

    @Test func `the tables have all eight directions`() throws {
        for name in ["swipe_3fg", "pinch_2fg"] {
            #expect(try Set(GestureTable.read(name).map(\.direction)) == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
        }
    }

    /// Returns the direction of the table or, if it is between two directions, the one in which the fingers moved
    /// farther. None of the pads is square, so that no movement ends on the diagonal.
    private static func direction(of table: GestureTable, _ rows: [TouchRow]) -> Direction? {
        let compass: [Character: Direction] = ["N": .up, "E": .right, "S": .down, "W": .left]
        let neighbours = table.direction.map { compass[$0] }
        let way = rows[rows.count - 2].fingers[0].position - rows[0].fingers[0].position
        return abs(way.x) > abs(way.y) ? neighbours[neighbours.count - 1] : neighbours[0]
    }

    private struct Unexpected: Error {
        var event: EngineEvent
    }
}
