import GestureCore
import GestureProtocol

/// A device as subscriptions and clients know it: its surface, its id and its name.
package final class AttachedDevice {
    package let surface: Surface
    package let name: [UInt8]
    let id: [UInt8]
    let labels: DeviceLabels
    /// The touches that reach subscriptions.
    fileprivate(set) var use = SurfaceUse()
    private let makeReport: (DeviceLabels) -> DeviceReport

    /// - Parameters:
    ///   - output: the display that it belongs to.
    ///   - report: returns the state of the device.
    package init(
        surface: Surface, id: String, name: String, output: String? = nil,
        report: @escaping (DeviceLabels) -> DeviceReport
    ) {
        self.surface = surface
        self.id = Array(id.utf8)
        self.name = Array(name.utf8)
        labels = DeviceLabels(id: id, output: output)
        makeReport = report
    }

    /// The state of the device now, without its activity.
    fileprivate func report() -> DeviceReport { makeReport(labels) }

    /// The state of the device at `time`, which is now.
    ///
    /// - Parameter idleTime: the time without touches after which it is not active.
    func report(at time: Instant, idleTime: Interval) -> DeviceReport {
        var report = report()
        report.isActive = use.isActive(at: time, idleTime: idleTime)
        return report
    }

    /// Returns whether a client means this device.
    func isCalled(_ name: [UInt8]) -> Bool { id == name || self.name == name }
}

/// The devices that subscriptions get touches of.
///
/// A class, so that passing it with every frame counts no reference to its array.
final class AttachedDevices {
    private(set) var devices: [AttachedDevice] = []
    private var lastSurface: UInt32 = 0
    /// The overruns of devices that are gone.
    private var pastOverruns: UInt64 = 0

    /// Returns the id of a new surface.
    func newSurfaceID() -> SurfaceID {
        // A switch or a property that changes all the time makes devices other surfaces: 2^32 of them are a week of that.
        lastSurface &+= 1
        return SurfaceID(lastSurface)
    }

    /// Returns an id that no other device in use has: the wanted one, or with a number.
    func uniqueID(_ wanted: String) -> String {
        var id = wanted
        var number = 1
        while devices.contains(where: { $0.id.elementsEqual(id.utf8) }) {
            number += 1
            id = "\(wanted)#\(number)"
        }
        return id
    }

    func attach(_ device: AttachedDevice) { devices.append(device) }

    /// - Parameter isGone: false if the same device is attached again, and continues to count its overruns.
    func detach(_ surface: SurfaceID, isGone: Bool) {
        guard let index = devices.firstIndex(where: { $0.surface.id == surface }) else { return }
        let device = devices.remove(at: index)
        if isGone { pastOverruns += device.report().overruns }
    }

    /// Notes a frame that reaches subscriptions.
    func note(_ frame: TouchFrame, at time: Instant) {
        // By index, as everywhere on the way of a frame: iterating counts references.
        for index in devices.indices where devices[index].surface.id == frame.surface {
            devices[index].use.follow(frame.changes, at: time)
        }
    }

    /// Notes that subscriptions have lost the touches on all devices.
    func loseTouches() {
        for device in devices { device.use.lose() }
    }

    /// Returns the device with an id, or the only one with a name.
    func device(called name: [UInt8]) -> AttachedDevice? {
        let called = devices.filter { $0.isCalled(name) }
        return called.count == 1 ? called[0] : called.first { $0.id == name }
    }

    var contactsDown: Int { devices.reduce(0) { $0 + $1.report().contacts } }

    /// How often the kernel's queues overran, devices that are gone included.
    var overruns: UInt64 { devices.reduce(pastOverruns) { $0 + $1.report().overruns } }
}
