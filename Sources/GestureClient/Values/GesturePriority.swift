import GestureCore

/// The order between an attached gesture and those of the regions around and inside its region, for the same finger.
///
/// `normal` gestures take the finger from all other regions when they begin or are recognized. `simultaneous` is SwiftUI's
/// `simultaneousGesture`: the gesture neither takes fingers nor loses them. `high` is SwiftUI's `highPriorityGesture`: the gesture comes
/// before those inside its region that begin at the same instant, and taps inside wait until it has failed.
public typealias GesturePriority = GestureCore.GesturePriority
