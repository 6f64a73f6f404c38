import Foundation
import GestureClient
import Testing

/// Every gesture against the service, compared with `gesturectl replay`.
@Suite(.timeLimit(.minutes(20)))
struct RecordedGestureTests {
    static let gestures: [any GestureSource<any Described>] = [
        PressGesture().described, TouchGesture().described, TapGesture().described, TapGesture(count: 2).described,
        TapGesture(count: 3).described, LongPressGesture().described, DragGesture().described,
        SwipeGesture().described, EdgeSwipeGesture().described, MagnifyGesture().described,
        RotateGesture().described, StrokeGesture(.circle).described, StrokeGesture(.check).described,
    ]

    static let recordings =
        [
            Recording("taps", Touch(at: 0, 500, 500), Touch(at: 700, 500, 500), Touch(at: 850, 510, 500)),
            Recording(
                "three taps and a tap with two fingers", Touch(at: 0, 500, 500), Touch(at: 150, 500, 500),
                Touch(at: 300, 500, 500), Touch(0, at: 900, 500, 500), Touch(1, at: 900, 600, 500)),
            Recording(
                "a long press that moves",
                Touch(at: 0, through: (500, 500), (600, 540), rest: 800, duration: 200)),
            Recording("a swipe", Touch(at: 0, through: (500, 500), (900, 520))),
            Recording(
                "edge swipes",
                Touch(at: 0, through: (5, 900), (400, 900)), Touch(at: 600, through: (300, 1995), (300, 1400)),
                Touch(at: 1200, through: (3, 3), (3, 500))),
            Recording(
                "two fingers that move apart and turn",
                Touch(0, at: 0, through: (800, 800), (600, 500), (500, 900), duration: 200),
                Touch(1, at: 0, through: (900, 900), (1200, 1200), (1300, 800), duration: 200)),
            Recording("a circle", Touch(at: 0, through: circle, duration: 30)),
            Recording("a check mark", Touch(at: 0, through: [(500, 500), (600, 620), (900, 200)], duration: 150)),
        ] + hardware

    /// Recordings of real hardware: phones, a touchscreen, and touchpads of different protocols.
    private static let hardware = [
        "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.1-finger-drag-up-down.events",
        "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.1-finger-fast-taps.events",
        "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.2-fingers-touch-release.events",
        "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.4-finger-drag-down.events",
        "getevent/Phone/phone-single-touch.txt", "getevent/Phone/phone-single-drag.txt",
        "getevent/Phone/phone-two-finger-drag.txt",
    ].map { Recording(path: $0) }.filter(\.exists)

    private static let circle: [(x: Double, y: Double)] = (0...24).map { step in
        let angle = Double(step) * .pi / 12
        return (900 + 200 * cos(angle), 900 + 200 * sin(angle))
    }

    @Test("each event has the values of a replay", arguments: recordings)
    func values(_ recording: Recording) async throws {
        let service = try await RunningService(playing: recording)
        try await ComparedStream(Self.gestures, playing: recording, from: service).expectAllEvents()
    }

    // MARK: Options

    private static let drag = Recording(
        "a drag from one button to the other", Touch(at: 0, through: (450, 450), (1500, 450), duration: 300),
        Touch(at: 800, 1500, 450))
    private static let button = Region("button", Rectangle(x: 0.2, y: 0.2, width: 0.1, height: 0.1))

    @Test("a region gets only the touches that land in it")
    func region() async throws {
        let service = try await RunningService(playing: Self.drag)
        var button = Self.button
        button.tracking = .reenter
        button.parent = Region("panel", Rectangle(x: 0, y: 0, width: 0.5, height: 0.5))
        try await ComparedStream(Self.gestures, in: button, playing: Self.drag, from: service).expectAllEvents()
    }

    @Test("thresholds change what is recognized")
    func thresholds() async throws {
        let recording = Recording("a tap that moves by 40 pt", Touch(at: 0, through: (500, 500), (540, 500)))
        var options = SubscriptionOptions()
        options.thresholds.slop = 41
        options.thresholds.tapGap = .milliseconds(50)
        let service = try await RunningService(playing: recording)
        try await ComparedStream(
            [TapGesture().described, DragGesture(minimumDistance: 45).described], options: options,
            playing: recording, from: service
        ).expectAllEvents()
    }

    @Test("only the requested phases are delivered")
    func phases() async throws {
        let options = SubscriptionOptions(phases: [.began, .ended])
        let service = try await RunningService(playing: Self.drag)
        try await ComparedStream(Self.gestures, options: options, playing: Self.drag, from: service)
            .expectAllEvents()
    }

    @Test("only the requested devices make gestures, by name and by id")
    func devices() async throws {
        let looping = try await RunningService(playing: Self.drag, loops: true)
        let client = GestureClient(socket: looping.socket)
        let options = SubscriptionOptions(devices: ["Phone"])
        for try await event in client.events(of: DragGesture(), options: options) {
            guard case .ended = event else { continue }
            break
        }
        let device = try #require(try await client.devices().used.first)
        #expect(device.name == "Phone")
        let events = client.events(
            of: [DragGesture().map { $0.context.device }, TapGesture().map { _ in "a tap" }],
            options: SubscriptionOptions(devices: [device.id, "Another"]))
        for try await event in events {
            guard case .ended(let found) = event, found != "a tap" else { continue }
            #expect(found == device.id)
            break
        }
        let nothing = client.events(of: TouchGesture(), options: SubscriptionOptions(devices: ["Another"]))
        var iterator = nothing.makeAsyncIterator()
        guard case .connected(let state) = try await iterator.next() else {
            Issue.record("no state")
            return
        }
        #expect(state.devices.map(\.id) == [device.id])
    }
}
