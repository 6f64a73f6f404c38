import GestureCore
import Testing
import TouchDecoding

@testable import PanelSetup

/// Raw events as touches of a person who was asked to touch a place.
@Suite struct PanelTouchTests {
    private static func at(_ x: Double, _ y: Double) -> PanelTouch { .at(Vector(x: x, y: y)) }

    private static func isNear(_ touch: PanelTouch?, _ x: Double, _ y: Double) -> Bool {
        guard case .at(let position)? = touch else { return false }
        return position.distance(to: Vector(x: x, y: y)) < 1e-6
    }

    @Test func `a touch is complete when the finger is lifted`() throws {
        var fingers = try SetupFingers()
        #expect(fingers.land((1000, 500)) == nil)
        #expect(Self.isNear(fingers.lift(), 0.25, 0.25))
    }

    @Test func `udev's calibration is applied`() throws {
        var fingers = try SetupFingers(calibration: Affine(calibration: "0 -1 1 1 0 0"))
        #expect(Self.isNear(fingers.touch((0, 0)), 1, 0))
    }

    // 5 % of 4000 counts are 200.
    @Test(arguments: [(199, true), (200, true), (201, false)])
    func `a finger that moves by more than 5 % of a side does not count`(way: Int32, counts: Bool) throws {
        var fingers = try SetupFingers()
        _ = fingers.land((1000, 1000))
        _ = fingers.move((1000 + way, 1000))
        let touch = fingers.lift()
        #expect((touch == .flawed(.moved)) == !counts)
        if counts { #expect(Self.isNear(touch, (1000 + Double(way) / 2) / 4000, 0.5)) }
    }

    @Test func `a second finger spoils the touch until both are lifted`() throws {
        var fingers = try SetupFingers()
        _ = fingers.land((1000, 1000))
        _ = fingers.land((2000, 1000), slot: 1)
        #expect(fingers.lift() == nil)
        #expect(fingers.lift(slot: 1) == .flawed(.severalFingers))
        #expect(Self.isNear(fingers.touch((1000, 1000)), 0.25, 0.5))
    }

    // A touch takes 20 ms.
    @Test(arguments: [(249, false), (250, true), (251, true)])
    func `a finger that lands within 250 ms of the last touch bounces`(pause: Int64, counts: Bool) throws {
        var fingers = try SetupFingers()
        #expect(fingers.touch((1000, 1000)) != nil)
        fingers.wait(pause)
        _ = fingers.land((2000, 1000))
        #expect((fingers.lift() != nil) == counts)
    }

    @Test func `a finger that was down before is ignored`() throws {
        var fingers = try SetupFingers()
        var state = DeviceSnapshot()
        state.slots = [SlotValues(x: 10, y: 10, trackingID: 7)]
        fingers.reader.seed(from: state)
        #expect(fingers.lift() == nil)
        #expect(fingers.touch((1000, 1000)) != nil)
    }

    @Test func `lost events cancel a touch`() throws {
        var fingers = try SetupFingers()
        _ = fingers.land((1000, 1000))
        #expect(fingers.reader.lose(at: Instant(microseconds: 2_000_000), DeviceSnapshot()) == .flawed(.cancelled))
    }
}
