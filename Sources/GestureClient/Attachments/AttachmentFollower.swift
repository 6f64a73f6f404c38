import GestureProtocol
import Text

/// Keeps a subscription in step with the attached gestures, and calls their callbacks. Used by one task.
final class AttachmentFollower {
    private let gestures: AttachedGestures
    private let transport: any Transport
    private let options: SubscriptionOptions
    private var stream: SubscriptionStream?
    private var routers = AttachmentRouters()
    /// The last plan, and its version.
    private var plan = AttachmentPlan()
    private var version = 0
    /// The attachments that the service has accepted.
    private var accepted: Set<Int> = []
    /// The name of the subscription; nil without a connection.
    private var subscription: ByteString?

    init(_ gestures: AttachedGestures, _ transport: any Transport, _ options: SubscriptionOptions) {
        self.gestures = gestures
        self.transport = transport
        self.options = options
    }

    /// Follows the plan until nothing is attached.
    nonisolated(nonsending) func follow() async {
        while true {
            await applyChanges()
            if plan.attachments.isEmpty {
                if gestures.endFollowing(version) { return }
                continue
            }
            guard let stream else { continue }
            do throws(GestureClientError) {
                guard let step = try await stream.next() else { continue }
                // A gesture that was detached meanwhile gets no event.
                await applyChanges()
                await handle(step)
            } catch {
                await disconnect()
                self.stream = nil
                // Those that the service has accepted before are not the reason, unless there are no others.
                let ids = plan.attachments.map(\.id)
                let added = ids.filter { !accepted.contains($0) }
                gestures.end(added.isEmpty ? ids : added, error)
            }
        }
    }

    nonisolated(nonsending) private func applyChanges() async {
        let (plan, version) = gestures.current
        guard version != self.version else { return }
        self.plan = plan
        self.version = version
        var effects = Effects()
        routers.follow(plan, &effects)
        await effects.run()
        guard !plan.attachments.isEmpty else {
            stream = nil
            subscription = nil
            return
        }
        let request = routers.request(plan, options)
        guard let stream else {
            let stream = SubscriptionStream(request, over: transport)
            self.stream = stream
            gestures.setWaker(stream.waker, version)
            return
        }
        stream.request = request
        if subscription != nil { await send() }
    }

    /// Has the service take over the current plan.
    nonisolated(nonsending) private func send() async {
        guard let stream, let subscription else { return }
        guard stream.request != stream.sent else {
            setApplied()
            return
        }
        guard let regions = stream.request.regions, stream.sent?.regions != nil else {
            // A subscription cannot change its own gestures.
            await restart()
            return
        }
        do throws(GestureClientError) {
            _ = try await ReplyStream(.setRegions(regions, of: subscription), over: transport).next()
            stream.sent = stream.request
            setApplied()
        } catch {
            switch error {
            case .cannotConnect, .limitExceeded("connections", _), .limitExceeded("connectionsPerUser", _),
                .limitExceeded("descriptors", _):
                // The subscription still works: only another connection for the change was refused.
                transport.retry(after: 0.1) { [waker = stream.waker] in waker.wake() }
            case .invalidParameter, .permissionDenied, .limitExceeded:
                gestures.end(plan.attachments.map(\.id).filter { !accepted.contains($0) }, error)
            default: await restart()
            }
        }
    }

    /// Connects again, with the current plan.
    nonisolated(nonsending) private func restart() async {
        await disconnect()
        stream?.restart()
    }

    private func setApplied() {
        accepted = Set(plan.attachments.map(\.id))
        gestures.setApplied(version)
    }

    nonisolated(nonsending) private func handle(_ step: SubscriptionStream.Step) async {
        switch step {
        case .connected(let state):
            subscription = state.subscription
            await send()
        case .event(let event):
            // The connection of the event can have been given up since it arrived.
            guard subscription != nil else { return }
            var effects = Effects()
            routers.decode(event, &effects)
            await effects.run()
        case .disconnected: await disconnect()
        case .woken: await send()
        }
    }

    nonisolated(nonsending) private func disconnect() async {
        subscription = nil
        var effects = Effects()
        routers.cancel(&effects)
        await effects.run()
    }
}
