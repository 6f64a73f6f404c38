import GestureCore
import System

/// Decides which devices are read and grabbed, as the lock, the pause, the settings and switches demand.
struct InputControl {
    private let hub: GestureHub
    private let table: DeviceTable

    init(hub: GestureHub, table: DeviceTable) {
        self.hub = hub
        self.table = table
    }

    /// Applies the input mode of the hub to all devices.
    func applyToAll() {
        for device in table.devices { apply(to: device) }
    }

    /// Reads and grabs a device as it should be now.
    func apply(to device: LiveDevice) {
        if !hub.isPaused, device.suspendedBy == nil, device.isSuspended, !device.resume() {
            table.close(device)
            return
        }
        applyGrab(to: device)
        suspendIfUnused(device)
    }

    /// Grabs or releases a device as it should be now; if fingers are down on it, once they are lifted.
    ///
    /// - Returns: the errno of what failed, or 0.
    @discardableResult
    func applyGrab(to device: LiveDevice) -> CInt {
        // While recognition is paused, touches are for other programs.
        device.wantsGrab = !hub.isPaused && (hub.isLocked || device.isGrabRequested)
        let error = device.updateGrab()
        if error != 0 { Log.warning("cannot grab the device: \(errorMessage(error))", device.subject) }
        return error
    }

    /// Finishes a grab that waited until no finger is down. Call it when a device has been read until nothing is left: fingers
    /// that are ignored are lifted without a frame.
    func finishGrab(of device: LiveDevice) {
        if device.wantsGrab != device.isGrabbed, device.updateGrab() != 0 {
            Log.warning("cannot grab the device: another program has it", device.subject)
        }
        suspendIfUnused(device)
    }

    /// Stops reading a device that a switch suspends; while recognition is paused any device, once it is released.
    private func suspendIfUnused(_ device: LiveDevice) {
        guard !device.isSuspended else { return }
        if device.suspendedBy != nil || hub.isPaused && device.wantsGrab == device.isGrabbed { device.suspend() }
    }
}
