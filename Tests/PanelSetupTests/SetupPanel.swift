import GestureCore
import TouchDecoding

@testable import PanelSetup

/// A mounted panel of 400 × 200 mm on which a person touches places as the person sees them. Computed from the glass,
/// independently of the code under test.
struct SetupPanel: Sendable, CustomStringConvertible {
    var rotation: Orientation.Rotation
    var isMirrored: Bool
    /// udev's calibration.
    var calibration: Affine?

    static let all = Orientation.Rotation.allCases.flatMap { rotation in
        [false, true].map { SetupPanel(rotation: rotation, isMirrored: $0) }
    }
    /// None, turned by each angle, mirrored, and of a panel whose border is not visible.
    static let calibrations: [Affine?] = [
        nil, Affine(calibration: "0 -1 1 1 0 0"), Affine(calibration: "-1 0 1 0 -1 1"),
        Affine(calibration: "0 1 0 -1 0 1"), Affine(calibration: "-1 0 1 0 1 0"),
        Affine(calibration: "1.1 0 -0.05 0 1.2 -0.1"),
    ]

    var description: String {
        "turned by \(rotation.degrees)°, mirrored \(isMirrored), calibration \(calibration?.numbers ?? [])"
    }

    /// In mm, before rotation.
    static let width = 400.0
    static let height = 200.0

    /// As the person sees it, in mm.
    var seen: Vector {
        switch rotation {
        case .none, .half: Vector(x: Self.width, y: Self.height)
        case .quarter, .threeQuarters: Vector(x: Self.height, y: Self.width)
        }
    }

    /// Returns the controller's position, 10 counts per mm, of a place in mm from the person's top left corner.
    func counts(_ place: Vector) -> (x: Int32, y: Int32) {
        var (along, down) =
            switch rotation {
            case .none: (place.x, place.y)
            case .quarter: (place.y, seen.x - place.x)
            case .half: (seen.x - place.x, seen.y - place.y)
            case .threeQuarters: (seen.y - place.y, place.x)
            }
        if isMirrored { along = Self.width - along }
        return (Int32((along * 10).rounded()), Int32((down * 10).rounded()))
    }

    /// - Parameter resolution: in counts per mm; 0 for a panel that does not report its size.
    static func axes(resolution: Int32 = 0) -> DeviceDescription {
        var device = DeviceDescription()
        device.axes[Int(EventCode.absMTSlot)] = AxisRange(minimum: 0, maximum: 3)
        device.axes[Int(EventCode.absMTTrackingID)] = AxisRange(minimum: 0, maximum: 65_535)
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 4000, resolution: resolution)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 2000, resolution: resolution)
        return device
    }
}

/// Fingers on a panel, whose raw events a reader gets.
struct SetupFingers {
    var reader: PanelReader
    /// In ms.
    private(set) var time: Int64 = 1000
    private var lastID: Int32 = 0

    init(calibration: Affine? = nil) throws {
        reader = try PanelReader(SetupPanel.axes(), calibration: calibration)
    }

    mutating func wait(_ milliseconds: Int64) { time += milliseconds }

    private mutating func report(_ values: [(UInt16, Int32)]) -> PanelTouch? {
        var touch: PanelTouch?
        for (code, value) in values {
            let event = RawEvent(
                time: Instant(microseconds: time * 1000), type: EventType.abs, code: code, value: value)
            touch = reader.handle(event) ?? touch
        }
        let end = RawEvent(
            time: Instant(microseconds: time * 1000), type: EventType.syn, code: EventCode.synReport, value: 0)
        return reader.handle(end) ?? touch
    }

    mutating func land(_ counts: (x: Int32, y: Int32), slot: Int32 = 0) -> PanelTouch? {
        lastID += 1
        return report([
            (EventCode.absMTSlot, slot), (EventCode.absMTTrackingID, lastID), (EventCode.absMTPositionX, counts.x),
            (EventCode.absMTPositionY, counts.y),
        ])
    }

    mutating func move(_ counts: (x: Int32, y: Int32), slot: Int32 = 0) -> PanelTouch? {
        wait(20)
        return report([
            (EventCode.absMTSlot, slot), (EventCode.absMTPositionX, counts.x), (EventCode.absMTPositionY, counts.y),
        ])
    }

    mutating func lift(slot: Int32 = 0) -> PanelTouch? {
        wait(20)
        return report([(EventCode.absMTSlot, slot), (EventCode.absMTTrackingID, -1)])
    }

    /// Touches a place half a second later.
    mutating func touch(_ counts: (x: Int32, y: Int32)) -> PanelTouch? {
        wait(500)
        let early = land(counts)
        return lift() ?? early
    }
}
