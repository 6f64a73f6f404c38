import TestSupport
import Testing

@testable import GestureCore

/// The script language of the other tests.
@Suite struct ScriptTests {
    @Test func `changes at one time make one frame`() throws {
        let script = try TouchScript("0 down a 1,2; down b 3,4; 12.5 move a by 1,-1 b 8,9; 20 up a; up b")
        let (a, b) = (ContactID(1), ContactID(2))
        #expect(
            script.frames == [
                TouchFrame(
                    surface: SurfaceID(1), time: .milliseconds(0),
                    changes: [.init(a, .down, at: .init(x: 1, y: 2)), .init(b, .down, at: .init(x: 3, y: 4))]),
                TouchFrame(
                    surface: SurfaceID(1), time: Instant(microseconds: 12_500),
                    changes: [.init(a, .move, at: .init(x: 2, y: 1)), .init(b, .move, at: .init(x: 8, y: 9))]),
                TouchFrame(
                    surface: SurfaceID(1), time: .milliseconds(20),
                    changes: [.init(a, .up, at: .init(x: 2, y: 1)), .init(b, .up, at: .init(x: 8, y: 9))]),
            ])
    }

    @Test func `a name that is used again is a new contact`() throws {
        let changes = try TouchScript("0 down a 1,2 | 0 up a | 0 down a 1,2; 10 cancel all").frames.flatMap(\.changes)
        #expect(changes.map(\.contact.number) == [1, 1, 2, 2])
        #expect(changes.map(\.action) == [.down, .up, .down, .cancel])
    }

    @Test func `a glide has a frame every 10 ms`() throws {
        let frames = try TouchScript("0 down a 0,0; 5 glide a 100,50 for 25; up a").frames
        #expect(frames.map(\.time.microseconds) == [0, 15_000, 25_000, 30_000, 30_000])
        #expect(
            frames.map(\.changes[0].position.x) == [0, 40, 80, 100, 100])
        #expect(frames.map(\.changes[0].position.y) == [0, 20, 40, 50, 50])
        #expect(frames.map(\.changes[0].action) == [.down, .move, .move, .move, .up])
    }

    @Test func `steps are in the order of the text`() throws {
        let script = try TouchScript("0 wake; down pad:a 1,2; 10 unplug pad; 20 plug pad; 5 up pad:a")
        let contact = ContactID(1)
        #expect(
            script.steps == [
                .plug(.pad), .plug(.screen), .wake(at: .milliseconds(0)),
                .frame(
                    TouchFrame(
                        surface: Surface.pad.id, time: .milliseconds(0),
                        changes: [.init(contact, .down, at: .init(x: 1, y: 2))])),
                .unplug(Surface.pad.id, at: .milliseconds(10)), .plug(.pad),
                .frame(
                    TouchFrame(
                        surface: Surface.pad.id, time: .milliseconds(5),
                        changes: [.init(contact, .up, at: .init(x: 1, y: 2))])),
            ])
    }

    @Test(arguments: [
        "down a 1,1", "0 down a", "0 down a by 1,1", "0 down a 1", "0 down a 1,x", "0 down", "0.0001 wake", "0 jump a",
        "0 up a", "0 up", "0 move a 1,1", "0 down a 1,1; 1 down a 1,1", "0 down a 1,1; 1 up a; 2 up a", "x up a",
        "0 unplug phone", "0 down phone:a 1,1", "0 down a 1,1; 1 glide a 2,2",
        "0 down a 1,1; 1 glide a 2,2 for 5; 4 up a", "0.-1 wake",
    ])
    func slipsOfThePen(_ text: String) { #expect(throws: ScriptError.self) { try TouchScript(text) } }

    @Test(arguments: ["jump", "tap y1", "tap x", "tap f3-1", "tap x1-2", "swipe 3"])
    func `rejects unknown kinds`(_ text: String) {
        #expect(throws: ScriptError.self) { try GestureSelection(asking: text) }
    }

    @Test func `events are written as text`() {
        var event = EngineEvent(
            kind: .tap, phase: .ended, gesture: 7, surface: Surface.pad.id, time: Instant(microseconds: 12_050),
            fingers: 2,
            point: .init(x: 1.5, y: -2), position: .zero, details: .tap(count: 1, run: 3, decided: .milliseconds(350)))
        let format = EventText(parts: [.places, .velocities])
        #expect(format.text(event) == "tap#7 ended x1 run 3 f2 at 1.5,-2 on pad @12.05 decided 350")
        event.details = .tap(count: 1, run: 1, decided: nil)
        #expect(EventText(surface: .pad).text(event) == "tap#7 ended x1 f2 @12.05 undecided")
        event.kind = .swipe
        event.details = .swipe(.left, translation: .init(x: -0.0625, y: 0), velocity: .init(x: -12.6, y: 0.2))
        event.fingers = 1
        #expect(format.text(event) == "swipe#7 ended left by -0.063,0 speed -13,0 at 1.5,-2 on pad @12.05")
        event.kind = .press
        event.details = .press(inside: false)
        #expect(EventText().text(event) == "press#7 ended outside on pad @12.05")
    }
}
