import GestureCore

/// Which touches of a filtered device are kept from other programs.
package struct WithholdingRules: Equatable, Sendable {
    /// Whether a touch that begins while the display is dark is withheld.
    package var wake = false
    /// A touch is withheld that begins when the device has not been touched for this time; nil for none.
    package var idleTime: Interval?
    /// The edges from which swipes are withheld.
    package var edges: [EdgeLocation.Edge] = []
    /// Touches with at least this many fingers are withheld, 2 to 10; nil for none.
    package var fingers: Int?

    package init() {}
}
