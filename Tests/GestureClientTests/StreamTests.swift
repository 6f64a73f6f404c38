import GestureClient
import GestureClientTesting
import Testing

/// Loops over the events of gestures, and the facts that events carry.
struct StreamTests {
    let program = Program()
    static let tap = "0 down a 100,300; 50 up a"

    @Test func `each iteration is a subscription of its own`() async throws {
        let events = program.client.events(of: TapGesture())
        let tasks = [program.follow(events), program.follow(events)]
        try await program.touches.play(Self.tap, subscriptions: 2)
        #expect(program.lines() == ["ended x1", "ended x1"])
        for task in tasks {
            task.cancel()
            try await task.value
        }
        #expect(try await program.client.status().subscriptions == 0)
    }

    @Test func `replies and kinds that only later versions know are skipped`() async throws {
        func event(_ kind: String) -> String {
            #"{"parameters":{"event":{"gesture":1,"kind":"\#(kind)","phase":"began","device":"a","fingers":1}},"continues":true}"#
        }
        let later = #"{"parameters":{"later":1},"continues":true}"#
        let replies = [StubService.state, later, event("later"), event("drag")]
        let client = StubService { _ in replies }.client
        var events = client.events(of: DragGesture()).makeAsyncIterator()
        #expect(try await events.next()?.text == "connected")
        #expect(try await events.next()?.text == "began by 0,0")
    }

    @Test func `a stream has the fingers that land in its region`() async throws {
        let left = Region("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1))
        let task = program.follow(program.client.events(of: TapGesture().map { $0.context.region ?? "–" }, in: left))
        try await program.touches.play("\(Self.tap); 1000 down a 1500,300; 1050 up a")
        #expect(program.lines() == ["ended left"])
        task.cancel()
    }

    @Test func `a region lies in its parent`() async throws {
        let left = Region("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1))
        let wide = Region("wide", Rectangle(x: 0, y: 0, width: 1, height: 1), in: left)
        let task = program.follow(program.client.events(of: TapGesture().map { $0.context.region ?? "–" }, in: wide))
        try await program.touches.play("\(Self.tap); 1000 down a 1500,300; 1050 up a")
        #expect(program.lines() == ["ended wide"])
        task.cancel()
    }

    @Test func `only the phases of the options are delivered`() async throws {
        let options = SubscriptionOptions(phases: [.began, .ended])
        #expect(
            try await steps(
                of: DragGesture(), "0 down a 100,100; 20 move a by 40,0; 40 move a by 9,0; 60 up a", options: options)
                == ["began by 20,0", "ended by 29,0"])
    }

    @Test func `the thresholds of the options apply`() async throws {
        var options = SubscriptionOptions()
        options.thresholds.longPress = .milliseconds(100)
        #expect(
            try await steps(of: LongPressGesture(), "0 down a 100,100; 101 up a", options: options)
                == ["began rest", "ended rest"])
    }

    @Test func `events carry their context`() async throws {
        let task = Task { [client = program.client] in
            var contexts: [EventContext] = []
            for try await event in client.events(of: DragGesture()) {
                guard let drag = event.value else { continue }
                contexts.append(drag.context)
                if case .ended = event { break }
            }
            return contexts
        }
        try await program.touches.play("0 down a 200,300; 20 move a by 100,0; 40 up a")
        let contexts = try await task.value
        #expect(contexts.map(\.sequence) == [1, 2])
        let last = contexts.last
        #expect(last?.gesture == 1 && last?.device == "screen" && last?.fingers == 1 && last?.modifiers == [])
        #expect(last?.output == nil && last?.region == nil && last?.name == nil)
        #expect(last?.time == .milliseconds(40))
        #expect(last?.location == Vector(x: 300, y: 300) && last?.position == UnitPoint(x: 0.15, y: 0.25))
    }

    @Test func `a drag knows where it began, and where content would come to rest`() async throws {
        let task = Task { [client = program.client] in
            for try await event in client.events(of: DragGesture()) {
                if case .ended(let drag) = event { return drag }
            }
            throw CancellationError()
        }
        try await program.touches.play(
            "0 down a 200,300; 10 move a by 40,0; 20 move a by 20,0; 30 move a by 20,0; 40 move a by 20,0; 41 up a")
        let drag = try await task.value
        #expect(drag.startLocation == Vector(x: 220, y: 300))
        #expect(drag.translation == Vector(x: 80, y: 0) && drag.axis == .horizontal)
        #expect(drag.velocity.x > 1000 && drag.velocity.y == 0)
        #expect(drag.predictedEndTranslation.x == 80 + drag.velocity.coasting().x)
        let end = Vector(x: 300 + drag.velocity.coasting().x, y: 300)
        #expect(drag.predictedEndLocation == end)
    }

    @Test func `gestures of different types are recognized side by side`() async throws {
        let gestures: [any GestureSource<String>] = [
            TapGesture().map { _ in "tap" }, PressGesture().map { _ in "press" },
            SwipeGesture(.right).map { _ in "swipe" },
        ]
        let task = program.follow(program.client.events(of: gestures))
        try await program.touches.play(
            "\(Self.tap); 1000 down a 100,100; 1020 move a by 60,0; 1040 move a by 60,0; 1050 up a")
        #expect(
            program.lines() == [
                "began press", "ended press", "ended tap", "began press", "cancelled press", "ended swipe",
            ])
        task.cancel()
    }

    @Test func `a finger that joins cancels a drag that does not allow it`() async throws {
        let gestures: [any GestureSource<String>] = [
            DragGesture(fingers: 2).map { _ in "two" }, DragGesture().map { _ in "any" },
        ]
        let task = program.follow(program.client.events(of: gestures))
        try await program.touches.play(
            """
            0 down pad:a 100,100 pad:b 150,100; 20 move pad:a by 30,0 pad:b by 30,0
            420 down pad:c 250,100; 440 move pad:a by 30,0 pad:b by 30,0 pad:c by 30,0; 460 up all
            """)
        let lines = program.lines()
        #expect(lines.count { $0.hasSuffix("two") && !$0.hasPrefix("changed") } == 2)
        #expect(lines.last == "ended any" || lines.last == "cancelled any")
        task.cancel()
    }

    @Test func `the state at the start names the devices`() async throws {
        try await program.touches.play("0 down a 100,100", subscriptions: 0)
        var events = program.client.events(of: TapGesture()).makeAsyncIterator()
        guard case .connected(let state) = try await events.next() else {
            Issue.record("not connected")
            return
        }
        #expect(state.devices.map(\.id) == ["screen"] && state.contacts == 1 && !state.isPaused && !state.isLocked)
        #expect(state.devices.first.map { Int($0.width.rounded()) } == 318)
    }
}
