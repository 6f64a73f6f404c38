import GestureCore

/// Decides which contacts are palms. The frame assembler does not report them.
package struct PalmRejection: Equatable, Sendable {
    /// Points per device unit of ABS_MT_TOUCH_MAJOR; nil if the device does not have that axis.
    private(set) var pointsPerUnit: Double?
    /// The diameter above which a contact is a palm; nil to ignore its size.
    private var limit: Points?

    /// MT_TOOL_PALM of linux/input.h. Higher tool types are not a hand.
    static let toolType: Int32 = 2
    /// In mm: larger than a thumb that lies flat.
    private static let usualSize = 40.0

    /// - Parameters:
    ///   - x: the axis of horizontal positions.
    ///   - positionScale: points per device unit of positions.
    ///   - size: the configured diameter in mm; nil for the default.
    init(_ major: AxisRange?, _ x: AxisRange, positionScale: Double, size: Double?, quirk: Quirk?) {
        guard let major else { return }
        // In the units of positions, unless it has a resolution of its own.
        pointsPerUnit =
            major.resolution > 0 ? 1 / (Double(major.resolution) * Points.millimetresPerPoint) : positionScale
        // Devices that measure contacts in another unit than positions often report wrong sizes.
        let isReliable = x.resolution > 0 && major.resolution == x.resolution
        if size == nil, let palmMajor = quirk?.palmMajor {
            limit = pointsPerUnit.map { Double(palmMajor) * $0 }
        } else {
            limit = (size ?? (isReliable ? Self.usualSize : nil)).map { $0 / Points.millimetresPerPoint }
        }
    }

    /// Returns whether the contact in a slot is a palm: the device reports it as one, or it is larger than a finger.
    func isPalm(_ values: SlotValues) -> Bool {
        guard values.trackingID >= 0 else { return false }
        if values.tool == Self.toolType { return true }
        guard let limit, let pointsPerUnit else { return false }
        return Double(values.major) * pointsPerUnit > limit
    }
}

extension FrameAssembler {
    /// Ignores a palm. If it was reported as a finger until now, it is cancelled; a finger that left the slot in the same frame is
    /// lifted.
    @inline(never)  // rare
    mutating func rejectPalm(_ index: Int, into frame: inout TouchFrame) {
        let wasFinger = slots[index].isContinued
        guard let contact = slots[index].ignore() else { return }
        frame.changes.append(ContactChange(contact, wasFinger ? .cancel : .up, at: slots[index].position))
    }
}
