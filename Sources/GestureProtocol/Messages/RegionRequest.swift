import GestureCore
import Text

extension Array<Region> {
    /// Reads the regions of a Subscribe or a SetRegions.
    package init(regions value: JSONValue) throws(InvalidParameter) {
        guard value.kind == .array else { throw InvalidParameter("regions", expected: "an array of regions") }
        self.init()
        var names = NameIndex()
        var room = GestureRoom()
        // The number of regions around each one, itself included.
        var depths: [Int] = []
        for index in 0..<value.count {
            let region = try Region(value[index], room: &room)
            var depth = 1
            if let name = region.parent {
                guard let parent = names.index(of: name) else {
                    throw InvalidParameter("regions.parent", expected: "the name of a region before it")
                }
                depth = depths[parent] + 1
            }
            guard depth <= Region.largestDepth else {
                throw InvalidParameter("regions.parent", expected: "at most \(Region.largestDepth) levels")
            }
            depths.append(depth)
            guard names.insert(region.name, at: index) else {
                throw InvalidParameter("regions.name", expected: "a name that no other region has")
            }
            append(region)
        }
    }
}

extension Region {
    /// The members of a region in a call.
    enum Parameters {
        static let name = Parameter.name("regions.name", "string")
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

    fileprivate init(_ value: JSONValue, room: inout GestureRoom) throws(InvalidParameter) {
        guard value.kind == .object else {
            throw InvalidParameter("regions", expected: "objects with a name and a rectangle")
        }
        try value.checkMembers(Parameters.members, of: "regions")
        self.init(try value.required(Parameters.name), try value.required(Parameters.rectangle))
        parent = try value.optional(Parameters.parent)
        mask = try value.optional(Parameters.mask) ?? mask
        tracking = try value.optional(Parameters.tracking) ?? tracking
        slop = try value.optional(Parameters.slop)
        if let gestures = value[Parameters.gestures.name] {
            let gestures = try GestureSet(gestures, room: &room)
            guard gestures.selection.idleTime == nil else {
                throw InvalidParameter(
                    "regions.gestures.kind", expected: "a kind other than activity, which belongs to the whole device")
            }
            self.gestures = gestures
        }
        isEnabled = try value.optional(Parameters.enabled) ?? isEnabled
        suppressesTapWhileCoasting =
            try value.optional(Parameters.suppressesTapWhileCoasting) ?? suppressesTapWhileCoasting
        slopWhileCoasting = try value.optional(Parameters.slopWhileCoasting)
    }
}
