import GestureCore
import TestSupport

@testable import TouchDecoding

/// A device of any protocol, with what its frames have told.
struct FuzzedDevice {
    let surface: Surface
    let description: DeviceDescription
    var decoder: TouchDecoder
    var frames = FrameChecker()

    /// nil where such a device is refused.
    init?(_ choices: inout Choices, number: UInt32) {
        let description = DeviceDescription(&choices)
        guard let kind = description.surfaceKind,
            let geometry = try? TouchGeometry(description, kind: kind, setup: DeviceSetup(&choices)),
            let decoder = try? TouchDecoder(description, geometry)
        else { return nil }
        surface = geometry.surface(SurfaceID(number))
        self.description = description
        self.decoder = decoder
    }
}

extension DeviceSetup {
    fileprivate init(_ choices: inout Choices) {
        self.init()
        let optional = choices.byte()
        if optional & 1 != 0 {
            orientation = Orientation(
                rotation: choices.oneOf(Orientation.Rotation.allCases),
                mirror: choices.oneOf(Orientation.Mirror.allCases))
        }
        if optional & 2 != 0 {
            let matrices = ["0 -1 1 1 0 0", "2 0 -1 0 1 0", "0.1 0.05 100 0 0.1 -100", "1 1 0 1 0 0", "1 2 3 4 5 6"]
            calibration = Affine(calibration: choices.oneOf(matrices))
        }
        if optional & 4 != 0 { palmSize = Double(choices.byte()) + 1 }
        if optional & 8 != 0 { size = PhysicalSize(width: 10, height: 3000, source: .configuration) }
        if optional & 16 != 0 { display = PhysicalSize(width: 300, height: 200, source: .display) }
    }
}

extension DeviceDescription {
    private enum Way: CaseIterable {
        case slots, anonymous, single, semi, array
    }

    fileprivate init(_ choices: inout Choices) {
        self.init()
        let way = choices.oneOf(Way.allCases)
        let (x, y) = (Self.range(&choices), Self.range(&choices))
        if way != .single {
            set(EventCode.absMTPositionX, x)
            set(EventCode.absMTPositionY, y)
        }
        if way == .slots || way == .semi || way == .array {
            set(EventCode.absMTSlot, AxisRange(minimum: 0, maximum: choices.oneOf([9, 0, 1, 3, 63, 64, .max, -1])))
        }
        if way == .single || way == .semi {
            set(EventCode.absX, x)
            set(EventCode.absY, y)
        }
        if way == .semi { properties.insert(InputProperty.semiMT) }
        if way == .array { set(EventCode.absReserved, x) }
        let optional = choices.byte()
        for (bit, code) in [
            EventCode.absMTPressure, EventCode.absPressure, EventCode.absMTTouchMajor, EventCode.absMTDistance,
        ].enumerated() where optional & 1 << UInt8(bit) != 0 {
            set(code, Self.range(&choices))
        }
        properties.insert(optional & 0x10 == 0 ? InputProperty.direct : InputProperty.pointer)
        codes[Int(EventType.key)].insert(Int(EventCode.btnTouch))
    }

    private mutating func set(_ code: UInt16, _ range: AxisRange) {
        codes[Int(EventType.abs)].insert(Int(code))
        axes[Int(code)] = range
    }

    private static func range(_ choices: inout Choices) -> AxisRange {
        switch choices.below(8) {
        case 0: AxisRange(minimum: .min, maximum: .max, resolution: choices.extreme())
        case 1: AxisRange(minimum: choices.extreme(), maximum: choices.extreme(), resolution: choices.extreme())
        case 2: AxisRange(minimum: -1000, maximum: 1000)
        default: AxisRange(minimum: 0, maximum: 4095, fuzz: 0, resolution: 20)
        }
    }
}
