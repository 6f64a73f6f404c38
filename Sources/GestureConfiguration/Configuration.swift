import GestureCore
import TouchInput

/// What the service holds clients to.
public struct Limits: Equatable, Sendable {
    /// Connections at one time.
    public var connections = 256
    /// Bytes of a call that is not complete.
    public var messageSize = 64 * 1024
    /// Bytes that may wait for a client that does not read.
    public var queueSize = 256 * 1024

    public init() {}
}

/// What the configuration says of one device, or of those alike.
public struct DeviceOptions: Equatable, Sendable {
    /// Of the panel as it is built.
    public var size: PhysicalSize?
    public var rotation: Orientation.Rotation?
    public var mirror: Orientation.Mirror?
    /// The display that it belongs to, e.g. `HDMI-A-1`.
    public var output: String?
    /// Whether no other program is to get its events.
    public var grab: Bool?
    /// The longer diameter beyond which a contact is a palm, in mm.
    public var palmSize: Double?

    public init() {}

    /// Takes over what is not said yet.
    public mutating func fill(from other: DeviceOptions) {
        size = size ?? other.size
        rotation = rotation ?? other.rotation
        mirror = mirror ?? other.mirror
        output = output ?? other.output
        grab = grab ?? other.grab
        palmSize = palmSize ?? other.palmSize
    }

    /// Joined with what the system knows of the device.
    public func setup(display: PhysicalSize? = nil, calibration: Affine? = nil) -> DeviceSetup {
        DeviceSetup(
            size: size, display: display, calibration: calibration,
            orientation: Orientation(rotation: rotation ?? .none, mirror: mirror ?? .none), palmSize: palmSize)
    }
}

/// All that the configuration file says.
public struct Configuration: Equatable, Sendable {
    public var thresholds = Thresholds()
    public var limits = Limits()
    /// Whether keyboards are opened for the state of their modifier keys.
    public var readsModifiers = false
    /// Whether a touch that lands while the display is dark is kept from clients.
    public var swallowsWakeTouch = false
    /// The device that pulses: its name, its id, or `vendor:product` in hexadecimal; nil for none.
    public var hapticDevice: String?
    /// Whether it pulses for taps and double taps.
    public var pulsesOnTaps = false
    public var devices: [DeviceSection] = []

    /// A section `[device NAME]`.
    public struct DeviceSection: Equatable, Sendable {
        /// The device's name, its id, or `vendor:product` in hexadecimal.
        public var device: String
        public var options: DeviceOptions
    }

    public init() {}

    /// What is configured for a device; of several sections that match, the first says it.
    ///
    /// - Parameter id: what clients call it, where others are alike.
    public func options(of device: DeviceDescription, id: String? = nil) -> DeviceOptions {
        var names = device.names
        if let id { names.append(id) }
        var options = DeviceOptions()
        for section in devices where names.contains(where: { $0.utf8.elementsEqual(section.device.utf8) }) {
            options.fill(from: section.options)
        }
        return options
    }
}
