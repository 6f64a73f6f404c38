import GestureCore
import GestureProtocol

/// The request of one or more subscriptions. Equal requests share one object, so that comparing them is cheap.
final class SharedRequest {
    let compiled: CompiledSubscription
    /// Whether the clients get the positions of fingers.
    let includesPositions: Bool
    /// Differs for nearly all requests that differ, which take long to compare. It depends on a secret of this run, so that
    /// nobody can choose requests with the same fingerprint.
    private let fingerprint: Int
    private static let secret = SystemRandomNumberGenerator.twoNumbers()

    // Used by SharedEngines.mergeTwins(at:) alone.
    /// An engine with this request that is at rest.
    var engineAtRest: SharedEngine?
    /// The number of engines with this request.
    var engineCount = 0

    init(_ request: CompiledSubscription, includesPositions: Bool) {
        compiled = request
        self.includesPositions = includesPositions
        var hasher = Hasher()
        hasher.combine(Self.secret.0)
        hasher.combine(Self.secret.1)
        hasher.combine(request)
        fingerprint = hasher.finalize()
    }

    func isSame(as other: SharedRequest) -> Bool {
        fingerprint == other.fingerprint && includesPositions == other.includesPositions && compiled == other.compiled
    }
}

extension SystemRandomNumberGenerator {
    fileprivate static func twoNumbers() -> (UInt64, UInt64) {
        var random = SystemRandomNumberGenerator()
        return (random.next(), random.next())
    }
}
