import GestureProtocol
import Text

/// The gestures that a client has attached, and the regions for the service that follow from them.
struct AttachmentPlan: Sendable {
    struct Attachment: Sendable {
        var id: Int
        var recognition: GestureRecognition<Void>
        /// The name of the region.
        var region: String
        var mask: GestureMask
        /// The largest distance that a contact can move, in place of that of the region.
        var slop: Double?
    }

    private(set) var attachments: [Attachment] = []
    /// The regions with attached gestures and the regions around them, each after the one that contains it.
    private(set) var regions: [Region] = []

    /// The region that contains all others, for gestures of the whole device; nil if there are none.
    private var root: Region? { regions.first { $0.name == Region.surface.name } }

    /// Whether gestures are attached to the whole device alone. They need no regions, and so no right to positions.
    var coversSurface: Bool { regions == [.surface] && slop(of: Region.surface.name) == nil }

    mutating func insert(_ attachment: Attachment, in region: Region) {
        attachments.append(attachment)
        insert(region)
    }

    /// Adds a region, or replaces the one with the same name. The regions around it are only added: the program may have moved them since
    /// it made this one.
    private mutating func insert(_ region: Region) {
        for ancestor in region.ancestors where !regions.contains(where: { $0.name == ancestor.name }) { put(ancestor) }
        put(region)
        sortByParent()
    }

    private mutating func put(_ region: Region) {
        if let index = regions.firstIndex(where: { $0.name == region.name }) {
            regions[index] = region
        } else if region.name == Region.surface.name {
            // All others lie in it.
            regions.insert(region, at: 0)
        } else {
            regions.append(region)
        }
    }

    /// Moves regions after those that contain them.
    private mutating func sortByParent() {
        var rest = regions
        regions = []
        while let index = rest.firstIndex(where: { region in
            region.parent.map { parent in regions.contains { $0.name == parent.name } } ?? true
        }) {
            regions.append(rest.remove(at: index))
        }
        // Regions that contain each other, which the service does not accept.
        regions += rest
    }

    /// Replaces the region with the same name, if there is one.
    mutating func update(_ region: Region) {
        if regions.contains(where: { $0.name == region.name }) { insert(region) }
    }

    mutating func remove(_ id: Int) {
        attachments.removeAll { $0.id == id }
        // A region stays as long as it has gestures, or contains a region that has.
        var needed = Set(attachments.map(\.region))
        for region in regions.reversed() where needed.contains(region.name) {
            if let parent = region.parent { needed.insert(parent.name) }
        }
        regions.removeAll { !needed.contains($0.name) }
    }

    /// The attachments whose gestures are recognized in a region, in the order in which they were attached.
    func attachments(in region: String) -> [Attachment] {
        attachments.filter { $0.region == region && $0.mask.contains(.gesture) }
    }

    /// The regions for the service. Those without a parent lie in the ``root``.
    ///
    /// - Parameter gestures: returns the gestures of a region. A region without any inherits none.
    func requests(_ gestures: (String) -> [RequestedGesture]) -> [RequestedRegion] {
        let root = root
        return regions.map { region in
            var request = region.core(mask: mask(of: region.name))
            if let slop = slop(of: region.name) {
                request.slop = slop
                request.tracking = .slop
            }
            if let root, region.parent == nil, region.name != root.name { request.parent = ByteString(root.name) }
            return RequestedRegion(request, gestures: gestures(region.name))
        }
    }

    /// The slop that attachments of a region ask for; nil if none does.
    private func slop(of region: String) -> Double? {
        attachments.last { $0.region == region && $0.slop != nil }?.slop
    }

    private func mask(of region: String) -> GestureMask {
        let masks = attachments.filter { $0.region == region }.map(\.mask)
        guard !masks.isEmpty else { return .all }
        let own: GestureMask = masks.contains { $0.contains(.gesture) } ? .gesture : .none
        return masks.reduce(GestureMask.subviews) { $0.intersection($1) }.union(own)
    }
}
