import GestureCore
import GestureProtocol
import TestSupport
import Testing
import Text

@testable import Terminal
@testable import TouchViewer

/// A model with one device, and events for it. Times are in ms.
private struct Touched {
    var model: WatchModel

    init(asking gestures: String? = nil, devices: [String] = ["a"]) throws {
        let terminal = Terminal(isPresent: false, size: .init(columns: 80, rows: 24)) { _ in nil }
        var options = GestureOptions()
        if let gestures { options.gestures = try GestureSet(asking: gestures) }
        model = WatchModel(options, terminal: terminal, start: Instant(microseconds: 0))
        model.setDevices(
            devices.map {
                WatchedDevice(
                    id: ByteString($0), name: ByteString($0),
                    surface: Surface(id: SurfaceID(0), kind: .touchscreen, size: Vector(x: 1600, y: 1000)))
            })
    }

    mutating func event(
        _ kind: String, _ phase: String, gesture: Int = 1, at time: Int64, x: Double = 0.5, y: Double = 0.5,
        device: String = "a", _ more: String = "", shownAt now: Int64? = nil
    ) throws {
        let text = """
            {"gesture":\(gesture),"kind":"\(kind)","phase":"\(phase)","device":"\(device)","time":\(time * 1000),"fingers":1,\
            "x":\(x),"y":\(y),"points":{"x":\(x * 1600),"y":\(y * 1000)}\(more)}
            """
        let json = try #require(JSONDocument(Array(text.utf8)))
        model.handle(Event(json.root), at: instant(now ?? time))
    }

    /// A contact, numbered as its gesture.
    mutating func touch(
        _ contact: Int, _ phase: String, at time: Int64, x: Double = 0.5, y: Double = 0.5, device: String = "a"
    ) throws {
        try event("touch", phase, gesture: contact, at: time, x: x, y: y, device: device, ",\"contact\":\(contact)")
    }

    mutating func tap(_ phase: String, gesture: Int = 1, count: Int = 1, at time: Int64, shownAt now: Int64? = nil)
        throws
    {
        try event("tap", phase, gesture: gesture, at: time, ",\"count\":\(count)", shownAt: now)
    }

    mutating func advance(to time: Int64) { model.advance(to: instant(time)) }

    /// Lets time pass up to each of these times, and returns where touches were explained.
    mutating func settle(until times: Int64...) -> [Bool] {
        times.map { model.settle(at: instant($0)) }
    }

    var device: WatchedDevice { get throws { try #require(model.device) } }
    var fingers: [WatchedFinger] { get throws { try device.fingers } }

    func nextChange(after time: Int64) -> Int64? {
        model.nextChange(after: instant(time)).map { $0.microseconds / 1000 }
    }

    func instant(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1000) }
}

@Suite struct WatchModelTests {
    // MARK: Fingers

    @Test func `a finger that lands gets the smallest number that is free`() throws {
        var touched = try Touched()
        for contact in 1...3 { try touched.touch(contact, "began", at: 0) }
        try touched.touch(2, "ended", at: 10)
        try touched.touch(4, "began", at: 20)
        try touched.touch(5, "began", at: 30)
        #expect(try touched.fingers.filter { $0.isDown }.map { $0.number } == [1, 3, 2, 4])
        #expect(try touched.device.fingersDown == 4)
    }

