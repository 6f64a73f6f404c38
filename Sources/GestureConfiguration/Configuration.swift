import GestureCore
import Text
import TouchDecoding

/// The limits on what clients can use.
package struct Limits: Equatable, Sendable {
    /// Open connections. Those of root are counted separately.
    package var connections = 256
    /// Open connections of one user other than root. Leaves room for other users.
    package var connectionsPerUser = 192
    /// Bytes of an incomplete call.
    package var messageSize = 128 * 1024
    /// Bytes queued for a client that does not read.
    package var queueSize = 256 * 1024
    /// Regions of one subscription.
    package var regions = 256
    /// Recognizers that one frame runs (``GestureCost``): for one subscription, one user, and all users except root. The total is
    /// more than two users can take, because one person can be a user with an account and one without.
    package var recognizersPerSubscription = 2048
    package var recognizersPerUser = 4096
    package var recognizers = 12_288
    /// Bytes of memory: for one subscription, the subscriptions and queues of one user, and the subscriptions of all users except
    /// root.
    package var memoryPerSubscription = 8 << 20
    package var memoryPerUser = 32 << 20
    package var memory = 96 << 20

    /// JSON values in a call: enough for the largest number of regions with every member. Reading a value takes more time and
    /// memory than its few bytes suggest, and the service does nothing else meanwhile.
    package var values: Int { 32 * max(regions, 256) }

    package init() {}
}

/// How a device is used.
package enum DeviceKind: Equatable, Sendable {
    case touch(Surface.Kind)
    /// The service does not use it.
    case ignore

    /// nil for ``ignore``.
    var surface: Surface.Kind? {
        if case .touch(let kind) = self { kind } else { nil }
    }
}

/// The settings of a section `[device NAME]`, or of several sections merged.
package struct DeviceOptions: Equatable, Sendable {
    /// Default: as udev or the kernel classifies it.
    package var kind: DeviceKind?
    /// The size of the panel before rotation.
    package var size: PhysicalSize?
    package var rotation: Orientation.Rotation?
    package var mirror: Orientation.Mirror?
    /// The display that the device belongs to, e.g. `HDMI-A-1`.
    package var output: String?
    /// True to grab the device, so that no other program gets its events.
    package var grab: Bool?
    /// True to pass the events of the device on to a clone, which other programs read in place of the device.
    package var filter: Bool?
    /// The touches that the clone does not get; only with ``filter``.
    package var withhold: WithholdingRules?
    /// The longer diameter in mm above which a contact is a palm.
    package var palmSize: Double?
    /// True for ``TouchAccommodations/steady``.
    package var isSteady: Bool?
    /// See ``TouchAccommodations``. In place of those of the preset.
    package var holdDuration: Interval?
    package var liftDuration: Interval?
    package var ignoreRepeat: Interval?
    /// The distance in mm beyond which a finger belongs to another person.
    package var reach: Double?

    package init() {}

    /// Sets the options that are not set yet.
    package mutating func fill(from other: DeviceOptions) {
        kind = kind ?? other.kind
        size = size ?? other.size
        rotation = rotation ?? other.rotation
        mirror = mirror ?? other.mirror
        output = output ?? other.output
        grab = grab ?? other.grab
        filter = filter ?? other.filter
        withhold = withhold ?? other.withhold
        palmSize = palmSize ?? other.palmSize
        isSteady = isSteady ?? other.isSteady
        holdDuration = holdDuration ?? other.holdDuration
        liftDuration = liftDuration ?? other.liftDuration
        ignoreRepeat = ignoreRepeat ?? other.ignoreRepeat
        reach = reach ?? other.reach
    }

    /// Combines the options with the properties that the system reports.
    package func setup(display: PhysicalSize? = nil, calibration: Affine? = nil) -> DeviceSetup {
        let preset = isSteady ?? false ? TouchAccommodations.steady : TouchAccommodations()
        return DeviceSetup(
            kind: kind?.surface, size: size, display: display, calibration: calibration,
            orientation: Orientation(rotation: rotation ?? .none, mirror: mirror ?? .none), palmSize: palmSize,
            accommodations: TouchAccommodations(
                holdDuration: holdDuration ?? preset.holdDuration, liftDuration: liftDuration ?? preset.liftDuration,
                ignoreRepeat: ignoreRepeat ?? preset.ignoreRepeat, isSteady: preset.isSteady),
            reach: reach)
    }
}

