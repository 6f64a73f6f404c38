import GestureCore

/// The regions whose gestures are recognized: a region itself, those inside it, or both.
///
/// ```swift
/// let mask: GestureMask = isLocked ? .none : .all
/// ```
public struct GestureMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// No gestures of the region and of those inside it.
    public static let none: GestureMask = []
    /// The gestures of the region only. Fingers that land in regions inside it count for it alone.
    public static let gesture = GestureMask(rawValue: 1 << 0)
    /// The gestures of the regions inside it only. The regions around it still get its fingers.
    public static let subviews = GestureMask(rawValue: 1 << 1)
    /// The gestures of the region and of those inside it.
    public static let all: GestureMask = [.gesture, .subviews]

    init(_ core: GestureCore.GestureMask) {
        self =
            switch core {
            case .none: .none
            case .gesture: .gesture
            case .subviews: .subviews
            case .all: .all
            }
    }

    var core: GestureCore.GestureMask {
        switch (contains(.gesture), contains(.subviews)) {
        case (false, false): .none
        case (true, false): .gesture
        case (false, true): .subviews
        case (true, true): .all
        }
    }
}
