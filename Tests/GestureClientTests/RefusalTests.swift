import GestureClient
import Testing

/// Programs whose requests the service refuses.
struct RefusalTests {
    private static let beganDrag =
        #"{"parameters":{"event":{"gesture":1,"kind":"drag","phase":"began","device":"a","time":1,"fingers":1}},"continues":true}"#

    @Test func `a gesture is cancelled before the stream ends with an error`() async throws {
        let service = StubService { _ in [StubService.state, Self.beganDrag, StubService.permissionDenied] }
        var events = service.client.events(of: DragGesture()).makeAsyncIterator()
        var steps: [String] = []
        await #expect(throws: GestureClientError.permissionDenied(needs: "positions")) {
            while let event = try await events.next() { steps.append(event.text) }
        }
        #expect(steps == ["connected", "began by 0,0", "cancelled by 0,0"])
        #expect(try await events.next() == nil)
    }

    @Test func `gestures that were accepted stay attached when the service refuses another one`() async throws {
        let client = StubService { $0.contains("regions") ? [StubService.permissionDenied] : [StubService.state] }
            .client
        let first = try client.attach(TapGesture())
        await client.whenAttached()
        let refused = try client.attach(TapGesture(), to: AttachmentTests.left)
        await #expect(throws: GestureClientError.permissionDenied(needs: "positions")) { try await refused.detached() }
        await client.whenAttached()
        let waiting = Task { try await first.detached() }
        first.cancel()
        try await waiting.value
    }
}
