import GestureClient
import GestureClientTesting
import Synchronization
import Testing

/// Gestures that are attached to regions, and what changes them.
struct AttachmentTests {
    static let left = Region("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1))
    static let right = Region("right", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1))
    static let button = Region("button", Rectangle(x: 0, y: 0, width: 0.25, height: 1), in: left)

    static let tapLeft = "0 down a 700,100; 50 up a"
    static let tapRight = "0 down a 1500,100; 50 up a"
    static let tapButton = "0 down a 100,100; 50 up a"

    let program = Program()

    private func lines(after script: String) async throws -> [String] {
        try await program.touches.play(script, subscriptions: 0)
        return program.lines()
    }

    @Test func `each region has gestures of its own`() async throws {
        try program.attach("left", TapGesture(), to: Self.left)
        try program.attach("right", TapGesture(), to: Self.right)
        #expect(try await lines(after: Self.tapLeft) == ["left ends"])
        #expect(try await lines(after: Self.tapRight) == ["right ends"])
    }

    @Test func `the surface gets the fingers that land in no other region`() async throws {
        try program.attach("surface", TapGesture())
        try program.attach("left", TapGesture(), to: Self.left)
        #expect(try await lines(after: Self.tapLeft) == ["left ends"])
        #expect(try await lines(after: Self.tapRight) == ["surface ends"])
    }

    @Test func `the surface without any other region gets all fingers`() async throws {
        try program.attach("surface", TapGesture())
        #expect(try await lines(after: Self.tapLeft) == ["surface ends"])
    }

    @Test func `a finger belongs to the deepest region`() async throws {
        try program.attach("button", TapGesture(), to: Self.button)
        try program.attach("left", TapGesture(), to: Self.left)
        #expect(try await lines(after: Self.tapButton) == ["button ends"])
        #expect(try await lines(after: Self.tapLeft) == ["left ends"])
    }

    @Test func `of equally deep regions, the one attached last gets the finger`() async throws {
        try program.attach("first", TapGesture(), to: Region("first", Self.left.rectangle))
        try program.attach("last", TapGesture(), to: Region("last", Self.left.rectangle))
        #expect(try await lines(after: Self.tapLeft) == ["last ends"])
    }

    @Test func `a region around another does not need gestures of its own`() async throws {
        try program.attach("button", TapGesture(), to: Self.button)
        #expect(try await lines(after: Self.tapButton) == ["button ends"])
        #expect(try await lines(after: Self.tapLeft).isEmpty)
    }

    // MARK: Masks

    @Test(arguments: [
        (GestureMask.all, ["button ends"], ["left ends"]),
        (.gesture, ["left ends"], ["left ends"]),
        (.subviews, ["button ends"], ["surface ends"]),
        (.none, ["surface ends"], ["surface ends"]),
    ])
    func `a mask chooses a region and those inside it`(
        mask: GestureMask, inButton: [String], besideIt: [String]
    ) async throws {
        try program.attach("surface", TapGesture())
        try program.attach("left", TapGesture(), to: Self.left, including: mask)
        try program.attach("button", TapGesture(), to: Self.button)
        #expect(try await lines(after: Self.tapButton) == inButton)
        #expect(try await lines(after: Self.tapLeft) == besideIt)
    }

