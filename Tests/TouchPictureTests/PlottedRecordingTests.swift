import GestureCore
import Testing
import TouchRecordings

@testable import TouchPicture

@Suite struct PlottedRecordingTests {
    /// A touchscreen of 300 × 200 mm with 20 counts per mm.
    private static let description = """
        N: Panel
        I: 0018 1234 5678 0001
        P: 02 00 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 e0 02
        A: 2f 0 9 0 0 0
        A: 35 0 6000 0 0 20
        A: 36 0 4000 0 0 20
        A: 37 0 2 0 0 0
        A: 39 0 65535 0 0 0

        """

    /// - Parameter touches: the time in ms, the slot, and x and y in mm; no position for a lift.
    private static func plotted(
        _ touches: [Touch], _ options: GestureOptions = GestureOptions(),
        part: Range<Double> = 0..<Double.infinity, palmAt palm: Int? = nil
    ) throws -> PlottedRecording {
        var text = description
        var down: [Int] = []
        for (time, slot, position) in touches {
            let stamp = "E: \(10 + time / 1000).\(String("00\(time % 1000)".suffix(3)))000"
            text += "\(stamp) 0003 002f \(slot)\n"
            if let (x, y) = position {
                if !down.contains(slot) { text += "\(stamp) 0003 0037 0\n\(stamp) 0003 0039 \(time)\n" }
                if palm == time { text += "\(stamp) 0003 0037 2\n" }
                text += "\(stamp) 0003 0035 \(Int(x * 20))\n\(stamp) 0003 0036 \(Int(y * 20))\n"
                down.append(slot)
            } else {
                text += "\(stamp) 0003 0039 -1\n"
                down.removeAll { $0 == slot }
            }
            text += "\(stamp) 0000 0000 0\n"
        }
        let device = try RecordedDevice(try Recording(Array(text.utf8)))
        return try PlottedRecording(device, options, part: part)
    }

    private typealias Touch = (Int, Int, (Double, Double)?)

    private static let tap: [Touch] = [(0, 0, (50, 50)), (60, 0, nil)]
    private static let swipe = glide(slot: 1, from: 1000, x: 100, by: 5, y: 80, steps: 10)

    /// A finger that moves by `distance` mm every 20 ms and lifts.
    private static func glide(
        slot: Int, from start: Int, x: Double, by distance: Double, y: Double, steps: Int
    ) -> [Touch] {
        var touches: [Touch] = []
        for step in 0...steps { touches.append((start + step * 20, slot, (x + Double(step) * distance, y))) }
        touches.append((start + steps * 20 + 10, slot, nil))
        return touches
    }

    @Test func `contacts have numbers, samples and an end`() throws {
        let plotted = try Self.plotted(Self.tap + Self.swipe)
        #expect(plotted.device == "Panel")
        #expect(plotted.contacts.map { $0.number } == [1, 2])
        #expect(plotted.contacts.map { $0.end } == [.lifted, .lifted])
        #expect(plotted.contacts[0].interval == 0...0.06)
        #expect(plotted.contacts[1].samples.count == 12)
        #expect(abs(plotted.contacts[1].reach * Points.millimetresPerPoint - 50) < 1e-6)
    }

    @Test func `a tap is decided after the gap, a swipe at the lift`() throws {
        let plotted = try Self.plotted(Self.tap + Self.swipe)
        #expect(plotted.gestures.map { $0.title } == ["tap", "drag", "swipe right"])
        #expect(plotted.gestures.map { $0.decided } == [0.36, 1.02, 1.21])
        #expect(plotted.gestures.map { $0.contacts } == [[0], [1], [1]])
        #expect(plotted.gesture(of: 1)?.kind == .swipe)
        #expect(plotted.activeParts(of: plotted.gestures[0]) == [0...0.06])
        #expect(plotted.activeParts(of: plotted.gestures[1]) == [1.02...1.21])
    }

