import GestureCore
import Text

/// The parameters of Subscribe as a client chooses them. Those that are nil have the defaults of the service.
package struct RequestedSubscription: Hashable, Sendable {
    package var gestures: [RequestedGesture]?
    package var regions: [RequestedRegion]?
    /// Ids or names of devices.
    package var devices: [ByteString]?
    package var phases: [GesturePhase]?
    package var thresholds: RequestedThresholds?

    package init(
        gestures: [RequestedGesture]? = nil, regions: [RequestedRegion]? = nil, devices: [ByteString]? = nil,
        phases: [GesturePhase]? = nil, thresholds: RequestedThresholds? = nil
    ) {
        self.gestures = gestures
        self.regions = regions
        self.devices = devices
        self.phases = phases
        self.thresholds = thresholds
    }

    package static let gestureList = Member("gestures", "?[]Gesture")
    package static let regionList = Member("regions", "?[]Region")
    static let notation = Parameter<[RequestedGesture]>(
        "notation", "?string",
        expected: "a string of at most \(longestNotation) bytes, e.g. \"swipe left 3 fingers, double tap\""
    ) { _ in nil }
    private static let longestNotation = 4096
    static let deviceList = Member("devices", "?[]string")
    static let phaseList = Member("phases", "?[]string")
    static let thresholdList = Member("thresholds", "?Thresholds")
    /// The parameters of a Subscribe.
    static let members = SubscriptionParameter.allCases.map { $0.member }
}

/// A parameter of a Subscribe.
enum SubscriptionParameter: CaseIterable {
    case gestures, notation, regions, devices, phases, thresholds

    var member: Member {
        switch self {
        case .gestures: RequestedSubscription.gestureList
        case .notation: RequestedSubscription.notation.member
        case .regions: RequestedSubscription.regionList
        case .devices: RequestedSubscription.deviceList
        case .phases: RequestedSubscription.phaseList
        case .thresholds: RequestedSubscription.thresholdList
        }
    }
}

// MARK: Writing

extension JSONWriter {
    /// Writes the parameters of a Subscribe.
    package mutating func subscription(_ subscription: RequestedSubscription) {
        raw("{")
        members(subscription)
        raw("}")
    }

    mutating func members(_ subscription: RequestedSubscription) {
        member(RequestedSubscription.gestureList, subscription.gestures) { $1.gestures($0) }
        member(RequestedSubscription.regionList, subscription.regions) { $1.regions($0) }
        member(RequestedSubscription.deviceList, subscription.devices) { devices, writer in
            writer.array(devices) { $1.string($0.bytes) }
        }
        member(RequestedSubscription.phaseList, subscription.phases) { phases, writer in
            writer.array(phases) { $1.word($0.name) }
        }
        member(RequestedSubscription.thresholdList, subscription.thresholds) { $1.thresholds($0) }
    }
}

// MARK: Reading

extension RequestedSubscription {
    /// Reads the parameters of a Subscribe.
    ///
    /// - Throws: for what is wrong with one member. What members do not permit together, compiling finds.
    package init(parameters: JSONValue?) throws(InvalidParameter) {
        self.init()
        guard let parameters else { return }
        var room = GestureRoom()
        if let gestures = parameters[Self.gestureList.name] {
            do throws(InvalidParameter) {
                self.gestures = try [RequestedGesture](gestures, room: &room)
            } catch {
                var error = error
                error.hint = error.hint ?? Self.hint(for: gestures, at: error.name)
                throw error
            }
        }
        if let notation = parameters[Self.notation.member.name] {
            let gestures = try Self.gestures(notation)
            for gesture in gestures { try room.take(gesture.memberCount) }
            self.gestures = (self.gestures ?? []) + gestures
            guard self.gestures?.count(where: { $0.isActivity }) ?? 0 <= 1 else {
                throw InvalidParameter(Self.notation.path, expected: "idle or activity at most once, with gestures")
            }
        }
        if let regions = parameters[Self.regionList.name] { self.regions = try [RequestedRegion](regions) }
        if let devices = parameters[Self.deviceList.name] { self.devices = try Self.devices(devices) }
        if let phases = parameters[Self.phaseList.name] { self.phases = try Self.phases(phases) }
        if let thresholds = parameters[Self.thresholdList.name] {
            self.thresholds = try RequestedThresholds(thresholds)
        }
    }

    /// Reads the parameters of a Subscribe as the service does, which rejects those that it does not know.
    package init(checking parameters: JSONValue) throws(InvalidParameter) {
        try parameters.checkMembers(Self.members, of: "")
        try self.init(parameters: parameters)
    }

    /// Reads gestures in the short notation.
    private static func gestures(_ value: JSONValue) throws(InvalidParameter) -> [RequestedGesture] {
        guard let text = value.string, text.count <= longestNotation else { throw notation.invalid(nil) }
        do throws(NotationError) {
            return try GestureReader.list(text)
        } catch {
            throw InvalidParameter(notation.path, expected: error.expected, hint: error.hint, column: error.column)
        }
    }

    /// The member that was probably meant if gestures are written in the notation; nil if they are not.
    ///
    /// - Parameter path: where the error is.
    private static func hint(for gestures: JSONValue, at path: String) -> String? {
        var text = path.utf8.elementsEqual(gestureList.name.utf8) ? gestures.string : nil
        for index in 0..<gestures.count {
            let place = "\(gestureList.name)[\(index)]"
            if path.utf8.elementsEqual(place.utf8) { text = gestures[index].string }
            if path.utf8.elementsEqual("\(place).\(GesturePattern.Parameters.kind.name)".utf8) {
                text = gestures[index][GesturePattern.Parameters.kind.name]?.string
            }
        }
        guard let text, text.count <= 64, (try? GestureReader.list(text)) != nil else { return nil }
        return "\"\(notation.member.name)\": \"\(String(decoding: text, as: UTF8.self))\""
    }

    private static let mostDevices = 64

    private static func devices(_ value: JSONValue) throws(InvalidParameter) -> [ByteString] {
        let expected = "an array of at most 64 device ids or names"
        guard value.kind == .array, value.count <= mostDevices else {
            throw InvalidParameter(deviceList.name, expected: expected)
        }
        var devices: [ByteString] = []
        for index in 0..<value.count {
            guard let device = value[index].string else {
                throw InvalidParameter("\(deviceList.name)[\(index)]", expected: "the id or name of a device")
            }
            devices.append(ByteString(device))
        }
        return devices
    }

    /// Repeated phases are accepted, within limits.
    private static let mostPhases = 16

    private static func phases(_ value: JSONValue) throws(InvalidParameter) -> [GesturePhase] {
        let expected = "an array of possible, began, changed, ended, cancelled"
        guard value.kind == .array, value.count <= mostPhases else {
            throw InvalidParameter(phaseList.name, expected: expected)
        }
        var phases: [GesturePhase] = []
        for index in 0..<value.count {
            let name = value[index].string
            guard let name, let phase = GesturePhase(name: name) else {
                throw InvalidParameter(
                    "\(phaseList.name)[\(index)]", expected: "possible, began, changed, ended or cancelled",
                    hint: name.flatMap {
                        InvalidParameter.nearest(to: $0, among: GesturePhase.allCases.map { $0.name })
                    })
            }
            if !phases.contains(phase) { phases.append(phase) }
        }
        return phases
    }
}
