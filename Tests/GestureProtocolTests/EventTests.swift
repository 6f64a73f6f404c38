import GestureCore
import TestSupport
import Testing
import Text

@testable import GestureProtocol

/// The service writes events with a writer of its own. It writes what ``Event`` describes, byte for byte.
@Suite struct EventTests {
    private static let keys: [EventModifiers] = [[], [.shift], [.alt, .capsLock, .control, .shift, .super]]

    /// Writes an event both ways, and reads what was written.
    private func compare(
        _ event: EngineEvent, _ sequence: UInt64, _ engine: GestureEngine, _ labels: EventLabels,
        _ device: DeviceLabels, _ modifiers: EventModifiers, includesPositions: Bool
    ) throws {
        var fast = JSONWriter()
        fast.eventReply(
            event, sequence: sequence, device: device, labels: labels, modifiers: modifiers,
            includesPositions: includesPositions)

        var reply = SubscriptionReply()
        reply.event = Event(
            event, sequence: sequence, device: device.id, output: device.output, of: engine, modifiers: modifiers,
            includesPositions: includesPositions)
        var described = JSONWriter()
        described.reply(reply, continues: true)
        try #require(text(described) == text(fast))

        let message = try #require(VarlinkReply(Array(fast.bytes.dropLast())))
        var again = JSONWriter()
        let read = SubscriptionReply(try #require(message.parameters))
        #expect(read.event == reply.event)
        again.reply(read, continues: message.continues)
        try #require(text(again) == text(fast))
    }

    private func text(_ writer: JSONWriter) -> String { String(decoding: writer.bytes, as: UTF8.self) }

    private func compareAll(_ options: GestureOptions, _ steps: [TouchScript.Step], seed: UInt64) throws -> Set<
        GestureKind
    > {
        var engine = GestureEngine(options: options)
        let labels = EventLabels(engine)
        let device = DeviceLabels(id: "04f3:2a3b \"é\" \(seed)", output: seed % 2 == 0 ? "HDMI-A-1" : nil)
        var kinds: Set<GestureKind> = []
        var sequence: UInt64 = 0
        for step in steps {
            for event in engine.play(step) {
                sequence += 1
                kinds.insert(event.kind)
                try compare(
                    event, sequence, engine, labels, device, Self.keys[Int(sequence % 3)],
                    includesPositions: sequence % 4 > 0)
            }
        }
        return kinds
    }

    @Test(arguments: 0..<UInt64(8))
    func `both writers agree on random touches, regions and compositions`(seed: UInt64) throws {
        let touches = RandomTouches(seed: seed, frames: 1500)
        let options = seed % 2 == 0 ? GestureOptions.random(seed: seed) : .randomHierarchy(seed: seed)
        #expect(try !compareAll(options, touches.steps, seed: seed).isEmpty)
    }

    @Test(arguments: randomRuns(UInt64(200)))
    func `both writers agree on many random touches`(seed: UInt64) throws {
        _ = try compareAll(.randomHierarchy(seed: seed), RandomTouches(seed: seed, frames: 400).steps, seed: seed)
    }

    @Test func `both writers agree on every kind of gesture`() throws {
        var selection = GestureSelection.standard
        (selection.touch, selection.idleTime) = (true, .milliseconds(500))
        let circle = RequestedGesture(.stroke(RequestedStroke()), name: "circle")
        var room = GestureRoom()
        var gestures = try GestureSet([circle], room: &room)
        gestures.selection = selection
        let script = """
            0 down a 800,500; 50 up a; 900 down a 20,500; 910 glide a by 200,0 for 100; 1020 up a
            2000 down a 300,300; 2010 glide a by 300,20 for 100; 2120 up a; 3000 down a 800,500; 3900 up a
            5000 down a 600,500; down b 900,500; 5010 glide a by -200,-200 for 200; 5220 up a; up b
            7000 down a 800,300; 7010 glide a by 200,200 for 100; 7110 glide a by -200,200 for 100
            7210 glide a by -200,-200 for 100; 7310 glide a by 195,-195 for 100; 7420 up a
            """
        let steps = try TouchScript(script.split(separator: "\n").joined(separator: "; "), on: .screen).steps
        let kinds = try compareAll(
            GestureOptions(gestures: gestures), steps + [.wake(at: .milliseconds(10_000))], seed: 1)
        #expect(kinds == Set(GestureKind.allCases))
    }

    @Test func `numbers are clamped and rounded alike`() throws {
        var engine = GestureEngine(options: GestureOptions())
        engine.attach(.screen)
        let numbers = [0, -0.0, 0.0005, -0.0005, 0.49999999, 1.0 / 3, 123_456.7891, 1e9, -1e12, .infinity, .nan]
        for (index, number) in numbers.enumerated() {
            let vector = Vector(x: number, y: -number)
            let details: [EngineEvent.Details] = [
                .pinch(scale: number, velocity: -number), .rotation(degrees: number, velocity: number),
                .stroke(shape: 0, score: number),
                .touch(ContactID(.max / 2), ContactShape(pressure: number, major: number)),
                .drag(nil, translation: vector, velocity: Velocity(x: number, y: number)),
                .edgeSwipe(.edge(.top, .last), .down, translation: vector, velocity: .zero),
                .edgeSwipe(.corner(.bottomRight), .upLeft, translation: vector, velocity: .zero),
                .tap(count: .max, run: 1, decided: .distantPast), .press(inside: false), .activity(isActive: false),
            ]
            for details in details {
                let event = EngineEvent(
                    kind: GestureKind.allCases[index % GestureKind.allCases.count],
                    phase: GesturePhase.allCases[index % 5], gesture: UInt64(Int64.max), surface: Surface.screen.id,
                    time: Instant(microseconds: index % 2 == 0 ? .max : -1), fingers: index, point: vector,
                    position: UnitPoint(x: number, y: number), details: details)
                var fast = JSONWriter()
                fast.eventReply(event, sequence: 1, device: DeviceLabels(id: "a"), labels: EventLabels(engine))
                var reply = SubscriptionReply()
                reply.event = Event(event, sequence: 1, device: "a", of: engine)
                var described = JSONWriter()
                described.reply(reply, continues: true)
                #expect(text(described) == text(fast))
            }
        }
    }

    // MARK: Reading

    private func event(_ json: String) throws -> Event { Event(try #require(JSONDocument(Array(json.utf8))).root) }

    @Test func `words that later versions have are kept`() throws {
        let event = try event(
            #"{"kind":"wave","phase":"later","direction":"around","axis":"diagonal","modifiers":["hyper"],"more":[1]}"#)
        #expect(event.kind == .other("wave") && event.kind.known == nil && event.kind.text == "wave")
        #expect(event.phase == .other("later") && event.direction == .other("around"))
        #expect(event.axis == .other("diagonal") && event.modifiers == ["hyper"] && event.modifierKeys == [])
    }

    @Test func `members of other types count as missing`() throws {
        let wrong = try event(
            #"{"gesture":"x","kind":1,"time":"y","x":"0","translation":[1,2],"axis":7,"path":{"a":1},"stage":[]}"#)
        #expect(wrong == Event())
        #expect(try event(#"{"path":[0,"a"],"modifiers":["alt",1],"x":0.5}"#).path == nil)
        #expect(try event(#"{"x":0.5}"#).position == nil)
    }
}
