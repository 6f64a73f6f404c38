import GestureCore
import System
import TouchDecoding
import TouchDevices

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
        if device.hasClone { applyFilter(to: device) }
        applyGrab(to: device)
        suspendIfUnused(device)
    }

    /// Grabs or releases a device as it should be now; if fingers are down on it, once they are lifted.
    ///
    /// - Returns: the errno of what failed, or 0.
    @discardableResult
    func applyGrab(to device: LiveDevice) -> CInt {
        // While recognition is paused, touches are for other programs.
        let keepsAll = !hub.isPaused && (hub.isLocked || device.isGrabRequested)
        device.wantsGrab = keepsAll || device.isFilterReady(at: EventLoop.now)
        if device.hasClone { device.touch?.setRelayBlocking(keepsAll || device.suspendedBy != nil, at: EventLoop.now) }
        let error = device.updateGrab()
        if error != 0 { reportGrab(device, error) }
        return error
    }

    private func reportGrab(_ device: LiveDevice, _ error: CInt) {
        Log.warning("cannot grab the device: \(errorMessage(error))", device.subject)
        if device.hasClone, !(device.touch?.isRelaying ?? false) { device.abandonFilter() }
    }

    // MARK: Filter

    /// Makes or removes the clone of a device, and applies the rules by which its touches are passed on.
    func applyFilter(to device: LiveDevice) {
        let hadClone = device.hasClone
        if let reason = device.makeClone(at: EventLoop.now) {
            Log.warning("cannot keep touches from other programs: \(reason)", device.subject)
        }
        if device.hasClone != hadClone {
            Log.info("made a clone for other programs: they read it from now on", device.subject)
        }
        table.noteFilters()
        guard device.hasClone else { return }
        // While recognition is paused, all touches are for other programs.
        let rules = hub.isPaused ? nil : device.filter?.rules
        device.touch?.applyToRelay(rules ?? WithholdingRules(), device.filter?.thresholds ?? Thresholds(),
            device.filterPower)
    }

    /// Lets filters do what is due.
    func advanceFilters(to now: Instant) {
        guard table.hasFilters else { return }
        for device in table.devices where device.hasClone {
            if device.isFilterPending { applyGrab(to: device) }
            device.touch?.advanceRelay(to: now)
        }
    }

    /// Finishes a grab that waited until no finger is down. Call it when a device has been read until nothing is left: fingers
    /// that are ignored are lifted without a frame.
    func finishGrab(of device: LiveDevice) {
        if device.wantsGrab != device.isGrabbed || device.hasClone { settle(device) }
        suspendIfUnused(device)
    }

    private func settle(_ device: LiveDevice) {
        let error = device.updateGrab()
        if error != 0 { reportGrab(device, error) }
        let relayError = device.touch?.relayError ?? 0
        guard relayError != 0 else { return }
        Log.warning("cannot pass touches on: \(errorMessage(relayError)): other programs read the device itself", device.subject)
        device.abandonFilter()
        table.noteFilters()
    }

    /// Stops reading a device that a switch suspends; while recognition is paused any device, once it is released.
    private func suspendIfUnused(_ device: LiveDevice) {
        guard !device.isSuspended else { return }
        let isUnused = hub.isPaused && device.wantsGrab == device.isGrabbed && !device.hasClone
        if device.suspendedBy != nil || isUnused { device.suspend() }
    }
}