    @Test func `each attachment of a region has a mask for its own gesture`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left, including: .subviews)
        try program.attach("press", PressGesture(), to: Self.left)
        try program.attach("button", TapGesture(), to: Self.button)
        #expect(try await lines(after: Self.tapLeft) == ["press changes", "press ends"])
        #expect(try await lines(after: Self.tapButton) == ["button ends"])
    }

    @Test func `one mask without subviews keeps fingers from the regions inside`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left)
        let modal = try program.attach("press", PressGesture(), to: Self.left, including: .gesture)
        try program.attach("button", TapGesture(), to: Self.button)
        #expect(try await lines(after: Self.tapButton) == ["press changes", "press ends", "tap ends"])
        modal.cancel()
        #expect(try await lines(after: Self.tapButton) == ["button ends"])
    }

    // MARK: Taps of one region

    @Test func `a tap waits for a double tap of the same region only`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left)
        try program.attach("double tap", TapGesture(count: 2), to: Self.left)
        try program.attach("other tap", TapGesture(), to: Self.right)
        let twoTaps = "0 down a 700,100; 50 up a; 150 down a 700,100; 200 up a"
        #expect(try await lines(after: twoTaps) == ["double tap ends"])
        #expect(try await lines(after: Self.tapLeft) == ["tap ends"])
        let twoRegions = "0 down a 700,100; 50 up a; 60 down a 1500,100; 90 up a"
        #expect(try await lines(after: twoRegions) == ["other tap ends", "tap ends"])
    }

    @Test func `gestures that are attached separately to one region both get the touches`() async throws {
        try program.attach("drag", DragGesture(), to: Self.left)
        try program.attach("other drag", DragGesture(), to: Self.left)
        #expect(
            try await lines(after: "0 down a 100,100; 20 move a by 40,0; 40 up a") == [
                "drag changes", "other drag changes", "drag ends", "other drag ends",
            ])
    }

    // MARK: Changes

    @Test func `a finger stays in its region while that moves`() async throws {
        try program.attach("drag", DragGesture(), to: Self.left)
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0") == ["drag changes"])
        var moved = Self.left
        moved.rectangle = Self.right.rectangle
        try program.client.update(moved)
        #expect(try await lines(after: "0 move a by 10,0; 20 up a") == ["drag changes", "drag ends"])
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0; 40 up a").isEmpty)
        #expect(
            try await lines(after: "0 down a 1500,100; 20 move a by 40,0; 40 up a") == ["drag changes", "drag ends"])
    }

    @Test func `attaching to a region of the same name replaces it`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left)
        try program.attach("press", PressGesture(), to: Region("left", Self.right.rectangle))
        #expect(try await lines(after: Self.tapLeft).isEmpty)
        #expect(try await lines(after: Self.tapRight) == ["press changes", "press ends", "tap ends"])
    }

    @Test func `updating a region that has no gestures has no effect`() async throws {
        try program.attach("left", TapGesture(), to: Self.left)
        try program.client.update(Self.right)
        #expect(try await lines(after: Self.tapRight).isEmpty)
    }

    @Test func `a region that is disabled has no taps`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left)
        var disabled = Self.left
        disabled.isEnabled = false
        try program.client.update(disabled)
        #expect(try await lines(after: Self.tapLeft).isEmpty)
        try program.client.update(Self.left)
        #expect(try await lines(after: Self.tapLeft) == ["tap ends"])
    }

    @Test func `a gesture that is detached in mid-drag does not end`() async throws {
        let drag = try program.attach("drag", DragGesture(), to: Self.left)
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0") == ["drag changes"])
        drag.cancel()
        drag.cancel()
        #expect(try await lines(after: "0 move a by 10,0; 20 up a").isEmpty)
        try await drag.detached()
    }

    @Test func `a callback can detach its own gesture`() async throws {
        let attachment = Mutex<GestureAttachment?>(nil)
        let output = program.output
        let taps = try program.client.attach(
            TapGesture().onEnded { _ in
                output.write("tap")
                attachment.withLock { $0?.cancel() }
            })
        attachment.withLock { $0 = taps }
        #expect(
            try await lines(after: "0 down a 100,100; 50 up a; 1000 down a 100,100; 1050 up a") == ["tap"])
        #expect(try await lines(after: Self.tapLeft).isEmpty)
    }

    @Test func `what a callback attaches gets the next touch`() async throws {
        try program.client.attach(
            LongPressGesture().onChanged { [program] _ in
                _ = try? program.attach("tap", TapGesture(), to: Self.right)
            }, to: Self.left)
        #expect(
            try await lines(after: "0 down a 100,100; 601 down b 1500,100; 640 up b; 700 up a") == ["tap ends"])
    }

    @Test func `what a callback moves gets the next touch`() async throws {
        try program.attach("tap", TapGesture(), to: Self.left)
        var moved = Self.left
        moved.rectangle = Self.right.rectangle
        try program.client.attach(
            TapGesture().onEnded { [client = program.client, moved] _ in try? client.update(moved) }, to: Self.button)
        #expect(try await lines(after: "\(Self.tapButton); 60 down b 1500,100; 90 up b") == ["tap ends"])
    }

    @Test func `the program can attach again after it has detached everything`() async throws {
        let first = try program.attach("first", TapGesture())
        #expect(try await lines(after: Self.tapLeft) == ["first ends"])
        first.cancel()
        #expect(try await lines(after: Self.tapLeft).isEmpty)
        #expect(try await program.client.status().subscriptions == 0)
        try program.attach("second", TapGesture())
        #expect(try await lines(after: Self.tapLeft) == ["second ends"])
    }

    @Test func `gestures stay attached when the service restarts`() async throws {
        try program.attach("drag", DragGesture(), to: Self.left)
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0") == ["drag changes"])
        await program.touches.disconnect()
        await program.touches.reconnect()
        #expect(try await lines(after: "0 move a by 10,0; 20 up a").isEmpty)
        #expect(
            try await lines(after: "0 down a 100,100; 20 move a by 40,0; 40 up a") == ["drag changes", "drag ends"])
    }

    @Test func `all attached gestures share one subscription`() async throws {
        try program.attach("left", TapGesture(), to: Self.left)
        try program.attach("right", TapGesture(), to: Self.right)
        try program.attach("surface", TapGesture())
        _ = try await lines(after: Self.tapLeft)
        #expect(try await program.client.status().subscriptions == 1)
    }

    // MARK: Actors

    @Test @MainActor func `callbacks run on the main actor if they were written there`() async throws {
        var taps = 0
        try program.client.attach(
            TapGesture().onEnded { _ in
                MainActor.assertIsolated()
                taps += 1
            })
        try await program.touches.play(Self.tapLeft)
        #expect(taps == 1)
    }

    private actor Counter {
        private(set) var taps = 0
        private(set) var moves = 0
        let offset = GestureState(wrappedValue: 0.0)

        func start(_ client: GestureClient) throws {
            try client.attach(TapGesture().onEnded { _ in self.taps += 1 })
            try client.attach(
                DragGesture().updating(offset) { drag, offset, _ in
                    offset = drag.translation.x
                    self.moves += 1
                })
        }
    }

    @Test func `callbacks run on the actor on which they were written`() async throws {
        let counter = Counter()
        try await counter.start(program.client)
        try await program.touches.play("0 down a 100,100; 50 up a; 500 down a 100,100; 520 move a by 40,0; 540 up a")
        #expect(await counter.taps == 1)
        #expect(await counter.moves == 1)
    }
}
