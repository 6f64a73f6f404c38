import GestureCore

/// A region with the gestures that a client requests in it.
package struct RequestedRegion: Hashable, Sendable {
    /// Its own ``Region/gestures`` are not written, because a ``GestureSet`` does not contain the gestures as they were requested.
    package var region: Region
    /// The gestures that replace those of the subscription.
    package var gestures: [RequestedGesture]?

    package init(_ region: Region, gestures: [RequestedGesture]? = nil) {
        self.region = region
        self.gestures = gestures
    }
}

extension JSONWriter {
    mutating func regions(_ regions: [RequestedRegion]) { array(regions) { $1.region($0) } }

    /// Writes a region with those of its members that differ from the default.
    private mutating func region(_ request: RequestedRegion) {
        typealias Parameters = Region.Parameters
        let region = request.region
        raw("{")
        member(Parameters.name, region.name)
        member(Parameters.rectangle, region.rectangle)
        member(Parameters.parent, region.parent)
        member(Parameters.mask, region.mask == .all ? nil : region.mask)
        member(Parameters.enabled, region.isEnabled ? nil : false)
        member(Parameters.slop, region.slop)
        member(Parameters.gestures, request.gestures) { $1.gestures($0) }
        member(Parameters.tracking, region.tracking == .slop ? nil : region.tracking)
        member(Parameters.suppressesTapWhileCoasting, region.suppressesTapWhileCoasting ? true : nil)
        member(Parameters.slopWhileCoasting, region.slopWhileCoasting)
        raw("}")
    }
}
