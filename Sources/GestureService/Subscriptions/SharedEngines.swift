import GestureCore
import GestureProtocol

/// The engines of all subscriptions. Subscriptions with equal requests share one.
struct SharedEngines {
    /// The engines. Those with a prompt member come first.
    private(set) var engines: [SharedEngine] = []
    /// The number of engines with a prompt member. Their events of a frame are sent before the other engines see the frame. It
    /// is all of them unless a user has many recognizers.
    private(set) var promptCount = 0
    /// Whether any member is not prompt.
    private(set) var hasHeavyMembers = false
    /// Whether engines may exist that can be merged once they are at rest.
    private(set) var mayMerge = false

    var subscriptionCount: Int { engines.reduce(0) { $0 + $1.members.count } }

    /// How many events were replaced by a newer one, for the present subscriptions.
    var coalesced: UInt64 {
        engines.reduce(0) { sum, shared in
            shared.members.reduce(sum) { $0 + $1.client.messages.coalesced }
        }
    }

    var nextDeadline: Instant? {
        var next: Instant?
        for shared in engines {
            guard let deadline = shared.engine.nextDeadline else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    func subscriber(named name: [UInt8]) -> Subscriber? {
        for shared in engines {
            for member in shared.members where member.name == name { return member }
        }
        return nil
    }

    func engine(of subscriber: Subscriber) -> SharedEngine? {
        engines.first { $0.members.contains { $0 === subscriber } }
    }

    // MARK: Subscriptions that come and go

    /// - Parameters:
    ///   - devices: the devices in use, for the cost.
    ///   - modifiers: the modifier keys that are held.
    ///   - time: the latest time that the engines have advanced to.
    /// - Returns: the new engine, to which no device is attached; nil if another subscription has the engine already.
    mutating func add(
        _ subscriber: Subscriber, on devices: [AttachedDevice], _ modifiers: EventModifiers, at time: Instant
    ) -> SharedEngine? {
        subscriber.cost = subscriber.request.cost(on: devices)
        subscriber.account.add(subscriber.cost)
        let request = sharedRequest(subscriber.request, includesPositions: subscriber.includesPositions)
        if let shared = engines.first(where: { $0.request === request && $0.engine.isIdle(at: time) }) {
            shared.add(subscriber)
            sort()
            return nil
        }
        let shared = SharedEngine(request, at: time)
        shared.engine.note(modifiers, at: .distantPast)
        shared.add(subscriber)
        engines.append(shared)
        mayMerge = true
        sort()
        return shared
    }

    mutating func remove(_ subscriber: Subscriber) {
        guard let shared = engine(of: subscriber) else { return }
        subscriber.account.remove(subscriber.cost)
        shared.remove(subscriber)
        if shared.members.isEmpty { engines.removeAll { $0 === shared } }
        sort()
    }

    /// Returns an engine that the subscription shares with no other.
    mutating func separate(_ subscriber: Subscriber) -> SharedEngine? {
        guard let shared = engine(of: subscriber) else { return nil }
        guard shared.members.count > 1 else { return shared }
        let own = shared.split(off: subscriber)
        engines.append(own)
        return own
    }

    /// Replaces the request of a subscription by one with other regions, which its engine already has.
    mutating func replaceRegions(
        of subscriber: Subscriber, _ shared: SharedEngine, by regions: [TrackedRegion], on devices: [AttachedDevice]
    ) {
        var request = shared.request.compiled
        request.options.regions = regions
        shared.replaceRequest(by: sharedRequest(request, includesPositions: shared.request.includesPositions))
        // Releases the regions that it had.
        subscriber.request = shared.request.compiled
        charge(subscriber, on: devices)
        mayMerge = true
        sort()
    }

    /// Updates the costs after a device has come or gone. They can then exceed limits, which apply to new subscriptions.
    mutating func recount(on devices: [AttachedDevice]) {
        for shared in engines {
            for member in shared.members { charge(member, on: devices) }
        }
        sort()
    }

    private func charge(_ subscriber: Subscriber, on devices: [AttachedDevice]) {
        subscriber.account.remove(subscriber.cost)
        subscriber.cost = subscriber.request.cost(on: devices)
        subscriber.account.add(subscriber.cost)
    }

    /// Returns the equal request of another subscription, or else a new one.
    private func sharedRequest(_ request: CompiledSubscription, includesPositions: Bool) -> SharedRequest {
        let wanted = SharedRequest(request, includesPositions: includesPositions)
        return engines.first { $0.request.isSame(as: wanted) }?.request ?? wanted
    }

    // MARK: Order and merging

    /// Sorts the engines and their members: prompt ones first.
    private mutating func sort() {
        hasHeavyMembers = false
        for shared in engines where shared.sortMembers() { hasHeavyMembers = true }
        promptCount = engines.count { $0.isPrompt }
        guard promptCount < engines.count else { return }
        engines = engines.filter { $0.isPrompt } + engines.filter { !$0.isPrompt }
    }

    /// Merges the engines that will recognize the same gestures from `time` on.
    mutating func mergeTwins(at time: Instant) {
        mayMerge = false
        var hasMerged = false
        for shared in engines { shared.request.engineCount = 0 }
        for shared in engines {
            let request = shared.request
            if shared.isIdle(at: time) {
                if let twin = request.engineAtRest {
                    twin.takeOver(shared)
                    hasMerged = true
                    continue
                }
                request.engineAtRest = shared
            }
            request.engineCount += 1
            if request.engineCount > 1 { mayMerge = true }
        }
        for shared in engines { shared.request.engineAtRest = nil }
        guard hasMerged else { return }
        engines.removeAll { $0.members.isEmpty }
        sort()
    }
}
