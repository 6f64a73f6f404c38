import GestureCore
import Terminal
import Testing

@testable import TouchPicture

@Suite struct PlottedGestureTests {
    private static func event(
        _ kind: GestureKind, _ phase: GesturePhase = .ended, at time: Double = 1, fingers: Int = 1,
        details: EngineEvent.Details = .none
    ) -> EngineEvent {
        EngineEvent(
            kind: kind, phase: phase, gesture: 7, surface: SurfaceID(1), time: Instant(microseconds: Int64(time * 1e6)),
            fingers: fingers, point: Vector(x: 3, y: 4), position: UnitPoint(x: 0.5, y: 0.5), details: details)
    }

    /// A gesture with these events, which land at 0.5 s and are decided, if they end it, 0.25 s after their time.
    private static func gesture(_ events: EngineEvent..., named name: String = "") -> PlottedGesture {
        func time(_ event: EngineEvent) -> Double { Double(event.time.microseconds) / 1e6 }
        var gesture = PlottedGesture(events[0], named: name, landed: 0.5, at: time(events[0]))
        for event in events {
            gesture.update(event, landed: 0.5, at: time(event), decided: time(event) + 0.25)
        }
        return gesture
    }

    private static func swipe(_ direction: Direction) -> EngineEvent.Details {
        .swipe(direction, translation: .zero, velocity: Velocity(x: 0, y: 0))
    }

    // MARK: Words

    @Test(arguments: [
        (1, 1, "tap"), (2, 1, "tap 2 fingers"), (1, 2, "double tap"), (1, 3, "3 taps"), (1, 4, "4 taps"),
        (3, 5, "5 taps 3 fingers"),
    ])
    func `a title has the fingers if there are several, and the number of taps`(
        fingers: Int, count: Int, title: String
    ) {
        let details = EngineEvent.Details.tap(count: count, run: count, decided: nil)
        #expect(Self.gesture(Self.event(.tap, fingers: fingers, details: details)).title == title)
    }

    @Test(arguments: [
        (Direction.right, "right", Colour.yellow), (.downRight, "down right", .green), (.down, "down", .green),
        (.downLeft, "down left", .green), (.left, "left", .red), (.upLeft, "up left", .blue), (.up, "up", .blue),
        (.upRight, "up right", .blue),
    ])
    func `a swipe has the title and the colour of its direction`(direction: Direction, words: String, colour: Colour) {
        let swipe = Self.gesture(Self.event(.swipe, details: Self.swipe(direction)))
        #expect((swipe.title, swipe.colour) == ("swipe \(words)", colour))
        let edge = EngineEvent.Details.edgeSwipe(
            .edge(.top, .first), direction, translation: .zero, velocity: Velocity(x: 0, y: 0))
        #expect(Self.gesture(Self.event(.edgeSwipe, details: edge)).title == "edge swipe \(words)")
    }

    @Test func `a title has the name, the place and at last that it was cancelled`() {
        var gesture = Self.gesture(Self.event(.drag, .began, fingers: 2), Self.event(.drag, .cancelled), named: "pan")
        #expect(gesture.title == "drag pan 2 fingers, cancelled")
        gesture.place = "list"
        #expect(gesture.title == "drag pan 2 fingers in list, cancelled")
        gesture.isCancelled = false
        #expect(gesture.title == "drag pan 2 fingers in list")
    }

    @Test func `a description has the times`() {
        #expect(
            Self.gesture(Self.event(.swipe, details: Self.swipe(.right))).description
                == "swipe right: 0.5 s to 1 s, decided at 1.25 s")
        #expect(Self.gesture(Self.event(.tap, .possible)).description == "tap: 0.5 s to 1 s")
    }

    // MARK: Times

    @Test func `a continuous gesture is decided when it begins, a discrete one at its decision`() {
        let drag = Self.gesture(
            Self.event(.drag, .began), Self.event(.drag, .changed, at: 2), Self.event(.drag, .ended, at: 3))
        #expect((drag.began, drag.decided, drag.ended, drag.interval) == (1, 1, 3, 0.5...3))
        let tap = Self.gesture(Self.event(.tap, .possible), Self.event(.tap, .ended, at: 1))
        #expect((tap.began, tap.decided, tap.ended, tap.interval) == (1, 1.25, 1, 0.5...1.25))
    }

    @Test func `a gesture that was only possible is never decided`() {
        let tap = Self.gesture(Self.event(.tap, .possible), Self.event(.tap, .cancelled, at: 2))
        #expect((tap.decided, tap.interval, tap.isCancelled) == (nil, 0.5...2, true))
    }

    @Test func `the most fingers and the earliest landing count`() {
        var drag = Self.gesture(
            Self.event(.drag, .began), Self.event(.drag, .changed, fingers: 3), Self.event(.drag, fingers: 1))
        drag.update(Self.event(.drag), landed: 0.25, at: 0.75, decided: 0.75)
        #expect((drag.fingers, drag.landed, drag.ended) == (3, 0.25, 1))
    }

    // MARK: Colours

    @Test(arguments: zip(GestureKind.allCases, [1, 0, 0, 4, 4, 2, 4, 4, 3, 3, 5]))
    func `a gesture ranks by how well it describes the fingers`(kind: GestureKind, rank: Int) {
        #expect(Self.gesture(Self.event(kind)).rank == rank)
        let cancelled = Self.gesture(Self.event(kind, .began), Self.event(kind, .cancelled))
        #expect((cancelled.rank, cancelled.colour) == (0, .grey))
    }

    @Test(arguments: [
        ("tap", nil), ("touch", nil), ("drag", GestureKind.drag), ("drag, swipe", .swipe),
        ("touch, swipe, drag", .swipe), ("drag, stroke caret as a", .drag),
    ])
    func `the gesture of the highest rank gives a trail its colour`(gestures: String, best: GestureKind?) throws {
        let swipe = glide(from: 0, x: 100, by: 5, y: 80, steps: 10)
        let plotted = try plot(swipe, try GestureOptions(asking: gestures))
        #expect(plotted.gesture(of: 0)?.kind == best)
        let colours: [GestureKind?: Colour] = [nil: .plain, .drag: .indigo, .swipe: .yellow]
        #expect(plotted.colour(of: 0) == colours[best])
    }

    @Test func `a press that is cancelled leaves the trail without a colour`() throws {
        let plotted = try plot(glide(from: 0, x: 100, by: 5, y: 80, steps: 10), try GestureOptions(asking: "press"))
        #expect(plotted.gestures.map { $0.title } == ["press, cancelled"])
        #expect(plotted.colour(of: 0) == .plain)
        #expect(plotted.activeParts(of: plotted.gestures[0]) == [])
    }
}
