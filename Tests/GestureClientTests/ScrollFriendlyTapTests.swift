import GestureClient
import GestureClientTesting
import Testing

/// Controls that light up at once, and act only on a tap that never left its slop.
struct ScrollFriendlyTapTests {
    let program = Program()

    @discardableResult
    private func attach(in region: Region = AttachmentTests.left, threshold: Double = 20) throws -> GestureAttachment {
        let output = program.output
        return try program.client.scrollFriendlyTap(in: region, threshold: threshold) { isPressed in
            output.write(isPressed ? "lit" : "dark")
        } action: {
            output.write("act")
        }
    }

    private func lines(after script: String) async throws -> [String] {
        try await program.touches.play(script)
        return program.lines()
    }

    @Test func `the control lights up the instant a finger lands`() async throws {
        try attach()
        #expect(try await lines(after: "0 down a 100,100") == ["lit"])
        #expect(try await lines(after: "0 up a") == ["dark", "act"])
    }

    @Test(arguments: [
        ("a finger that stays", "0 down a 100,100; 50 up a", ["lit", "dark", "act"]),
        ("a finger at the threshold", "0 down a 100,100; 20 move a by 20,0; 50 up a", ["lit", "dark", "act"]),
        ("a finger beyond it", "0 down a 100,100; 20 move a by 21,0", ["lit", "dark"]),
        ("a finger that returns", "0 down a 100,100; 20 move a by 21,0; 40 move a by -21,0; 60 up a", ["lit", "dark"]),
        ("a second finger", "0 down a 100,100; 500 down b 200,100; 600 up all", ["lit", "dark"]),
        ("a touch that is cancelled", "0 down a 100,100; 50 cancel a", ["lit", "dark"]),
        ("a finger beside the control", "0 down a 1500,100; 50 up a", []),
    ])
    func `acts only on a tap that never left`(rule: String, script: String, expected: [String]) async throws {
        try attach()
        #expect(try await lines(after: script) == expected, Comment(rawValue: rule))
    }

    @Test func `the threshold replaces the slop of the region, and the press does not come back`() async throws {
        var region = AttachmentTests.left
        region.slop = 10
        region.tracking = .reenter
        try attach(in: region, threshold: 40)
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0; 50 up a") == ["lit", "dark", "act"])
        #expect(
            try await lines(after: "0 down a 100,100; 20 move a by 41,0; 40 move a by -41,0; 60 up a") == [
                "lit", "dark",
            ])
    }

    @Test func `the threshold stays when the region moves`() async throws {
        try attach(threshold: 40)
        try program.client.update(Region("left", AttachmentTests.right.rectangle))
        #expect(try await lines(after: "0 down a 1500,100; 20 move a by 40,0; 50 up a") == ["lit", "dark", "act"])
    }

    @Test func `the threshold goes with the attachment`() async throws {
        try program.attach("tap", TapGesture(), to: AttachmentTests.left)
        try attach(threshold: 40).cancel()
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0; 50 up a").isEmpty)
    }

    @Test func `the whole device can be the control`() async throws {
        try attach(in: .surface, threshold: 40)
        #expect(try await lines(after: "0 down a 100,100; 20 move a by 40,0; 50 up a") == ["lit", "dark", "act"])
    }

    @Test func `cancelling the attachment turns the control off`() async throws {
        let control = try attach()
        #expect(try await lines(after: "0 down a 100,100") == ["lit"])
        control.cancel()
        #expect(try await lines(after: "0 up a") == ["dark"])
        try await control.detached()
        #expect(try await lines(after: "0 down a 100,100; 50 up a").isEmpty)
    }

    @Test func `a lost connection turns the control off`() async throws {
        try attach()
        #expect(try await lines(after: "0 down a 100,100") == ["lit"])
        await program.touches.disconnect()
        #expect(program.lines() == ["dark"])
    }

    @Test func `a page that begins to scroll turns the control off, and it does not act`() async throws {
        let events = [
            Self.event(1, "press", "began", in: "left"), Self.event(1, "press", "cancelled", in: "left"),
            Self.event(2, "drag", "began", in: "surface"), Self.event(2, "drag", "ended", in: "surface"),
        ]
        let client = StubService { $0.contains("press") ? [StubService.state] + events : [StubService.state] }.client
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        try client.attach(
            DragGesture().onChanged { _ in step.yield("scroll") }.onEnded { _ in
                step.yield("rest")
                step.finish()
            })
        try client.scrollFriendlyTap(in: AttachmentTests.left) { isPressed in
            step.yield(isPressed ? "lit" : "dark")
        } action: {
            step.yield("act")
        }
        #expect(await steps.reduce(into: []) { $0.append($1) } == ["lit", "dark", "scroll", "rest"])
    }

    private static func event(_ number: Int, _ kind: String, _ phase: String, in region: String) -> String {
        #"{"parameters":{"event":{"gesture":\#(number),"kind":"\#(kind)","phase":"\#(phase)","region":"\#(region)","#
            + #""device":"a","time":1,"fingers":1}},"continues":true}"#
    }

    @Test func `a threshold out of range is refused`() throws {
        let error = #expect(throws: GestureClientError.self) { try attach(threshold: 101) }
        guard case .invalidParameter("regions[0].slop", _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test @MainActor func `callbacks run on the main actor if they were written there`() async throws {
        var steps: [String] = []
        try program.client.scrollFriendlyTap(in: AttachmentTests.left) { isPressed in
            steps.append(isPressed ? "lit" : "dark")
        } action: {
            MainActor.assertIsolated()
            steps.append("act")
        }
        try await program.touches.play("0 down a 100,100; 50 up a")
        #expect(steps == ["lit", "dark", "act"])
    }
}
