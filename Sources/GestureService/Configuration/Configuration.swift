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

/// All that the configuration file says.
public struct Configuration: Equatable, Sendable {
    public var thresholds = Thresholds()
    public var limits = Limits()
    /// The sizes of devices that do not say theirs, or say it wrong.
    public var sizes: [DeviceSize] = []

    public struct DeviceSize: Equatable, Sendable {
        /// The device's name, its id, or `vendor:product` in hexadecimal.
        public var device: String
        public var size: PhysicalSize
    }

    public init() {}

    public func size(of device: DeviceDescription) -> PhysicalSize? {
        let names = [device.name, device.stableID, device.vendorAndProduct]
        return sizes.first { size in names.contains { $0.utf8.elementsEqual(size.device.utf8) } }?.size
    }
}
