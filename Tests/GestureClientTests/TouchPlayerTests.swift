import GestureClient
import GestureClientTesting
import Synchronization
import Testing

/// The service inside the process.
struct TouchPlayerTests {
    let program = Program()
    static let tap = "0 down a 100,100; 50 up a"

    @Test func `a program gets the gestures of a script`() async throws {
        let lines = try await steps(
            of: TapGesture(count: 2), "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a")
        #expect(lines == ["ended x2"])
    }

    @Test func `a deadline passes before a later frame, and its callbacks affect it`() async throws {
        let isLocked = Mutex(false)
        let taps = try program.attach("tap", TapGesture())
        try program.client.attach(
            LongPressGesture().onChanged { [output = program.output] _ in
                output.write("long press")
                taps.cancel()
                isLocked.withLock { $0 = true }
            })
        try await program.touches.play("0 down a 100,100; 601 up a; 602 down a 100,100; 650 up a")
        #expect(program.lines() == ["long press"])
        #expect(isLocked.withLock { $0 })
    }

    @Test func `fingers stay down from one script to the next`() async throws {
        let task = program.follow(program.client.events(of: DragGesture()))
        try await program.touches.play("0 down a 100,100; 20 move a by 40,0")
        #expect(program.lines() == ["began by 20,0"])
        try await program.touches.play("0 move a by 10,0; 20 up a")
        #expect(program.lines() == ["changed by 30,0", "ended by 30,0"])
        task.cancel()
    }

