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
        // A grabbed device whose touches are passed on must be read during a pause, too.
        let isUsed = device.suspension.cause == nil && (!hub.isPaused || device.filter.hasClone)
        if isUsed, device.suspension.isActive, !device.resume() {
            table.close(device)
            return
        }
        if device.filter.hasClone { applyFilter(to: device) }
        applyGrab(to: device)
        suspendIfUnused(device)
    }

    /// Grabs or releases a device as it should be now; if fingers are down on it, once they are lifted.
    ///
    /// - Returns: the errno of what failed, or 0.
    @discardableResult
    func applyGrab(to device: LiveDevice) -> CInt {
        // While recognition is paused, touches are for other programs.
        let keepsAll = !hub.isPaused && (hub.isLocked || device.grab.isRequested)
        device.grab.isWanted = keepsAll || device.filter.isReady
        if device.filter.hasClone {
            device.touch?.setRelayBlocking(keepsAll || device.suspension.cause != nil, at: EventLoop.now)
        }
        return updateGrab(of: device)
    }

    private func updateGrab(of device: LiveDevice) -> CInt {
        let (hadClone, wasRelaying) = (device.filter.hasClone, device.touch?.isRelaying ?? false)
        let error = device.updateGrab()
        let isRelaying = device.touch?.isRelaying ?? false
        if error != 0 {
            Log.warning("cannot grab the device: \(errorMessage(error))", device.subject)
            if device.filter.hasClone, !isRelaying { abandonFilter(of: device) }
        }
        if isRelaying, !wasRelaying { Log.info("other programs read its copy from now on", device.subject) }
        if hadClone, !device.filter.hasClone {
            Log.info("removed its copy: other programs read the device itself", device.subject)
            table.noteFilters()
        }
        return error
    }

    // MARK: Filter

    /// Makes a clone of a device if its settings ask for one, and applies the rules by which its touches are passed on.
    func applyFilter(to device: LiveDevice) {
        if let reason = device.makeClone(at: EventLoop.now) {
            Log.warning("cannot keep touches from other programs: \(reason)", device.subject)
        }
        table.noteFilters()
        guard device.filter.hasClone else { return }
        // While recognition is paused, all touches are for other programs.
        let rules = hub.isPaused ? nil : device.filter.settings?.rules
        device.touch?.applyToRelay(
            rules ?? WithholdingRules(), device.filter.settings?.thresholds ?? Thresholds(), device.filter.power)
    }

    /// Lets filters do what is due.
    func advanceFilters(to now: Instant) {
        guard table.hasFilters else { return }
        for device in table.devices where device.filter.hasClone {
            if device.advanceFilter(to: now) { applyGrab(to: device) }
        }
    }

    /// Finishes a grab that waited until no finger is down. Call it when a device has been read until nothing is left: fingers
    /// that are ignored are lifted without a frame.
    func finishGrab(of device: LiveDevice) {
        if device.grab.isPending || device.filter.hasClone { settle(device) }
        suspendIfUnused(device)
    }

    private func settle(_ device: LiveDevice) {
        let error = device.touch?.relayError ?? 0
        guard error != 0 else {
            _ = updateGrab(of: device)
            return
        }
        Log.warning(
            "cannot pass touches on: \(errorMessage(error)): other programs read the device itself", device.subject)
        abandonFilter(of: device)
    }

    /// Gives up filtering after a failure, until the settings are applied again.
    private func abandonFilter(of device: LiveDevice) {
        device.removeClone()
        table.noteFilters()
        // The lock or the settings may keep the touches from other programs nevertheless.
        if device.grab.isHeld { applyGrab(to: device) }
    }

    /// Stops reading a device that a switch suspends; while recognition is paused any device, once it is released.
    private func suspendIfUnused(_ device: LiveDevice) {
        guard !device.suspension.isActive else { return }
        let isUnused = hub.isPaused && !device.grab.isPending && !device.filter.hasClone
        if device.suspension.cause != nil || isUnused { device.suspend() }
    }
}
