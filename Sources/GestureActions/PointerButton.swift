import Text

/// A button of a mouse that `click` presses.
package enum PointerButton: CaseIterable, Equatable, Sendable, Named {
    case left
    case middle
    case right

    package var name: StaticString {
        switch self {
        case .left: "left"
        case .middle: "middle"
        case .right: "right"
        }
    }

    /// BTN_LEFT, BTN_MIDDLE or BTN_RIGHT of linux/input-event-codes.h.
    package var code: UInt16 {
        switch self {
        case .left: 0x110
        case .middle: 0x112
        case .right: 0x111
        }
    }
}
