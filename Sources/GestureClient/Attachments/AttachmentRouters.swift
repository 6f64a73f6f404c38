import GestureProtocol

/// The decoders of attached gestures, by region.
struct AttachmentRouters {
    private var routers: [String: GestureRouter<Void>] = [:]

    /// Adds the decoders of new attachments, and ends those of attachments that are gone.
    mutating func follow(_ plan: AttachmentPlan, _ effects: inout Effects) {
        for region in routers.keys.sorted() where !plan.regions.contains(where: { $0.name == region }) {
            _ = routers[region]?.cancel(&effects)
            routers[region] = nil
        }
        for region in plan.regions {
            let attachments = plan.attachments(in: region.name)
            var router = routers[region.name] ?? GestureRouter()
            for id in router.ids where !attachments.contains(where: { $0.id == id }) { router.remove(id: id, &effects) }
            for attachment in attachments where !router.ids.contains(attachment.id) {
                router.insert(attachment.recognition, id: attachment.id)
            }
            routers[region.name] = router
        }
    }

    /// The subscription to all attached gestures.
    func request(_ plan: AttachmentPlan, _ options: SubscriptionOptions) -> RequestedSubscription {
        let gestures = { (region: String) in routers[region]?.requests ?? [] }
        return plan.coversSurface
            ? options.request(gestures: gestures(Region.surface.name), regions: nil)
            : options.request(gestures: [], regions: plan.requests(gestures))
    }

    mutating func decode(_ event: WireEvent, _ effects: inout Effects) {
        _ = routers[event.context.region ?? Region.surface.name]?.decode(event, &effects)
    }

    /// Ends all gestures that go on, because their events no longer arrive.
    mutating func cancel(_ effects: inout Effects) {
        for region in routers.keys.sorted() { _ = routers[region]?.cancel(&effects) }
    }
}