/// The permissions of a client.
package struct ClientRights: Equatable, Sendable {
    /// Whether the client can learn the positions of fingers.
    package var positions = true
    /// Whether the client can call org.gestured.Control.
    package var control = false

    package init() {}

    fileprivate mutating func override(by options: ClientOptions) {
        positions = options.positions ?? positions
        control = options.control ?? control
    }
}

/// The settings for the clients of one user or group, or for all others.
package struct ClientOptions: Equatable, Sendable {
    package var positions: Bool?
    package var control: Bool?

    package init() {}
}

/// The configuration of the service.
package struct Configuration: Equatable, Sendable {
    package var thresholds = Thresholds()
    package var limits = Limits()
    /// True to open keyboards and read their modifier keys.
    package var readsModifiers = false
    /// True to ignore touches that land while the display is off.
    package var swallowsWakeTouch = false
    /// The haptic device: its name, its id, or `vendor:product` in hexadecimal; nil for none.
    package var hapticDevice: String?
    /// True to pulse when a finger lands.
    package var pulsesOnPresses = false
    /// True to pulse on taps and double taps.
    package var pulsesOnTaps = false
    /// For how long the flight recorder keeps the last events of each device; nil if it is off.
    package var recorderKeep: Interval?
    /// In the order of the files.
    package var devices: [DeviceSection] = []
    /// In the order of the files.
    package var clients: [ClientSection] = []
    /// The settings of the files that decide what is recognized, for tools that tell why.
    package var recognition: [ConfiguredSetting] = []
    /// The section `[others]`: clients without a section in ``clients``.
    package var others = ClientOptions()

    /// A section `[device NAME]`.
    package struct DeviceSection: Equatable, Sendable {
        /// The name, the id, `vendor:product` in hexadecimal, or the port of the device.
        package var device: ByteString
        package var options = DeviceOptions()
    }

    /// A section `[user NAME]` or `[group NAME]`.
    package struct ClientSection: Equatable, Sendable {
        package enum Who: Equatable, Sendable {
            case user(UInt32)
            case group(UInt32)
        }

        package var who: Who
        package var options = ClientOptions()
    }

    package init() {}

    /// The settings for a device. Later sections override earlier ones.
    ///
    /// - Parameter id: the id that clients use, if it differs from the names of the device.
    package func options(of device: DeviceDescription, id: String? = nil) -> DeviceOptions {
        options(named: device.names + (id.map { [ByteString($0)] } ?? []))
    }

    /// The settings for a device that has these names. Later sections override earlier ones.
    package func options(named names: [ByteString]) -> DeviceOptions {
        var options = DeviceOptions()
        for section in devices.reversed() where names.contains(section.device) {
            options.fill(from: section.options)
        }
        return options
    }

    /// The rights of a client. Of several sections that name it, later ones override earlier ones. Root is unrestricted.
    ///
    /// - Parameter groups: all groups of the client.
    package func rights(uid: UInt32, groups: [UInt32]) -> ClientRights {
        var rights = ClientRights()
        guard uid != 0 else {
            rights.control = true
            return rights
        }
        let sections = clients.filter { section in
            switch section.who {
            case .user(let user): user == uid
            case .group(let group): groups.contains(group)
            }
        }
        if sections.isEmpty { return rightsOfOthers }
        for section in sections { rights.override(by: section.options) }
        return rights
    }

    /// The rights of a client that no section names.
    var rightsOfOthers: ClientRights {
        var rights = ClientRights()
        rights.override(by: others)
        return rights
    }
}
