import GestureCore

extension Array<Region> {
    /// Reads the regions of a Subscribe or a SetRegions.
    package init(regions value: JSONValue) throws(InvalidParameter) {
        guard value.kind == .array else { throw InvalidParameter("regions", expected: "an array of regions") }
        self.init()
        var names = NameIndex()
        var room = GestureSet.mostInCall
        for index in 0..<value.count {
            let region = try Region(value[index], room: &room)
            if let parent = region.parent, names.place(of: parent) == nil {
                throw InvalidParameter("regions.parent", expected: "the name of a region before it")
            }
            guard names.insert(region.name, at: index) else {
                throw InvalidParameter("regions.name", expected: "a name that no other region has")
            }
            append(region)
        }
    }
}

extension Region {
    fileprivate init(_ value: JSONValue, room: inout Int) throws(InvalidParameter) {
        guard value.kind == .object else {
            throw InvalidParameter("regions", expected: "objects with a name and a rectangle")
        }
        guard let name = value["name"] else { throw InvalidParameter("regions.name", expected: "a name") }
        guard let rectangle = value["rectangle"] else {
            throw InvalidParameter("regions.rectangle", expected: Rectangle.expected)
        }
        self.init(try String(name: name, "regions.name"), try Rectangle(rectangle, "regions.rectangle"))
        if let parent = value["parent"] { self.parent = try String(name: parent, "regions.parent") }
        mask = try value["mask"]?.word("regions.mask", expected: "all, gesture, subviews or none") ?? mask
        tracking = try value["tracking"]?.word("regions.tracking", expected: "slop or reenter") ?? tracking
        slop = try value["slop"]?.points("regions.slop", 0...100)
        if let gestures = value["gestures"] {
            let gestures = try GestureSet(gestures, room: &room)
            guard gestures.selection.idleTime == nil else {
                throw InvalidParameter(
                    "regions.gestures.kind", expected: "activity not for a region: it is the device's")
            }
            self.gestures = gestures
        }
        isEnabled = try value["enabled"]?.flag("regions.enabled") ?? isEnabled
        suppressesTapWhileCoasting =
            try value["suppressesTapWhileCoasting"]?.flag("regions.suppressesTapWhileCoasting")
            ?? suppressesTapWhileCoasting
    }
}

extension Rectangle {
    fileprivate static let expected = "an object with x, y, width and height, as parts of the device: 0 … 1 in all"

    init(_ value: JSONValue, _ name: String) throws(InvalidParameter) {
        guard let x = value["x"]?.number, let y = value["y"]?.number, let width = value["width"]?.number,
            let height = value["height"]?.number, x >= 0, y >= 0, width > 0, height > 0,
            // Thirds and the like need not add up to the last digit.
            x + width <= 1 + 1e-9, y + height <= 1 + 1e-9
        else { throw InvalidParameter(name, expected: Self.expected) }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension String {
    /// Reads what a client calls something.
    init(name value: JSONValue, _ name: String) throws(InvalidParameter) {
        guard let text = value.string, 1...64 ~= text.count else {
            throw InvalidParameter(name, expected: "a string of 1 to 64 bytes")
        }
        self.init(decoding: text, as: UTF8.self)
    }
}
