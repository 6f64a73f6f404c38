import GestureCore
import Testing

@testable import TouchDecoding

@Suite struct QuirksTests {
    /// A touchpad with an axis for the size of contacts, whose unit is unknown.
    private static func pad(
        _ vendor: UInt16, _ product: UInt16, version: UInt16 = 0, resolution: Int32 = 0
    ) -> DeviceDescription {
        var device = DeviceDescription()
        (device.vendor, device.product, device.version) = (vendor, product, version)
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 3)
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 4000, resolution: resolution)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 3000, resolution: resolution)
        device.axes[Int(EventCode.absMTTouchMajor)] = AxisRange(minimum: 0, maximum: 5000)
        return device
    }

    @Test(arguments: Quirk.all) func `each model has one line`(quirk: Quirk) {
        #expect(Self.pad(quirk.vendor, quirk.product, version: quirk.version ?? 0).quirk == quirk)
    }

    @Test(
        arguments: [
            ("at the limit it is a finger", 0x0265, 900, false), ("above the limit it is a palm", 0x0265, 901, true),
            ("another model has no limit", 0x0266, 5000, false),
        ] as [(String, UInt16, Int32, Bool)])
    func `the size of palms depends on the model`(name: String, product: UInt16, major: Int32, isPalm: Bool) throws {
        let geometry = try TouchGeometry(Self.pad(0x05ac, product), kind: .touchpad)
        #expect(geometry.palms.isPalm(SlotValues(trackingID: 1, major: major)) == isPalm)
    }

    @Test func `the configured size of palms overrides that of the model`() throws {
        let setup = DeviceSetup(palmSize: 1000)
        let geometry = try TouchGeometry(Self.pad(0x05ac, 0x0265), kind: .touchpad, setup: setup)
        #expect(!geometry.palms.isPalm(SlotValues(trackingID: 1, major: 901)))
    }

    @Test(
        arguments: [
            (
                "uses the size of the model", 0x05ac, 0x030e, 0, 0,
                PhysicalSize(width: 130, height: 110, source: .assumed)
            ),
            (
                "a reported resolution overrides the model", 0x05ac, 0x030e, 0, 40,
                PhysicalSize(width: 100, height: 75, source: .resolution)
            ),
            (
                "uses the size of one version of a model", 0x0002, 0x0008, 0x0800, 0,
                PhysicalSize(width: 100, height: 55, source: .assumed)
            ),
            (
                "does not use it for other versions", 0x0002, 0x0008, 0x0700, 0,
                PhysicalSize(width: 69, height: 50, source: .assumed)
            ),
        ] as [(String, UInt16, UInt16, UInt16, Int32, PhysicalSize)])
    func `assumes the size of the model if the resolution is unknown`(
        name: String, vendor: UInt16, product: UInt16, version: UInt16, resolution: Int32, size: PhysicalSize
    ) throws {
        let device = Self.pad(vendor, product, version: version, resolution: resolution)
        #expect(try TouchGeometry(device, kind: .touchpad).size == size)
    }
}