    @Test func `each script begins at a multiple of 10 s`() async throws {
        let task = program.follow(program.client.events(of: TapGesture().map { "\($0.time) run \($0.run)" }))
        for _ in 0..<2 { try await program.touches.play(Self.tap) }
        try await program.touches.play("0 down a 100,100; 50 up a; 6001 wake")
        try await program.touches.play(Self.tap)
        #expect(
            program.lines() == [
                "ended 0.05 seconds run 1", "ended 10.05 seconds run 1", "ended 20.05 seconds run 1",
                "ended 40.05 seconds run 1",
            ])
        task.cancel()
    }

    @Test func `the touchpad is there from its first finger on`() async throws {
        #expect(try await program.client.devices().used.map(\.id) == ["screen"])
        let task = program.follow(program.client.events(of: TapGesture().map { $0.context.device }))
        try await program.touches.play("0 down pad:a 100,100; 50 up pad:a; 1000 down b 100,100; 1050 up b")
        #expect(program.lines() == ["ended pad", "ended screen"])
        #expect(try await program.client.devices().used.map(\.kind) == ["touchscreen", "touchpad"])
        task.cancel()
    }

    @Test func `a subscription gets the devices that it names`() async throws {
        let options = SubscriptionOptions(devices: ["pad"])
        let task = program.follow(program.client.events(of: TapGesture().map { $0.context.device }, options: options))
        try await program.touches.play("0 down pad:a 100,100; 50 up pad:a; 1000 down b 100,100; 1050 up b")
        #expect(program.lines() == ["ended pad"])
        task.cancel()
    }

    @Test func `a program that has left its loop is not waited for`() async throws {
        let task = Task { [client = program.client] in
            for try await event in client.events(of: TapGesture()) {
                if case .ended = event { break }
            }
        }
        try await program.touches.play("\(Self.tap); 1000 down a 100,100; 1050 up a")
        try await task.value
        try await program.touches.play(Self.tap)
        #expect(try await program.client.status().subscriptions == 0)
    }

    @Test func `waits for as many subscriptions as it should`() async throws {
        let tasks = (0..<10).map { index in
            program.follow(program.client.events(of: TapGesture().map { _ in "\(index)" }))
        }
        try await program.touches.play(Self.tap, subscriptions: 10)
        #expect(Set(program.lines()) == Set((0..<10).map { "ended \($0)" }))
        for task in tasks { task.cancel() }
    }

    @Test func `a task that is cancelled does not wait for a program`() async throws {
        let task = Task { [touches = program.touches] in try await touches.play(Self.tap) }
        task.cancel()
        await #expect(throws: TouchPlayerError.cancelled) { try await task.value }
    }

    @Test func `a stream tells when the service ends and is back`() async throws {
        let task = program.follow(program.client.events(of: DragGesture()), connections: true)
        try await program.touches.play("0 down a 100,100; 20 move a by 40,0")
        #expect(program.lines() == ["connected", "began by 20,0"])
        await program.touches.disconnect()
        #expect(program.lines() == ["cancelled by 20,0", "disconnected"])
        try await program.touches.play("0 up a; 10 down a 100,100; 20 move a by 40,0; 30 up a")
        #expect(program.lines().isEmpty)
        await program.touches.reconnect()
        #expect(program.lines() == ["connected"])
        try await program.touches.play("0 down a 100,100; 20 move a by 40,0; 40 up a")
        #expect(program.lines() == ["began by 20,0", "ended by 20,0"])
        task.cancel()
    }

    @Test func `requests that change the service are not available`() async throws {
        await #expect(throws: GestureClientError.notAvailable) { try await program.client.pause() }
        await #expect(throws: GestureClientError.notAvailable) { try await program.client.lock(for: .seconds(1)) }
    }

    // MARK: Recordings

    @Test func `a recording is played as its device`() async throws {
        let task = program.follow(program.client.events(of: PressGesture().map { $0.context.device }))
        let file = "\(Self.folder)/Fixtures/touchscreen.evemu"
        try await program.touches.play(recording: file)
        let first = program.lines()
        #expect(first.contains { $0.hasPrefix("began") } && !first.contains { $0.contains("screen") })
        try await program.touches.play(recording: file)
        #expect(program.lines() == first)
        #expect(try await program.client.devices().used.map(\.id) == ["screen"])
        task.cancel()
    }

    private static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }

    @Test func `a recording that does not exist is an error`() async throws {
        await #expect(throws: TouchPlayerError.invalidRecording("/nowhere.evemu: No such file or directory")) {
            try await program.touches.play(recording: "/nowhere.evemu")
        }
    }

    // MARK: Hostile scripts

    @Test(arguments: [
        "down a 1,1", "0", "0 fly a", "0 down", "0 down a", "0 down a 1", "0 down a 1,2,3", "0 down a nan,0",
        "0 down a inf,0", "0 down a 1e300,0", "0 down a 1,1; down a 1,1", "0 up a", "0 move a by 1,1", "0 down x:a 1,1",
        "9223372036854775807 down a 1,1", "86400001 down a 1,1", "0.0001 down a 1,1", "1.2.3 down a 1,1",
        "0 down a 1,1; glide a by 1,1 for 9223372036854775807", "0 down a 1,1; glide a by 1,1 for -9223372036854775808",
        "0 down a 1,1; glide a by 1,1 for 60001", "0 down a 1,1; glide a by 1,1 for", "0 unplug mouse", "½ down a 1,1",
        "0 down a 1000000,0; move a by 1000000,0",
    ])
    func `an invalid script is an error`(script: String) async throws {
        do {
            try await program.touches.play(script, subscriptions: 0)
            Issue.record("plays")
        } catch {
            guard case .invalidScript = error else { throw error }
            #expect("\(error)".contains("expected"))
        }
        // The fingers of the script are not down.
        try await program.touches.play("0 down a 1,1; 1 up a", subscriptions: 0)
    }

    @Test(arguments: [
        "", ";;|", "0 unplug; 1 down a 1,1; 2 up a; 3 plug", "0 plug; plug pad; unplug pad; unplug pad",
        "86400000 wake",
    ])
    func `an unusual script is none`(script: String) async throws {
        let task = program.follow(program.client.events(of: TapGesture()))
        try await program.touches.play(script)
        #expect(program.lines().isEmpty)
        try await program.touches.play(Self.tap)
        #expect(program.lines() == ["ended x1"])
        task.cancel()
    }
}