    @Test func `a palm is listed apart from the other contacts of its touch`() throws {
        let near = Self.glide(slot: 0, from: 0, x: 100, by: 1, y: 80, steps: 7)
        let palm: [Touch] = [(5, 1, (250, 150)), (45, 1, (250, 150))]
        let touches = (near + palm).sorted { $0.0 < $1.0 } + [(200, 1, nil)]
        let plotted = try Self.plotted(touches, palmAt: 45)
        let reasons = ReasonList.reasons(of: try #require(plotted.touches.first))
        #expect(reasons.first?.contacts == [1])
        #expect(reasons.first?.text.first?.hasPrefix("ignored: ") == true)
        #expect(reasons.last?.contacts == [0])
        #expect(reasons.last?.text.allSatisfy { !$0.hasPrefix("ignored: ") } == true)
    }

    @Test func `a long press is decided at its time`() throws {
        let plotted = try Self.plotted([(0, 0, (50, 50)), (900, 0, nil)])
        let press = try #require(plotted.gestures.first)
        #expect((press.title, press.decided, press.interval) == ("long press", 0.6, 0...0.9))
    }

    @Test func `a double tap has two contacts and the time between them`() throws {
        let again: [Touch] = [(150, 0, (50, 50)), (210, 0, nil)]
        let plotted = try Self.plotted(Self.tap + again)
        let tap = try #require(plotted.gestures.first)
        #expect((tap.title, tap.contacts, tap.interval) == ("double tap", [0, 1], 0...0.51))
        #expect(plotted.activeParts(of: tap) == [0...0.06, 0.15...0.21])
    }

    @Test func `a rest before a movement stays a rest`() throws {
        let plotted = try Self.plotted([(0, 0, (50, 50)), (400, 0, (50.05, 50)), (410, 0, (60, 50)), (450, 0, nil)])
        #expect(plotted.contacts[0].samples.map { $0.time } == [0, 0.4, 0.41, 0.45])
    }

    @Test func `a contact that the device calls a palm is cancelled`() throws {
        let plotted = try Self.plotted([(0, 0, (50, 50)), (100, 0, (50, 51)), (300, 0, nil)], palmAt: 100)
        #expect(plotted.contacts[0].end == .cancelled)
        #expect(plotted.colour(of: 0) == .grey)
    }

    @Test func `a contact that is still down at the end is open`() throws {
        let plotted = try Self.plotted([(0, 0, (50, 50)), (300, 0, (51, 50))])
        #expect(plotted.contacts[0].end == .open)
        #expect(plotted.contacts[0].interval == 0...0.3)
    }

    @Test func `a part has the contacts that land in it`() throws {
        #expect(try Self.plotted(Self.tap + Self.swipe, part: 0..<1).contacts.count == 1)
        #expect(try Self.plotted(Self.tap + Self.swipe, part: 1..<2).gestures.map { $0.kind } == [.drag, .swipe])
        #expect(throws: PlotError.empty) { try Self.plotted(Self.tap, part: 5..<6) }
    }

    @Test func `presses are plotted if they are requested`() throws {
        var selection = GestureSelection()
        selection.press = true
        let plotted = try Self.plotted(Self.tap, GestureOptions(selection: selection))
        #expect(plotted.gestures.map { $0.title } == ["press"])
    }

    @Test func `200 contacts fit, 201 do not`() throws {
        func taps(_ count: Int) -> [Touch] {
            var touches: [Touch] = []
            for index in 0..<count {
                for (time, slot, position) in Self.tap { touches.append((time + index * 2000, slot, position)) }
            }
            return touches
        }
        #expect(try Self.plotted(taps(200)).contacts.count == 200)
        #expect(throws: PlotError.tooLong(upTo: 400)) { try Self.plotted(taps(201)) }
    }

    @Test func `a near miss has its reason`() throws {
        let plotted = try Self.plotted(Self.glide(slot: 0, from: 0, x: 50, by: 1.5, y: 50, steps: 5))
        #expect(plotted.touches.count == 1)
        #expect(plotted.touches[0].nearMisses.contains { $0.hasPrefix("no swipe, edge swipe: 47.2 pt of 50 pt") })
    }

    @Test func `fingers that spread have scales and limits`() throws {
        let left = Self.glide(slot: 0, from: 0, x: 100, by: -2, y: 100, steps: 10)
        let right = Self.glide(slot: 1, from: 5, x: 140, by: 2, y: 100, steps: 10)
        let plotted = try Self.plotted((left + right).sorted { $0.0 < $1.0 })
        #expect(plotted.gestures.contains { $0.kind == .pinch })
        let samples = try #require(plotted.spreads.last?.samples)
        let last = try #require(samples.last)
        #expect(abs(last.scale - 2) < 1e-9)
        // Twice the slop of 20 pt, at a span of 40 mm.
        #expect(abs(last.scaleLimits.upperBound - (1 + 40 * Points.millimetresPerPoint / 40)) < 1e-9)
        #expect(last.degrees == 0)
    }
}