    @Test func `a trail keeps the positions of its finger`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, x: 0.1)
        for step in 1...5 { try touched.touch(1, "changed", at: Int64(10 * step), x: 0.1 + 0.1 * Double(step)) }
        let finger = try #require(touched.fingers.first)
        #expect(finger.trail.map { Int($0.position.x * 10 + 0.5) } == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [(3, 2), (4, 3)])
    func `positions less than 4 ms apart are one`(spacing: Int64, points: Int) throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, x: 0.1)
        try touched.touch(1, "changed", at: spacing, x: 0.2)
        try touched.touch(1, "changed", at: 2 * spacing - 1, x: 0.3)
        try touched.touch(1, "changed", at: 100, x: 0.3)
        #expect(try touched.fingers[0].trail.count == points)
        #expect(try touched.fingers[0].position.x == 0.3)
    }

    @Test(
        arguments: [
            (299, .new), (300, .older), (599, .older), (600, .oldest), (999, .oldest), (1000, nil),
        ] as [(Int64, WatchedFinger.Age?)])
    func `a trail fades in three steps`(elapsed: Int64, age: WatchedFinger.Age?) {
        #expect(WatchedFinger.age(.milliseconds(elapsed)) == age)
    }

    @Test func `the picture changes when a part of a trail fades further`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, x: 0.1)
        #expect(touched.nextChange(after: 0) == 300)
        #expect(touched.nextChange(after: 299) == 300)
        #expect(touched.nextChange(after: 300) == 600)
        try touched.touch(1, "changed", at: 400, x: 0.2)
        #expect(touched.nextChange(after: 400) == 600)
        #expect(touched.nextChange(after: 600) == 700)
        #expect(touched.nextChange(after: 1000) == 1400)
        #expect(touched.nextChange(after: 1399) == 1400)
    }

    @Test func `a finger that rests changes nothing once its trail has faded`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0)
        touched.advance(to: 1000)
        #expect(touched.nextChange(after: 1000) == nil)
        touched.advance(to: 100_000)
        #expect(try touched.fingers.count == 1)
    }

    @Test(arguments: ["ended", "cancelled"])
    func `a finger disappears a second after its end`(phase: String) throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0)
        try touched.touch(1, phase, at: 5000)
        #expect(try touched.fingers[0].isCancelled == (phase == "cancelled"))
        #expect(touched.nextChange(after: 5000) == 6000)
        touched.advance(to: 5999)
        #expect(try touched.fingers.count == 1)
        touched.advance(to: 6000)
        #expect(try touched.fingers.isEmpty)
        #expect(touched.nextChange(after: 6000) == nil)
    }

    @Test func `a long trail forgets its oldest part`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, x: 0)
        for step in 1...2000 { try touched.touch(1, "changed", at: Int64(4 * step), x: Double(step) / 2000) }
        #expect(try touched.fingers[0].trail.count <= 256)
        touched.advance(to: 8000)
        let trail = try touched.fingers[0].trail
        // Everything but the start of the line is less than a second old.
        #expect(trail.dropFirst().allSatisfy { touched.instant(8000) - $0.time < .milliseconds(1000) })
    }

    @Test func `the number of fingers is limited`() throws {
        var touched = try Touched()
        for contact in 1...100 { try touched.touch(contact, "began", at: 0) }
        #expect(try touched.fingers.count == 64)
    }

    // MARK: Pulses

    @Test func `a gesture makes a pulse where and when it is recognized`() throws {
        var touched = try Touched()
        try touched.event("swipe", "ended", at: 100, x: 0.25, ",\"direction\":\"left\"", shownAt: 120)
        let pulse = try #require(touched.device.pulses.first)
        #expect(pulse.position == UnitPoint(x: 0.25, y: 0.5) && pulse.start == touched.instant(120))
        #expect(pulse.appearance.colour == .red && pulse.shape == .tap)
    }

    @Test(arguments: [
        ("tap", "possible", false), ("tap", "ended", true), ("longPress", "began", true), ("longPress", "ended", false),
        ("drag", "began", true), ("drag", "changed", false), ("drag", "cancelled", false), ("pinch", "began", true),
        ("press", "began", false), ("press", "ended", false), ("activity", "began", false), ("unknown", "ended", false),
    ])
    func `only recognition makes a pulse`(kind: String, phase: String, hasPulse: Bool) throws {
        var touched = try Touched()
        try touched.event(kind, phase, at: 0)
        #expect(try touched.device.pulses.count == (hasPulse ? 1 : 0))
    }

    @Test(arguments: [(1, 600), (2, 375), (3, 375)] as [(Int, Int64)])
    func `a pulse lasts as long as the feedback of its gesture`(count: Int, duration: Int64) throws {
        var touched = try Touched()
        try touched.tap("ended", count: count, at: 0)
        #expect(touched.nextChange(after: 0) == 0)
        touched.advance(to: duration - 1)
        #expect(try touched.device.pulses.count == 1)
        touched.advance(to: duration)
        #expect(try touched.device.pulses.isEmpty)
        #expect(touched.nextChange(after: duration) == nil)
    }

    @Test(
        arguments: [
            (1, 87, 0.497), (1, 175, 1), (1, 425, 1), (1, 512, 0.503), (2, 87, 0.994), (2, 175, 0), (2, 187, 0),
            (2, 200, 0),
            (2, 287, 0.994),
        ] as [(Int, Int64, Double)])
    func `a pulse is as bright as the feedback of its gesture`(count: Int, time: Int64, brightness: Double) throws {
        var touched = try Touched()
        try touched.tap("ended", count: count, at: 0)
        let pulse = try #require(touched.device.pulses.first)
        #expect(abs(pulse.brightness(at: touched.instant(time)) - brightness) < 0.001)
    }

    // MARK: Pending taps

    @Test func `the ring around a pending tap closes while the next tap can follow`() throws {
        var touched = try Touched()
        try touched.tap("possible", at: 1000)
        let tap = try #require(touched.device.pendingTaps.first)
        #expect([900, 1000, 1150, 1300, 1400].map { tap.remaining(at: touched.instant($0)) } == [1, 1, 0.5, 0, 0])
        touched.advance(to: 1300)
        #expect(try touched.device.pendingTaps.count == 1)
        touched.advance(to: 1301)
        #expect(try touched.device.pendingTaps.isEmpty)
    }

    @Test func `a second tap opens the ring again`() throws {
        var touched = try Touched()
        try touched.tap("possible", at: 1000)
        try touched.tap("possible", count: 2, at: 1200)
        let taps = try touched.device.pendingTaps
        #expect(taps.count == 1 && taps[0].remaining(at: touched.instant(1200)) == 1)
    }

    @Test(arguments: ["ended", "cancelled"])
    func `a decision removes the ring`(phase: String) throws {
        var touched = try Touched()
        try touched.tap("possible", at: 1000)
        try touched.tap(phase, at: 1000, shownAt: 1100)
        #expect(try touched.device.pendingTaps.isEmpty)
    }

    // MARK: The list

    private func lines(_ touched: Touched) -> [String] {
        touched.model.recent.map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test func `a gesture has one line, which says what happened last`() throws {
        var touched = try Touched()
        try touched.tap("possible", gesture: 1, at: 0)
        try touched.event("drag", "began", gesture: 2, at: 10)
        try touched.tap("ended", gesture: 1, at: 0)
        try touched.event("drag", "changed", gesture: 2, at: 20)
        #expect(lines(touched) == ["0.000 s  ○ tap  at 50 % 50 %", "0.020 s  ~ drag changed  at 50 % 50 %"])
        #expect(touched.model.recent.map { $0.isFinal } == [true, false])
    }

    @Test(
        arguments: [(nil, []), ("press, drag, swipe", ["press began", "drag ended", "swipe right"])]
            as [(String?, [String])])
    func `presses and drags of swipes are listed only if they were asked for`(gestures: String?, listed: [String])
        throws
    {
        var touched = try Touched(asking: gestures)
        try touched.event("press", "began", gesture: 1, at: 0)
        try touched.event("drag", "began", gesture: 2, at: 10)
        try touched.event("drag", "ended", gesture: 2, at: 20)
        try touched.event("swipe", "ended", gesture: 3, at: 20, ",\"direction\":\"right\"")
        let words = lines(touched).map { $0.split(separator: " ")[3...4].joined(separator: " ") }
        #expect(words == (listed.isEmpty ? ["swipe right"] : listed))
    }

    @Test func `a swipe of another finger leaves the drag in the list`() throws {
        var touched = try Touched()
        try touched.event("drag", "ended", gesture: 2, at: 20)
        try touched.event("swipe", "ended", gesture: 3, at: 30)
        #expect(touched.model.recent.count == 2)
    }

    @Test func `what a touch nearly was is listed with the reason`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 1000)
        try touched.touch(1, "ended", at: 1500)
        try touched.tap("ended", gesture: 2, at: 1500)
        _ = touched.settle(until: 1801)
        #expect(
            lines(touched) == [
                "1.500 s  ○ tap  at 50 % 50 %", "1.500 s  × no long press: lifted after 500 ms of 600 ms",
            ])
    }

    @Test func `a contact that was taken for a palm is listed`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0)
        try touched.touch(1, "cancelled", at: 100)
        _ = touched.settle(until: 500)
        #expect(lines(touched) == ["0.100 s  × finger ignored: taken for a palm, or lost"])
    }

    @Test func `a moved touch counts with the way of its finger`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, x: 0.5)
        for step in 1...4 { try touched.touch(1, "changed", at: Int64(step * 20), x: 0.5 + 0.00625 * Double(step)) }
        try touched.touch(1, "ended", at: 100, x: 0.525)
        _ = touched.settle(until: 500)
        #expect(
            lines(touched) == [
                "0.100 s  × no swipe: 6.4 mm of 7.9 mm",
                "0.100 s  × no tap, long press: moved 4.8 mm, at most 3.2 mm allowed",
            ])
    }

    @Test(arguments: [
        (80, ["1.500 s  × no long press: lifted after 500 ms of 600 ms"]),
        (40, ["1.500 s  × no long press: lifted after", "  500 ms of 600 ms"]),
    ])
    func `a line of the list is broken between words`(columns: Int, rows: [String]) throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 1000)
        try touched.touch(1, "ended", at: 1500)
        _ = touched.settle(until: 1801)
        let line = try #require(touched.model.recent.last)
        #expect(line.rows(columns: columns).map { String(decoding: $0, as: UTF8.self) } == rows)
    }

    @Test func `the list keeps the latest gestures`() throws {
        var touched = try Touched()
        for gesture in 1...500 { try touched.tap("ended", gesture: gesture, at: Int64(gesture)) }
        #expect(touched.model.recent.count <= WatchModel.mostRecent)
        #expect(lines(touched).last == "0.500 s  ○ tap  at 50 % 50 %")
    }

    @Test func `gestures after a lost connection have lines of their own`() throws {
        var touched = try Touched()
        try touched.event("drag", "began", gesture: 1, at: 0)
        try touched.touch(7, "began", at: 0)
        try touched.tap("possible", gesture: 2, at: 5)
        touched.model.disconnect(at: touched.instant(10))
        #expect(try touched.fingers.allSatisfy { $0.isCancelled })
        #expect(try touched.device.pendingTaps.isEmpty)
        try touched.tap("ended", gesture: 1, at: 20)
        #expect(touched.model.recent.count == 3)
    }

    // MARK: Devices

    @Test func `the device that was touched last is shown`() throws {
        var touched = try Touched(devices: ["a", "b"])
        #expect(touched.model.shown == 0)
        try touched.touch(1, "began", at: 0, device: "b")
        #expect(touched.model.shown == 1)
        try touched.touch(1, "changed", at: 10, device: "b")
        try touched.touch(2, "began", at: 20, device: "a")
        #expect(touched.model.shown == 0)
        try touched.touch(1, "changed", at: 30, x: 0.7, device: "b")
        #expect(touched.model.shown == 0)
    }

    @Test func `a device that was chosen stays`() throws {
        var touched = try Touched(devices: ["a", "b"])
        touched.model.choose(1)
        try touched.touch(1, "began", at: 0, device: "a")
        #expect(touched.model.shown == 1)
        touched.model.choose(2)
        #expect(touched.model.shown == 1)
    }

    @Test func `events of other devices are ignored`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0, device: "b")
        try touched.tap("ended", at: 0)
        #expect(try touched.fingers.isEmpty)
        #expect(touched.model.recent.count == 1)
    }

    @Test func `fingers stay when the list of devices changes`() throws {
        var touched = try Touched(devices: ["a", "b"])
        try touched.touch(1, "began", at: 0, device: "b")
        touched.model.setDevices(
            ["b", "c"].map {
                WatchedDevice(
                    id: ByteString($0), name: "",
                    surface: Surface(id: SurfaceID(0), kind: .touchscreen, size: Vector(x: 100, y: 100)))
            })
        #expect(touched.model.shown == 0)
        #expect(try touched.device.fingersDown == 1)
    }

    @Test func `without a device there is nothing to show`() throws {
        let touched = try Touched(devices: [])
        #expect(touched.model.device == nil && touched.nextChange(after: 0) == nil)
    }

    // MARK: Explanations

    @Test func `touches are explained once they are decided`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 1000)
        try touched.touch(1, "ended", at: 1050)
        let isNew1 = touched.settle(until: 1051)
        #expect(isNew1 == [false])
        #expect(touched.model.history.nextDeadline == touched.instant(1350))
        // A second tap can follow until then.
        let isNew2 = touched.settle(until: 1350, 1351)
        #expect(isNew2 == [false, true])
        #expect(touched.model.history.explanations.map { $0[0].touch.contacts } == [[ContactID(1)]])
        try touched.touch(2, "began", at: 3000)
        try touched.touch(2, "ended", at: 3800)
        let isNew3 = touched.settle(until: 4000)
        #expect(isNew3 == [true])
        #expect(touched.model.history.explanations.map { $0[0].touch.contacts } == [[ContactID(1)], [ContactID(2)]])
    }

    @Test func `contacts of one instant are one frame`() throws {
        var touched = try Touched()
        for contact in 1...3 { try touched.touch(contact, "began", at: 0) }
        for contact in 1...3 { try touched.touch(contact, "ended", at: 50) }
        let isNew4 = touched.settle(until: 2000)
        #expect(isNew4 == [true])
        #expect(touched.model.history.explanations.map { $0[0].touch.fingers } == [3])
    }

    @Test func `touches that a lost connection cut off are not explained`() throws {
        var touched = try Touched()
        try touched.touch(1, "began", at: 0)
        let isNew5 = touched.settle(until: 5)
        #expect(isNew5 == [false])
        touched.model.disconnect(at: touched.instant(10))
        let isNew6 = touched.settle(until: 5000)
        #expect(isNew6 == [false])
    }

    // MARK: Latency

    @Test func `the latency changes twice a second at most`() throws {
        var touched = try Touched()
        touched.model.note(latency: .milliseconds(3), at: touched.instant(0))
        touched.model.note(latency: .milliseconds(1), at: touched.instant(499))
        #expect(touched.model.latency.summary?.maximum == .milliseconds(3))
        #expect(touched.model.latency.summary?.median == .milliseconds(3))
        touched.model.note(latency: .milliseconds(9), at: touched.instant(500))
        #expect(touched.model.latency.summary?.maximum == .milliseconds(9))
        #expect(touched.model.latency.summary?.median == .milliseconds(3))
    }

    @Test func `old latencies are forgotten`() throws {
        var touched = try Touched()
        touched.model.note(latency: .milliseconds(1000), at: touched.instant(0))
        for _ in 0..<128 { touched.model.note(latency: .milliseconds(2), at: touched.instant(1)) }
        touched.model.note(latency: .milliseconds(2), at: touched.instant(1000))
        #expect(touched.model.latency.summary?.maximum == .milliseconds(2))
    }
}
