import GestureCore
import System
import TouchDecoding
import TouchDevices

/// Reads the frames of all touch devices, and has them processed in the order of their time stamps.
final class FrameMerger {
    private let hub: GestureHub
    private let table: DeviceTable
    private let auxiliary: AuxiliaryInputs
    private let control: InputControl
    private var contacts = ContactNumbers()
    /// The number of the pass over all devices: in each, a device is read once until it is empty.
    private var pass: UInt64 = 0

    /// The most frames that one wake-up processes, and about how long it may take: a driver that floods must not keep clients
    /// waiting, and events are sent at the end of the wake-up.
    private static let mostFramesAtOnce = 512
    static let longestWakeUp = Interval.milliseconds(4)
    /// How many frames are processed between two readings of the clock.
    private static let framesPerClock = 2

    init(hub: GestureHub, table: DeviceTable, auxiliary: AuxiliaryInputs, control: InputControl) {
        self.hub = hub
        self.table = table
        self.auxiliary = auxiliary
        self.control = control
    }

    /// Reads all devices until their queues are empty, and processes the frames.
    ///
    /// - Returns: the instant up to which all input was processed; nil if more is left to read.
    func processAll() -> Instant? {
        // Taken before the first read: input that arrives meanwhile may be left for the next wake-up.
        let wakeTime = EventLoop.now
        var start = wakeTime
        startPass(at: start)
        for count in 1...Self.mostFramesAtOnce {
            var next = earliest()
            if let device = next, device.next.frame.time > start {
                // It arrived during this pass. Frames that other devices have sent meanwhile may be older.
                start = EventLoop.now
                if start - wakeTime > Self.longestWakeUp { return nil }
                startPass(at: start)
                next = earliest()
            }
            guard let device = next else {
                detachLost(at: start)
                return start
            }
            correctTime(of: device, now: start)
            device.markWaking()
            auxiliary.read(upTo: device.next.frame.time)
            hub.process(device.next.frame)
            if hub.hasClaims { withholdClaims(at: device.next.frame.time) }
            device.next.isRead = false
            if count % Self.framesPerClock == 0, EventLoop.now - wakeTime > Self.longestWakeUp { return nil }
        }
        return nil
    }

    /// Keeps the fingers from other programs that gestures have claimed.
    func withholdClaims(at time: Instant) {
        hub.takeClaims { [table] claim in table.device(of: claim.surface)?.touch?.withhold(claim.contact, at: time) }
    }

    /// Keeps the time of a frame between that of the last frame and now.
    private func correctTime(of device: LiveDevice, now: Instant) {
        // A device with time stamps in the future must not make the deadlines of others pass.
        if device.next.frame.time > now { device.next.frame.time = min(device.next.frame.time, EventLoop.now) }
        // Nor may time go back on a device.
        device.next.frame.time = max(device.next.frame.time, device.next.lastTime ?? .distantPast)
        device.next.lastTime = device.next.frame.time
    }

    /// Reads all devices again from now on, also those that were empty.
    private func startPass(at time: Instant) {
        pass += 1
        auxiliary.read(upTo: time)
    }

    /// Detaches the surfaces of devices that are gone.
    func detachLost(at time: Instant) {
        guard !table.lostSurfaces.isEmpty else { return }
        for surface in table.takeLostSurfaces() { hub.detach(surface, at: time) }
    }

    /// Returns the device whose next frame is the oldest.
    private func earliest() -> LiveDevice? {
        var earliest: LiveDevice?
        var index = 0
        while index < table.devices.count {
            let device = table.devices[index]
            index += 1
            if device.suspension.isActive { continue }
            if !device.next.isRead {
                if device.next.drainedPass == pass { continue }
                switch device.touch?.read(contacts: &contacts, into: &device.next.frame) {
                case .frame: device.next.isRead = true
                case .empty:
                    device.next.drainedPass = pass
                    control.finishGrab(of: device)
                    continue
                case .gone, nil:
                    table.close(device)
                    index -= 1
                    continue
                }
            }
            if let other = earliest, other.next.frame.time <= device.next.frame.time { continue }
            earliest = device
        }
        return earliest
    }
}
