import GestureClient
import Synchronization
import Testing

/// The regions that a program with attached gestures requests.
struct RequestedRegionTests {
    private static let surface = #"{"name":"surface","rectangle":{"x":0,"y":0,"width":1,"height":1},"#
    private static let left = #"{"name":"left","rectangle":{"x":0,"y":0,"width":0.5,"height":1},"#
    private static let right = #"{"name":"right","rectangle":{"x":0.5,"y":0,"width":0.5,"height":1},"#
    private static let button =
        #"{"name":"button","rectangle":{"x":0,"y":0,"width":0.25,"height":1},"parent":"left","#
    private static let inSurface = #""parent":"surface","#
    private static let tap = #""gestures":[{"kind":"tap"}]}"#
    private static let nothing = #""gestures":[]}"#

    /// - Returns: the last call to the service.
    private func call(after attach: (GestureClient) throws -> Void) async throws -> String {
        let last = Mutex("")
        let client = StubService { call in
            last.withLock { $0 = call }
            return call.contains("Subscribe") ? [StubService.state] : [#"{"parameters":{}}"#]
        }.client
        try attach(client)
        await client.whenAttached()
        return last.withLock { $0 }
    }

    private func expect(
        _ regions: String, sourceLocation: SourceLocation = #_sourceLocation,
        after attach: (GestureClient) throws -> Void
    ) async throws {
        let call = try await call(after: attach)
        #expect(call.contains(#""regions":[\#(regions)]}"#), sourceLocation: sourceLocation)
    }

    @Test func `gestures of the whole device alone need no region`() async throws {
        #expect(try await !call { try $0.attach(TapGesture()) }.contains("regions"))
    }

    @Test func `a region without a parent lies in the whole device, if that has gestures`() async throws {
        try await expect("\(Self.surface)\(Self.tap),\(Self.left)\(Self.inSurface)\(Self.tap)") {
            try $0.attach(TapGesture(), to: AttachmentTests.left)
            try $0.attach(TapGesture())
        }
    }

    @Test func `regions inside others keep their parents`() async throws {
        try await expect(
            "\(Self.surface)\(Self.tap),\(Self.left)\(Self.inSurface)\(Self.nothing),\(Self.button)\(Self.tap)"
        ) {
            try $0.attach(TapGesture())
            try $0.attach(TapGesture(), to: AttachmentTests.button)
        }
    }

    @Test func `without gestures of the whole device, no region is around all others`() async throws {
        try await expect("\(Self.left)\(Self.tap),\(Self.right)\(Self.tap)") {
            try $0.attach(TapGesture(), to: AttachmentTests.left)
            try $0.attach(TapGesture(), to: AttachmentTests.right)
        }
    }

    @Test func `the region around all others goes with the last gesture of the whole device`() async throws {
        try await expect("\(Self.left)\(Self.tap)") {
            let surface = try $0.attach(TapGesture())
            try $0.attach(TapGesture(), to: AttachmentTests.left)
            surface.cancel()
        }
    }

    @Test func `a region that has only regions inside it inherits no gestures`() async throws {
        try await expect("\(Self.left)\(Self.nothing),\(Self.button)\(Self.tap)") {
            try $0.attach(TapGesture(), to: AttachmentTests.button)
        }
    }

    @Test func `a region with the name of the whole device has to cover it`() throws {
        let small = Region("surface", AttachmentTests.left.rectangle)
        let program = Program()
        #expect(
            throws: GestureClientError.invalidParameter(
                "regions.name", expected: "a name other than surface, which is the whole device")
        ) { try program.attach("tap", TapGesture(), to: small) }
        #expect(throws: GestureClientError.self) {
            try program.attach("tap", TapGesture(), to: Region("left", AttachmentTests.left.rectangle, in: small))
        }
    }

    @Test func `a gesture is requested with its priority, and with a name of its own`() async throws {
        let gestures =
            #"{"kind":"tap"},{"kind":"tap","name":"2","priority":"high"},"#
            + #"{"kind":"drag","name":"3","priority":"simultaneous"}"#
        try await expect(#"\#(Self.left)"gestures":[\#(gestures)]}"#) {
            try $0.attach(TapGesture(), to: AttachmentTests.left)
            try $0.attach(TapGesture(), to: AttachmentTests.left, priority: .high)
            try $0.attach(DragGesture(), to: AttachmentTests.left, priority: .simultaneous)
        }
    }

    @Test func `a composition has one priority`() async throws {
        let gestures = #"{"exclusive":[{"kind":"tap","count":2},{"kind":"tap"}],"name":"1","priority":"high"}"#
        try await expect(#"\#(Self.left)"gestures":[\#(gestures)]}"#) {
            try $0.attach(
                TapGesture(count: 2).exclusively(before: TapGesture()), to: AttachmentTests.left, priority: .high)
        }
    }
}
