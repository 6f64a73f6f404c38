import GestureCore
import GestureProtocol
import Synchronization

/// The gestures that a client has attached. A task follows them as long as there are any.
final class AttachedGestures: Sendable {
    private struct State {
        var plan = AttachmentPlan()
        /// The number of changes of the plan so far, and of those that the service has taken over.
        var version = 0
        var appliedVersion = 0
        var lastID = 0
        var isFollowed = false
        var waker: SubscriptionStream.Waker?
        /// The errors of attachments that ended with one.
        var errors: [Int: GestureClientError] = [:]
        var detachWaiters: [Int: [Int: CheckedContinuation<Void, Never>]] = [:]
        var lastWaiter = 0
        var applyWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let transport: any Transport
    private let options: SubscriptionOptions
    private let state = Mutex(State())

    init(_ transport: any Transport, _ options: SubscriptionOptions) {
        self.transport = transport
        self.options = options
    }

    // MARK: Changes by the program

    /// Attaches gestures, or none of them if it throws.
    ///
    /// - Parameter slop: the slop of the region as long as the gestures are attached; its own one if nil.
    /// - Returns: the ids of the attachments.
    func insert(
        _ recognitions: [GestureRecognition<Void>], _ region: Region, _ mask: GestureMask, slop: Double? = nil
    ) throws(GestureClientError) -> [Int] {
        if let problem = recognitions.lazy.compactMap(\.problem).first { throw problem }
        return try change(adding: recognitions.count) { plan, ids in
            for (id, recognition) in zip(ids, recognitions) {
                plan.insert(
                    .init(id: id, recognition: recognition, region: region.name, mask: mask, slop: slop), in: region)
            }
        }
    }

    func update(_ region: Region) throws(GestureClientError) {
        _ = try change { plan, _ in plan.update(region) }
    }

    /// Changes the plan, unless the service would not accept the result.
    ///
    /// - Parameter count: the number of new ids.
    private func change(
        adding count: Int = 0, _ body: (inout AttachmentPlan, _ ids: [Int]) -> Void
    ) throws(GestureClientError) -> [Int] {
        let result = state.withLock { state -> Result<[Int], GestureClientError> in
            let ids = (0..<count).map { state.lastID + 1 + $0 }
            var plan = state.plan
            body(&plan, ids)
            do throws(GestureClientError) { try plan.check(options) } catch { return .failure(error) }
            state.plan = plan
            state.lastID += count
            state.version += 1
            return .success(ids)
        }
        let ids = try result.get()
        follow()
        return ids
    }

    func remove(_ ids: [Int]) { end(ids, nil) }

    /// Waits until an attachment has ended, or the task is cancelled.
    ///
    /// - Returns: the error with which the service ended it.
    nonisolated(nonsending) func detached(_ id: Int) async -> GestureClientError? {
        let key = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isOver = Task.isCancelled || !state.plan.attachments.contains { $0.id == id }
                    if !isOver { state.detachWaiters[id, default: [:]][key] = continuation }
                    return isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.detachWaiters[id]?.removeValue(forKey: key) }?.resume()
        }
        return state.withLock { $0.errors[id] }
    }

    /// Waits until the service has taken over all changes.
    func whenApplied() async {
        await withCheckedContinuation { continuation in
            let isApplied = state.withLock { state in
                let isApplied = state.appliedVersion == state.version
                if !isApplied { state.applyWaiters.append(continuation) }
                return isApplied
            }
            if isApplied { continuation.resume() }
        }
    }

    // MARK: The task that follows the plan

    /// Has the task notice a change.
    private func follow() {
        let (isFollowed, waker) = state.withLock { state in
            defer { state.isFollowed = true }
            return (state.isFollowed, state.waker)
        }
        if isFollowed {
            waker?.wake()
        } else {
            // Detached, because the callbacks do not belong to the scope in which the first gesture was attached.
            Task.detached { await AttachmentFollower(self, self.transport, self.options).follow() }
        }
    }

    /// The current plan and its version.
    var current: (plan: AttachmentPlan, version: Int) { state.withLock { ($0.plan, $0.version) } }

    /// - Parameter version: the version that the task has seen. Later changes wake it.
    func setWaker(_ waker: SubscriptionStream.Waker, _ version: Int) {
        let isLate = state.withLock { state in
            state.waker = waker
            return state.version != version
        }
        if isLate { waker.wake() }
    }

    /// Notes that the service has taken over a version.
    func setApplied(_ version: Int) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            // The task that ends can be later than the one that follows it.
            state.appliedVersion = max(state.appliedVersion, version)
            guard version == state.version else { return [] }
            defer { state.applyWaiters = [] }
            return state.applyWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Ends attachments.
    func end(_ ids: [Int], _ error: GestureClientError?) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            var waiters: [CheckedContinuation<Void, Never>] = []
            for id in ids where state.plan.attachments.contains(where: { $0.id == id }) {
                state.plan.remove(id)
                state.errors[id] = error
                waiters += state.detachWaiters.removeValue(forKey: id)?.values.map { $0 } ?? []
                state.version += 1
            }
            return waiters
        }
        state.withLock { $0.waker }?.wake()
        for waiter in waiters { waiter.resume() }
    }

    /// Lets the task end, unless the plan has changed meanwhile.
    func endFollowing(_ version: Int) -> Bool {
        let isOver = state.withLock { state in
            guard state.version == version else { return false }
            state.isFollowed = false
            state.waker = nil
            return true
        }
        if isOver { setApplied(version) }
        return isOver
    }
}

extension AttachmentPlan {
    /// - Throws: ``GestureClientError/invalidParameter(_:expected:hint:)`` if the service would not accept the plan.
    fileprivate func check(_ options: SubscriptionOptions) throws(GestureClientError) {
        var routers = AttachmentRouters()
        var effects = Effects()
        routers.follow(self, &effects)
        guard regions.allSatisfy({ $0.name != Region.surface.name || $0.rectangle == Region.surface.rectangle }) else {
            throw .invalidParameter(
                TrackedRegion.Parameters.name.path,
                expected: "a name other than surface, which is the whole device")
        }
        try routers.request(self, options).check()
    }
}
