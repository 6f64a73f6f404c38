import GestureClient

/// A service that answers each call with the messages that a test chooses.
struct StubService: Transport {
    static let state = #"{"parameters":{"state":{"instance":"a","subscription":"b"}},"continues":true}"#
    static let permissionDenied =
        #"{"error":"org.varlink.service.PermissionDenied","parameters":{"needs":"positions"}}"#

    private struct Open: Connection {
        func cancel() {}
        func resume() {}
    }

    /// - Parameter call: the call as JSON.
    let answer: @Sendable (_ call: String) -> [String]

    var lost: GestureClientError { .connectionLost(path: "stub") }

    func open(_ call: [UInt8], _ receiver: any MessageReceiver) throws(GestureClientError) -> any Connection {
        for message in answer(String(decoding: call, as: UTF8.self)) { _ = receiver.receive(Array(message.utf8)) }
        return Open()
    }

    func retry(after delay: Double, _ action: @escaping @Sendable () -> Void) {}
}

extension StubService {
    var client: GestureClient { GestureClient(self, SubscriptionOptions()) }
}
