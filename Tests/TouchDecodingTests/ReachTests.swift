import GestureCore
import Testing

@testable import TouchDecoding

/// The default of the distance beyond which fingers belong to different people.
@Suite struct ReachTests {
    private static func reach(
        _ width: Double, _ height: Double, _ kind: Surface.Kind = .touchscreen, configured: Double? = nil,
        rotation: Orientation.Rotation = .none
    ) throws -> Points? {
        var device = DeviceDescription()
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 9)
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 4095)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 4095)
        let setup = DeviceSetup(
            size: PhysicalSize(width: width, height: height, source: .configuration),
            orientation: Orientation(rotation: rotation), reach: configured)
        return try TouchGeometry(device, kind: kind, setup: setup).surface(SurfaceID(1)).reach(Thresholds())
    }

    @Test(
        "250 mm on screens with a diagonal of more than 610 mm",
        // 366² + 488² = 610².
        arguments: [(345.4, 194.3, false), (366, 488, false), (366, 488.1, true), (1210, 680, true)])
    func size(_ width: Double, _ height: Double, isLimited: Bool) throws {
        let reach: Points? = isLimited ? 250 / Points.millimetresPerPoint : nil
        #expect(try Self.reach(width, height) == reach)
        #expect(try Self.reach(width, height, rotation: .quarter) == reach)
    }

    @Test(
        "a configured reach applies to every screen, and is unlimited from the diagonal on",
        arguments: [(300, 300), (609, 609), (610, nil), (10_000, nil)] as [(Double, Double?)])
    func configured(_ millimetres: Double, expected: Double?) throws {
        let expected = expected.map { $0 / Points.millimetresPerPoint }
        #expect(try Self.reach(366, 488, configured: millimetres) == expected)
    }

    @Test("unlimited on every touchpad")
    func touchpad() throws {
        #expect(try Self.reach(1210, 680, .touchpad) == nil)
        #expect(try Self.reach(100, 60, .touchpad, configured: 20) == nil)
    }
}
