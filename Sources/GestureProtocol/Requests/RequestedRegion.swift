import GestureCore
import Text

/// A region with the gestures that a client requests in it.
package struct RequestedRegion: Hashable, Sendable {
    /// Without gestures of its own: a ``GestureSet`` does not contain gestures as they were requested.
    package var region: TrackedRegion
    /// The gestures that replace those of the subscription.
    package var gestures: [RequestedGesture]?

    package init(_ region: TrackedRegion, gestures: [RequestedGesture]? = nil) {
        self.region = region
        self.gestures = gestures
    }
}

extension TrackedRegion {
    /// The members of a region in a call.
    package enum Parameters {
        package static let name = Parameter.name("regions.name", "string")
        static let rectangle = Parameter.rectangle("regions.rectangle", "Rectangle")
        static let parent = Parameter.name("regions.parent")
        static let mask = Parameter<GestureMask>.word("regions.mask", expected: "all, gesture, subviews or none")
        static let enabled = Parameter.flag("regions.enabled")
        static var slop: Parameter<Points> { .points("regions.slop", 0...100) }
        static let gestures = Member("gestures", "?[]Gesture")
        static let tracking = Parameter<Tracking>.word("regions.tracking", expected: "slop or reenter")
        static let suppressesTapWhileCoasting = Parameter.flag("regions.suppressesTapWhileCoasting")
        static var slopWhileCoasting: Parameter<Points> { .points("regions.slopWhileCoasting", 0...100) }

        static let members = [
            name.member, rectangle.member, parent.member, mask.member, enabled.member, slop.member, gestures,
            tracking.member, suppressesTapWhileCoasting.member, slopWhileCoasting.member,
        ]
    }
}

// MARK: Writing

extension JSONWriter {
    mutating func regions(_ regions: [RequestedRegion]) { array(regions) { $1.region($0) } }

    /// Writes a region with those of its members that differ from the default.
    private mutating func region(_ request: RequestedRegion) {
        typealias Parameters = TrackedRegion.Parameters
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

// MARK: Reading

extension [RequestedRegion] {
    /// Reads the regions of a Subscribe or a SetRegions.
    init(_ value: JSONValue) throws(InvalidParameter) {
        guard value.kind == .array else {
            throw InvalidParameter(RequestedSubscription.regionList.name, expected: "an array of regions")
        }
        self.init()
        reserveCapacity(value.count)
        var room = GestureRoom()
        for index in 0..<value.count {
            do throws(InvalidParameter) {
                append(try RequestedRegion(value[index], room: &room))
            } catch {
                throw error.inRegion(at: "\(RequestedSubscription.regionList.name)[\(index)]")
            }
        }
    }
}

extension RequestedRegion {
    fileprivate init(_ value: JSONValue, room: inout GestureRoom) throws(InvalidParameter) {
        typealias Parameters = TrackedRegion.Parameters
        guard value.kind == .object else {
            throw InvalidParameter(
                RequestedSubscription.regionList.name, expected: "an object with a name and a rectangle")
        }
        try value.checkMembers(Parameters.members, of: RequestedSubscription.regionList.name)
        region = TrackedRegion(try value.required(Parameters.name), try value.required(Parameters.rectangle))
        region.parent = try value.optional(Parameters.parent)
        region.mask = try value.optional(Parameters.mask) ?? region.mask
        region.tracking = try value.optional(Parameters.tracking) ?? region.tracking
        region.slop = try value.optional(Parameters.slop)
        if let gestures = value[Parameters.gestures.name] {
            self.gestures = try [RequestedGesture](gestures, room: &room)
        }
        region.isEnabled = try value.optional(Parameters.enabled) ?? region.isEnabled
        region.suppressesTapWhileCoasting =
            try value.optional(Parameters.suppressesTapWhileCoasting) ?? region.suppressesTapWhileCoasting
        region.slopWhileCoasting = try value.optional(Parameters.slopWhileCoasting)
    }
}

// MARK: Compiling

extension [TrackedRegion] {
    /// Compiles regions, and checks what they do not permit together.
    init(_ requests: [RequestedRegion]) throws(InvalidParameter) {
        self.init()
        reserveCapacity(requests.count)
        var names = NameIndex()
        var room = GestureRoom()
        // The number of regions around each one, itself included.
        var depths: [Int] = []
        for (index, request) in requests.enumerated() {
            do throws(InvalidParameter) {
                let region = try request.compiled(room: &room)
                depths.append(try Self.depth(of: region, names, depths, requests))
                guard names.insert(region.name, at: index) else {
                    throw InvalidParameter(
                        TrackedRegion.Parameters.name.path, expected: "a name that no other region has")
                }
                append(region)
            } catch {
                throw error.inRegion(at: "\(RequestedSubscription.regionList.name)[\(index)]")
            }
        }
    }

    /// - Parameters:
    ///   - names: those of the regions before it.
    ///   - depths: theirs.
    private static func depth(
        of region: TrackedRegion, _ names: NameIndex, _ depths: [Int], _ requests: [RequestedRegion]
    ) throws(InvalidParameter) -> Int {
        guard let name = region.parent else { return 1 }
        guard let parent = names.index(of: name) else {
            let known = requests.prefix(depths.count).map { $0.region.name }
            throw InvalidParameter(
                TrackedRegion.Parameters.parent.path, expected: "the name of a region before it",
                hint: InvalidParameter.nearest(to: [UInt8](name.bytes), among: known))
        }
        guard depths[parent] < TrackedRegion.largestDepth else {
            throw InvalidParameter(
                TrackedRegion.Parameters.parent.path, expected: "at most \(TrackedRegion.largestDepth) levels")
        }
        return depths[parent] + 1
    }
}

extension RequestedRegion {
    fileprivate func compiled(room: inout GestureRoom) throws(InvalidParameter) -> TrackedRegion {
        guard let gestures else { return region }
        let set = try GestureSet(gestures, room: &room)
        guard set.selection.idleTime == nil else {
            let index = gestures.firstIndex { $0.isActivity }
            throw InvalidParameter(
                GesturePattern.Parameters.kindPath,
                expected: "a kind other than activity, which belongs to the whole device"
            ).inGesture(at: "\(TrackedRegion.Parameters.gestures.name)[\(index ?? 0)]")
        }
        var region = region
        region.gestures = set
        return region
    }
}
