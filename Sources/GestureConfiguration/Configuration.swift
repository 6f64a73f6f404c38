import GestureCore
import TouchDecoding

/// What the service holds clients to.
package struct Limits: Equatable, Sendable {
    /// Connections at one time; those of root are counted apart.
    package var connections = 256
    /// Those of one user, root excepted: so many that others still get in.
    package var connectionsPerUser = 192
    /// Bytes of a call that is not complete.
    package var messageSize = 128 * 1024
    /// Bytes that may wait for a client that does not read.
    package var queueSize = 256 * 1024
    /// Regions of one subscription.
    package var regions = 256
    /// Recognizers that one frame keeps busy (``GestureCost``): of one subscription, of one user, and of all users but root: more
    /// than two users can take, for one person may be a user and one without an account.
    package var recognizersPerSubscription = 2048
    package var recognizersPerUser = 4096
    package var recognizers = 12_288
    /// Bytes of memory: of one subscription, of the subscriptions and queues of one user, and of the subscriptions of all users but
    /// root.
    package var memoryPerSubscription = 8 << 20
    package var memoryPerUser = 32 << 20
    package var memory = 96 << 20

    /// Values in the JSON of a call: enough for that many regions that say all there is to say. Each takes more time and
    /// memory to read than its few bytes let expect, and while it is read, everybody waits.
    package var values: Int { 32 * max(regions, 256) }

    package init() {}
}

/// How a device is used.
package enum DeviceKind: Equatable, Sendable {
    case touch(Surface.Kind)
    /// It is not used.
    case ignore

    /// nil for ``ignore``.
    var surface: Surface.Kind? {
        if case .touch(let kind) = self { kind } else { nil }
    }
}

/// What the configuration says of one device, or of those alike.
package struct DeviceOptions: Equatable, Sendable {
    /// nil to follow udev and the kernel.
    package var kind: DeviceKind?
    /// Of the panel as it is built.
    package var size: PhysicalSize?
    package var rotation: Orientation.Rotation?
    package var mirror: Orientation.Mirror?
    /// The display that it belongs to, e.g. `HDMI-A-1`.
    package var output: String?
    /// Whether no other program is to get its events.
    package var grab: Bool?
    /// The longer diameter beyond which a contact is a palm, in mm.
    package var palmSize: Double?

    package init() {}

    /// Takes over what is not said yet.
    package mutating func fill(from other: DeviceOptions) {
        kind = kind ?? other.kind
        size = size ?? other.size
        rotation = rotation ?? other.rotation
        mirror = mirror ?? other.mirror
        output = output ?? other.output
        grab = grab ?? other.grab
        palmSize = palmSize ?? other.palmSize
    }

    /// Joined with what the system knows of the device.
    package func setup(display: PhysicalSize? = nil, calibration: Affine? = nil) -> DeviceSetup {
        DeviceSetup(
            kind: kind?.surface, size: size, display: display, calibration: calibration,
            orientation: Orientation(rotation: rotation ?? .none, mirror: mirror ?? .none), palmSize: palmSize)
    }
}

/// What a client may see and do.
package struct ClientRights: Equatable, Sendable {
    /// Whether it learns where fingers are, and not only what they do.
    package var positions = true
    /// Whether it may call org.gestured.Control.
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

/// All that the configuration says.
package struct Configuration: Equatable, Sendable {
    package var thresholds = Thresholds()
    package var limits = Limits()
    /// Whether keyboards are opened for the state of their modifier keys.
    package var readsModifiers = false
    /// Whether a touch that lands while the display is dark is kept from clients.
    package var swallowsWakeTouch = false
    /// The device that pulses: its name, its id, or `vendor:product` in hexadecimal; nil for none.
    package var hapticDevice: String?
    /// Whether it pulses for taps and double taps.
    package var pulsesOnTaps = false
    /// In the order in which they are said.
    package var devices: [DeviceSection] = []
    /// In the order in which they are said.
    package var clients: [ClientSection] = []
    /// The section `[others]`: the clients that none of ``clients`` names.
    package var others = ClientOptions()

    /// A section `[device NAME]`.
    package struct DeviceSection: Equatable, Sendable {
        /// The device's name, its id, `vendor:product` in hexadecimal, or where it is plugged in.
        package var device: String
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

    /// What is configured for a device; of several sections that match, the last says it.
    ///
    /// - Parameter id: what clients call it, where others are alike.
    package func options(of device: DeviceDescription, id: String? = nil) -> DeviceOptions {
        options(named: device.names + (id.map { [$0] } ?? []))
    }

    /// The settings for a device that has these names. Later sections override earlier ones.
    package func options(named names: [String]) -> DeviceOptions {
        var options = DeviceOptions()
        for section in devices.reversed() where names.contains(where: { $0.utf8.elementsEqual(section.device.utf8) }) {
            options.fill(from: section.options)
        }
        return options
    }

    /// The rights of a client. Of several sections that name it, later ones override earlier ones. Root is unrestricted.
    ///
    /// - Parameter groups: all that the client is in.
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
