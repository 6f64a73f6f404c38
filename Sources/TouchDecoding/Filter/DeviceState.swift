/// The state of a device now.
package protocol DeviceState: ~Copyable {
    /// The keys that are down.
    var pressedKeys: [UInt16] { get }
    /// The slot of the next events.
    var currentSlot: Int { get }
    /// Returns the value of an axis in a slot; 0 if the device does not have it.
    func slot(_ index: Int, _ code: UInt16) -> Int32
    /// Returns the value of an axis; 0 if the device does not have it.
    func axis(_ code: UInt16) -> Int32
}
