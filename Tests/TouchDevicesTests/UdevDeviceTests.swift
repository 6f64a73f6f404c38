import Foundation
import Testing
import Text
import TouchDecoding

@testable import TouchDevices

/// A device of udev that every machine has: /dev/null.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/sys/class/mem/null"), "needs sysfs"))
struct UdevDeviceTests {
    @Test func `a device has its node, names, properties and attributes`() throws {
        guard let device = UdevDevice(subsystem: "mem", sysname: "null") else {
            Issue.record("/dev/null is unknown")
            return
        }
        let (node, sysname, subsystem, path) = (device.node, device.sysname, device.subsystem, device.path)
        #expect([node, sysname, subsystem, path] == ["/dev/null", "null", "mem", "/sys/devices/virtual/mem/null"])
        let (major, unknown, number) = (device.property("MAJOR"), device.property("NONE"), device.attribute("dev"))
        #expect([major, unknown, number] == ["1", nil, "1:3"])
        let isPresent = [device.isInSysfs, !device.isRemoved]
        #expect(isPresent == [true, true])
        let hasParent = device.parent != nil || device.parent(subsystem: "usb", devtype: "usb_device") != nil
        #expect(!hasParent)
        let sysfs = DeviceDescription(named: device)
        #expect(sysfs == DeviceDescription())
    }

    @Test func `a property is set if it is 1`() throws {
        guard let device = UdevDevice(subsystem: "mem", sysname: "null") else {
            Issue.record("/dev/null is unknown")
            return
        }
        // The numbers of /dev/null are 1 and 3.
        let isSet = [device.has("MAJOR"), device.has("MINOR"), device.has("NONE")]
        #expect(isSet == [true, false, false])
        var properties: [String: String] = [:]
        device.forEachProperty { properties[$0] = $1 }
        #expect(properties["MAJOR"] == "1" && properties["MINOR"] == "3")
    }

    @Test func `a device that is no evdev node is no node for touch`() {
        guard let device = UdevDevice(subsystem: "mem", sysname: "null") else {
            Issue.record("/dev/null is unknown")
            return
        }
        let node = DeviceNode(device)
        #expect(node == nil)
    }

    @Test func `a device that does not exist is unknown`() {
        let isKnown = UdevDevice(subsystem: "mem", sysname: "no-such-device") != nil
        #expect(!isKnown)
    }

    @Test(arguments: [("null", ["null"]), ("n?ll", ["null"]), ("event*", [])])
    func `devices are found by a pattern`(pattern: String, expected: [String]) {
        var found: [String] = []
        let isComplete = UdevDevice.forEach(of: "mem", named: pattern) { found.append($0.sysname) }
        #expect(isComplete && found == expected)
    }
}
