import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct PlottedRecordingTests {
    private static let tap = taps(1)
    private static let swipe = glide(slot: 1, from: 1000, x: 100, by: 5, y: 80, steps: 10)

    @Test func `contacts have numbers, samples and an end`() throws {
        let plotted = try plot(Self.tap + Self.swipe)
        #expect(plotted.device == "Panel")
        #expect(plotted.contacts.map { $0.number } == [1, 2])
        #expect(plotted.contacts.map { $0.end } == [.lifted, .lifted])
        #expect(plotted.contacts[0].interval == 0...0.06)
        #expect(plotted.contacts[1].samples.count == 12)
        #expect(abs(plotted.contacts[1].reach * Points.millimetresPerPoint - 50) < 1e-6)
    }

    @Test func `a tap is decided after the gap, a swipe at the lift`() throws {
        let plotted = try plot(Self.tap + Self.swipe)
        #expect(plotted.gestures.map { $0.title } == ["tap", "drag", "swipe right"])
        #expect(plotted.gestures.map { $0.decided } == [0.36, 1.02, 1.21])
        #expect(plotted.gestures.map { $0.contacts } == [[0], [1], [1]])
        #expect(plotted.gesture(of: 1)?.kind == .swipe)
        #expect(plotted.activeParts(of: plotted.gestures[0]) == [0...0.06])
        #expect(plotted.activeParts(of: plotted.gestures[1]) == [1.02...1.21])
    }

    @Test func `a palm is listed apart from the other contacts of its touch`() throws {
        let near = glide(slot: 0, from: 0, x: 100, by: 1, y: 80, steps: 7)
        let palm: [Touch] = [(5, 1, (250, 150)), (45, 1, (250, 150))]
        let touches = (near + palm).sorted { $0.0 < $1.0 } + [(200, 1, nil)]
        let plotted = try plot(touches, palmsAt: [45])
        let reasons = ReasonList.reasons(of: try #require(plotted.touches.first))
        #expect(reasons.first?.contacts == [1])
        #expect(reasons.first?.text.first?.hasPrefix("ignored: ") == true)
        #expect(reasons.last?.contacts == [0])
        #expect(reasons.last?.text.allSatisfy { !$0.hasPrefix("ignored: ") } == true)
    }

    @Test func `a long press is decided at its time`() throws {
        let plotted = try plot([(0, 0, (50, 50)), (900, 0, nil)])
        let press = try #require(plotted.gestures.first)
        #expect((press.title, press.decided, press.interval) == ("long press", 0.6, 0...0.9))
    }

    @Test func `a double tap has two contacts and the time between them`() throws {
        let again: [Touch] = [(150, 0, (50, 50)), (210, 0, nil)]
        let plotted = try plot(Self.tap + again)
        let tap = try #require(plotted.gestures.first)
        #expect((tap.title, tap.contacts, tap.interval) == ("double tap", [0, 1], 0...0.51))
        #expect(plotted.activeParts(of: tap) == [0...0.06, 0.15...0.21])
    }

    @Test func `a rest before a movement stays a rest`() throws {
        let plotted = try plot([
            (0, 0, (50, 50)), (400, 0, (50.05, 50)), (410, 0, (60, 50)), (450, 0, nil),
        ])
        #expect(plotted.contacts[0].samples.map { $0.time } == [0, 0.4, 0.41, 0.45])
    }

    @Test func `a contact that the device calls a palm is cancelled`() throws {
        let plotted = try plot([(0, 0, (50, 50)), (100, 0, (50, 51)), (300, 0, nil)], palmsAt: [100])
        #expect(plotted.contacts[0].end == .cancelled)
        #expect(plotted.colour(of: 0) == .grey)
    }

    @Test func `a contact that is still down at the end is open`() throws {
        let plotted = try plot([(0, 0, (50, 50)), (300, 0, (51, 50))])
        #expect(plotted.contacts[0].end == .open)
        #expect(plotted.contacts[0].interval == 0...0.3)
    }

    @Test func `a part has the contacts that land in it`() throws {
        #expect(try plot(Self.tap + Self.swipe, part: 0..<1).contacts.count == 1)
        #expect(try plot(Self.tap + Self.swipe, part: 1..<2).gestures.map { $0.kind } == [.drag, .swipe])
        #expect(throws: PlotError.empty) { try plot(Self.tap, part: 5..<6) }
    }

    @Test func `presses are plotted if they are requested`() throws {
        var selection = GestureSelection()
        selection.press = true
        let plotted = try plot(Self.tap, GestureOptions(selection: selection))
        #expect(plotted.gestures.map { $0.title } == ["press"])
    }

    @Test func `presses of a region that asks for them are plotted`() throws {
        var options = GestureOptions()
        let surface = Rectangle(x: 0, y: 0, width: 1, height: 1)
        options.regions = [TrackedRegion("page", surface)]
        #expect(try plot(Self.tap, options).gestures.map { $0.title } == ["tap"])
        options.regions = [TrackedRegion("page", surface, gestures: GestureSet())]
        #expect(try plot(Self.tap, options).gestures.map { $0.title } == ["press", "tap"])
    }

    @Test func `gestures have the name of their region if regions are nested`() throws {
        let inner = "page 0,0 2000x1200: drag\n button 0,0 1000x600: tap x1"
        let nested = try plot(Self.tap + Self.swipe, try GestureOptions(asking: "", regions: inner))
        #expect(nested.gestures.map { $0.title } == ["tap in button", "drag in page"])
        #expect(nested.gestures.map { $0.contacts } == [[0], [1]])
        let flat = inner.replacing(" button 0,0", with: "button 0,0")
        #expect(try plot(Self.tap, try GestureOptions(asking: "", regions: flat)).gestures.map { $0.title } == ["tap"])
    }

    @Test func `400 gestures fit, more do not`() throws {
        let three = try GestureOptions(asking: "touch, press, tap x1")
        #expect(try plot(taps(133), three).gestures.count == 399)
        #expect(throws: PlotError.tooLong(upTo: 266)) { try plot(taps(134), three) }
        #expect(try plot(taps(200), try GestureOptions(asking: "press, tap x1")).gestures.count == 400)
    }

    @Test func `200 contacts fit, 201 do not`() throws {
        #expect(try plot(taps(200)).contacts.count == 200)
        #expect(throws: PlotError.tooLong(upTo: 400)) { try plot(taps(201)) }
    }

    @Test func `a near miss has its reason`() throws {
        let plotted = try plot(glide(slot: 0, from: 0, x: 50, by: 1.5, y: 50, steps: 5))
        #expect(plotted.touches.count == 1)
        #expect(plotted.touches[0].nearMisses.contains { $0.hasPrefix("no swipe: 7.5 mm of 7.9 mm") })
    }

    @Test func `fingers that spread have scales and limits`() throws {
        let left = glide(slot: 0, from: 0, x: 100, by: -2, y: 100, steps: 10)
        let right = glide(slot: 1, from: 5, x: 140, by: 2, y: 100, steps: 10)
        let plotted = try plot((left + right).sorted { $0.0 < $1.0 })
        #expect(plotted.gestures.contains { $0.kind == .pinch })
        let samples = try #require(plotted.spreads.last?.samples)
        let last = try #require(samples.last)
        #expect(abs(last.scale - 2) < 1e-9)
        // Twice the slop of 20 pt, at a span of 40 mm.
        #expect(abs(last.scaleLimits.upperBound - (1 + 40 * Points.millimetresPerPoint / 40)) < 1e-9)
        #expect(last.degrees == 0)
    }
}
