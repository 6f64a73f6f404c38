import Testing

@testable import TouchDecoding

@Suite struct DeviceDescriptionTests {
    /// One change of each field.
    static let changes: [@Sendable (inout DeviceDescription) -> Void] = [
        { $0.name = "Panel" },
        { $0.bus = 3 },
        { $0.vendor = 1 },
        { $0.product = 1 },
        { $0.version = 1 },
        { $0.physicalPath = "usb-1/input0" },
        { $0.properties.insert(1) },
        { $0.codes[0].insert(1) },
        { $0.axes[0] = AxisRange(minimum: 0, maximum: 1) },
    ]

    @Test func `descriptions that differ in any field are not equal`() {
        #expect(Self.changes.count == Mirror(reflecting: DeviceDescription()).children.count)
        for change in Self.changes {
            var changed = DeviceDescription()
            change(&changed)
            #expect(changed != DeviceDescription())
            #expect(changed == changed)
        }
    }

    @Test func `a pad that counts fingers is a touchpad, even without a touch key`() {
        var pad = DeviceDescription()
        pad.axes[Int(EventCode.absX)] = AxisRange(minimum: 0, maximum: 1)
        pad.codes[Int(EventType.key)].insert(Int(EventCode.btnToolFinger))
        #expect(pad.surfaceKind == nil)
        pad.axes[Int(EventCode.absY)] = AxisRange(minimum: 0, maximum: 1)
        #expect(pad.surfaceKind == .touchpad)
        pad.properties.insert(InputProperty.direct)
        #expect(pad.surfaceKind == nil)
        pad.codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
        #expect(pad.surfaceKind == .touchscreen)
    }

    @Test func `names are compared by their bytes`() {
        var (composed, decomposed) = (DeviceDescription(), DeviceDescription())
        composed.name = "\u{e4}"
        decomposed.name = "a\u{308}"
        #expect(composed.name == decomposed.name)
        #expect(composed != decomposed)
    }
}
