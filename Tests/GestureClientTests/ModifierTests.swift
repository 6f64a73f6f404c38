import GestureClient
import GestureClientTesting
import Synchronization
import Testing

/// The modifiers of gestures: callbacks, other values, names, modifier keys.
struct ModifierTests {
    let program = Program()
    static let drag = "0 down a 100,100; 20 move a by 40,0; 40 move a by 10,0; 60 up a"
    static let lostDrag = "0 down a 100,100; 20 move a by 40,0; 60 cancel a"
    static let tap = "0 down a 100,100; 50 up a"

    @Test func `onChanged is called when a gesture begins and changes, onEnded when it ends`() async throws {
        let output = program.output
        try program.client.attach(
            DragGesture().onChanged { output.write("changed \($0.text)") }.onEnded { output.write("ended \($0.text)") })
        try await program.touches.play(Self.drag)
        #expect(program.lines() == ["changed by 20,0", "changed by 30,0", "ended by 30,0"])
        try await program.touches.play(Self.lostDrag)
        #expect(program.lines() == ["changed by 20,0"])
    }

    @Test func `a tap has no onChanged`() async throws {
        try program.attach("tap", TapGesture())
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["tap ends"])
    }

    @Test func `callbacks are called in the order in which they were written`() async throws {
        let output = program.output
        try program.client.attach(
            TapGesture().onEnded { _ in output.write("first") }.map { _ in "mapped" }.onEnded { output.write($0) }
                .onEnded { _ in output.write("last") })
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["first", "mapped", "last"])
    }

    @Test func `streams call callbacks, too`() async throws {
        let output = program.output
        let task = program.follow(program.client.events(of: TapGesture().onEnded { _ in output.write("callback") }))
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["callback", "ended x1"])
        task.cancel()
    }

    @Test func `callbacks of members are called in compositions`() async throws {
        let output = program.output
        try program.client.attach(
            LongPressGesture().onChanged { _ in output.write("rest") }
                .sequenced(before: DragGesture().onChanged { output.write("drag \($0.text)") })
                .onEnded { _ in output.write("moved") })
        try await program.touches.play("0 down a 100,100; 700 move a by 40,0; 740 up a")
        #expect(program.lines().filter { $0 != "rest" } == ["drag by 20,0", "moved"])
    }

    @Test func `map changes the values`() async throws {
        #expect(try await steps(of: TapGesture().map { "tap \($0.count)" }, Self.tap) == ["ended tap 1"])
    }

    @Test func `a type-erased gesture has the same values`() async throws {
        #expect(try await steps(of: AnyGesture(DragGesture()), Self.drag) == steps(of: DragGesture(), Self.drag))
    }

    @Test func `a gesture without a type can be a member of a composition`() async throws {
        let gesture = AnyGesture(TapGesture()).exclusively(before: AnyGesture(DragGesture()))
        #expect(try await steps(of: gesture, Self.tap) == ["ended first(x1)"])
    }

    private struct Hold: Gesture {
        var duration = Duration.milliseconds(300)

        var body: some Gesture<SequenceGesture<LongPressGesture, DragGesture>.Value> {
            LongPressGesture(minimumDuration: duration).sequenced(before: DragGesture())
        }
    }

    @Test func `a gesture of the program behaves like its body`() async throws {
        let script = "0 down a 100,100; 310 move a by 40,0; 350 up a"
        let lines = try await steps(of: Hold(), script)
        #expect(try await lines == steps(of: Hold().body, script))
        #expect(lines.last == "ended second(rest by 40,0, by 20,0)")
        #expect(
            try await steps(of: Hold().exclusively(before: TapGesture()), "0 down a 100,100; 50 up a")
                == ["ended second(x1)"])
    }

    @Test func `a named gesture has its name in events`() async throws {
        let names = Mutex<[String?]>([])
        try program.client.attach(
            TapGesture().onEnded { tap in names.withLock { $0.append(tap.context.name) } }.named("open"))
        try program.client.attach(
            LongPressGesture().sequenced(before: DragGesture()).onEnded { value in
                guard case .second(_, let drag?) = value else { return }
                names.withLock { $0.append(drag.context.name) }
            }.named("move"))
        try program.client.attach(TouchlessTap().onEnded { tap in names.withLock { $0.append(tap.context.name) } })
        try await program.touches.play("\(Self.tap); 1000 down a 100,100; 1700 move a by 40,0; 1740 up a")
        #expect(names.withLock { $0 } == ["open", nil, "move"])
    }

    /// A tap with a condition, which the library has to name for itself.
    private struct TouchlessTap: Gesture {
        var body: some Gesture<TapGesture.Value> { TapGesture(maximumDuration: .milliseconds(200)) }
    }

    // MARK: Modifier keys

    private static let held: [(EventModifiers, [String])] = [
        (.shift, ["ended x1"]), ([], []), ([.shift, .control], []), ([.shift, .function], ["ended x1"]),
    ]

    @Test(arguments: held)
    func `exactly the required modifier keys must be held`(held: EventModifiers, expected: [String]) async throws {
        let task = program.follow(program.client.events(of: TapGesture().modifiers(.shift)))
        program.touches.hold(held)
        try await program.touches.play(Self.tap)
        #expect(program.lines() == expected)
        task.cancel()
    }

    @Test func `modifier keys add up`() async throws {
        let task = program.follow(
            program.client.events(of: TapGesture().modifiers(.shift).modifiers([.option, .command])))
        program.touches.hold([.shift, .option, .command])
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["ended x1"])
        task.cancel()
    }

    @Test func `the members of a composition require them, too`() async throws {
        let gesture = TapGesture().exclusively(before: DragGesture()).modifiers(.control)
        let task = program.follow(program.client.events(of: gesture))
        try await program.touches.play(Self.tap)
        program.touches.hold(.control)
        try await program.touches.play(Self.drag)
        #expect(program.lines() == ["began second(by 20,0)", "changed second(by 30,0)", "ended second(by 30,0)"])
        task.cancel()
    }

    @Test func `a gesture that claims its fingers is recognized like any other`() async throws {
        let claimed = DragGesture().claimed()
        #expect(try await steps(of: claimed, Self.drag) == steps(of: DragGesture(), Self.drag))
        let either = TapGesture().exclusively(before: DragGesture()).claimed()
        #expect(try await steps(of: either, Self.drag).last == "ended second(by 30,0)")
        #expect(try await steps(of: TapGesture().claimed(), Self.tap) == ["ended x1"])
        #expect(try await steps(of: TapGesture().modifiers([]).claimed(), Self.tap) == ["ended x1"])
    }

    @Test func `a claim is requested for each member of a composition`() async throws {
        let calls = Mutex<[String]>([])
        let service = StubService { call in
            calls.withLock { $0.append(call) }
            return [StubService.permissionDenied]
        }
        let gesture = LongPressGesture().sequenced(before: DragGesture()).modifiers(.shift).claimed()
        await #expect(throws: GestureClientError.permissionDenied(needs: "positions")) {
            for try await _ in service.client.events(of: gesture) {}
        }
        let call = try #require(calls.withLock { $0.first })
        #expect(call.ranges(of: #""modifiers":["shift"],"claim":true"#).count == 2)
    }

    @Test func `events tell which modifier keys are held`() async throws {
        let task = program.follow(
            program.client.events(of: TapGesture().map { "\($0.modifiers == [.shift, .capsLock])" }))
        program.touches.hold([.shift, .capsLock])
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["ended true"])
        task.cancel()
    }

    @Test(arguments: [EventModifiers.function, .numericPad, EventModifiers([.shift, .function])])
    func `keys that the service never reads are refused`(keys: EventModifiers) async throws {
        let error = GestureClientError.invalidParameter("gestures.modifiers", expected: "no function and numericPad")
        await #expect(throws: error) {
            for try await _ in program.client.events(of: TapGesture().modifiers(keys)) {}
        }
        #expect(throws: error) { try program.client.attach(TapGesture().modifiers(keys)) }
        #expect(throws: error) {
            try program.client.attach(TapGesture().exclusively(before: DragGesture().modifiers(keys)))
        }
    }
}
