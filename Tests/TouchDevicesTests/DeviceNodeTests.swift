import GestureCore
import Testing
import Text

@testable import TouchDevices

/// What udev and sysfs say about a node.
@Suite struct DeviceNodeTests {
    @Test(arguments: [.touchscreen, .touchpad] as [Surface.Kind], [nil, "0", "265800000000003"] as [String?])
    func `a node is for touch if udev says so, whatever its axes`(kind: Surface.Kind, axes: String?) {
        let axes = axes.map { ByteString($0) }
        for isInput in [true, false] {
            #expect(DeviceNode.Classification(kind: kind, isInput: isInput, axes: axes) == .touch(kind))
        }
    }

    @Test(
        arguments: [
            (true, nil, .other), (true, "0", .other), (true, "265800000000003", .other), (false, "0", .other),
            (false, nil, .none), (false, "265800000000003", .none), (false, "", .none), (false, "0 0", .none),
        ] as [(Bool, String?, DeviceNode.Classification)])
    func `a node that udev has not classified is something else only without axes`(
        isInput: Bool, axes: String?, expected: DeviceNode.Classification
    ) {
        #expect(
            DeviceNode.Classification(kind: nil, isInput: isInput, axes: axes.map { ByteString($0) }) == expected)
    }

    /// All digits: SW_LID is bit 0, SW_TABLET_MODE bit 1.
    @Test(arguments: 0..<16)
    func `the lowest digit of the switches says whether there is one of a laptop`(digit: Int) {
        let text = String(digit, radix: 16)
        #expect(DeviceNode.hasLaptopSwitch(in: text) == (digit & 3 != 0))
        #expect(DeviceNode.hasLaptopSwitch(in: "1 " + text) == (digit & 3 != 0))
        #expect(DeviceNode.hasLaptopSwitch(in: "3" + text) == (digit & 3 != 0))
    }

    @Test func `a device without the attribute has no switches`() { #expect(!DeviceNode.hasLaptopSwitch(in: "")) }

    @Test(arguments: [("", false), ("0", false), ("107030000 0", true), ("1", true), ("00", true)])
    func `any effect is force feedback`(capabilities: String, has: Bool) {
        #expect(DeviceNode.hasForceFeedback(in: capabilities) == has)
    }
}
