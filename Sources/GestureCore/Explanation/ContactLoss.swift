/// Why a device or its decoder cancels contacts, as far as it is known.
package enum ContactLoss: Equatable, Sendable {
    case unknown
    /// The button under a touchpad was pressed.
    case click
    /// The contact is a palm.
    case palm
    /// Events of the device were lost.
    case overrun

    var reason: Reason {
        switch self {
        case .unknown: Reason(.lost)
        case .click: Reason(.clicked)
        case .palm: Reason(.lost, "it is a palm")
        case .overrun: Reason(.lost, "events of the device were lost")
        }
    }
}
