import GestureCore
import Text

/// A part of a device that is tracked like a control.
///
/// A finger belongs to the deepest region that contains its landing position and to all regions around that one, until it is lifted.
/// The first gesture that is recognized in one of them takes the finger from the others; see ``GesturePriority``.
///
/// ```swift
/// let panel = Region("panel", Rectangle(x: 0, y: 0.8, width: 1, height: 0.2))
/// let button = Region("button", Rectangle(x: 0.4, y: 0.85, width: 0.2, height: 0.1), in: panel)
/// ```
public struct Region: Hashable, Sendable {
    /// The effect on a press if its finger moves away.
    public typealias Tracking = TrackedRegion.Tracking

    /// The whole device, for gestures that are attached without a region. All other attached regions lie in it.
    public static let surface = Region("surface", Rectangle(x: 0, y: 0, width: 1, height: 1))

    /// Unique among the regions of a client, 1 … 64 bytes.
    public var name: String
    /// The part of the device in fractions of it, 0 … 1.
    public var rectangle: Rectangle
    /// The region that this one lies in: fingers outside of it do not land here.
    public var parent: Region? {
        get { enclosing.first }
        set { enclosing = newValue.map { [$0] } ?? [] }
    }
    /// A list, because a value cannot contain another of the same type.
    private var enclosing: [Region]
    /// If false, presses, taps and long presses are not recognized in the region and in those inside it, but drags still are.
    public var isEnabled = true
    /// The largest distance that a contact can move during a tap, 0 … 100 pt; that of the device if nil.
    public var slop: Double?
    /// The effect on a press if its finger moves away: `.slop` cancels it, `.reenter` lets it come back.
    public var tracking = Tracking.slop
    /// If true, a finger that lands while a drag in this region still coasts only stops it, without a press, tap or long press.
    public var suppressesTapWhileCoasting = false
    /// The slop of a touch that lands while a drag in this region still coasts, 0 … 100 pt; the slop of the region if nil.
    public var slopWhileCoasting: Double?

    /// - Parameters:
    ///   - name: unique among the regions of a client, 1 … 64 bytes.
    ///   - rectangle: the part of the device in fractions of it, 0 … 1.
    ///   - parent: the region that this one lies in; none if nil.
    public init(_ name: String, _ rectangle: Rectangle, in parent: Region? = nil) {
        self.name = name
        self.rectangle = rectangle
        enclosing = parent.map { [$0] } ?? []
    }
}

extension Region {
    /// The regions that contain this one, the outermost first.
    var ancestors: [Region] { parent.map { $0.ancestors + [$0] } ?? [] }

    func core(mask: GestureMask) -> TrackedRegion {
        TrackedRegion(
            ByteString(name), rectangle, parent: parent.map { ByteString($0.name) }, mask: mask.core,
            isEnabled: isEnabled, slop: slop, tracking: tracking,
            suppressesTapWhileCoasting: suppressesTapWhileCoasting, slopWhileCoasting: slopWhileCoasting)
    }
}
