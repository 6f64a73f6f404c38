import GestureCore
import TouchDecoding

/// A touch of a person who was asked to touch a certain place.
enum PanelTouch: Equatable {
    /// One finger landed, stayed, and was lifted. The position is on the panel as it was built, 0…1 along each side, after udev's
    /// calibration.
    case at(Vector)
    case flawed(Flaw)

    /// The reason why a touch does not count.
    enum Flaw: Equatable {
        case severalFingers
        case moved
        /// The device took back the touch: a palm, or events were lost.
        case cancelled
    }
}

/// Combines the frames of a panel into touches, each from the first landing until all fingers are lifted.
struct TouchCollector {
    /// The size of the surface, in pt.
    private let size: Vector
    private var down: [ContactID] = []
    /// The corners of the rectangle around the positions of the first finger; nil while the panel is not touched.
    private var bounds: (low: Vector, high: Vector)?
    private var flaw: PanelTouch.Flaw?
    /// Touches that begin earlier belong to the touch before: fingers bounce.
    private var readyAt = Instant.distantPast
    private var isBounce = false

    /// The largest movement of a touch, as a part of each side: more than a finger that rolls.
    static let largestMovement = 0.05
    /// The time after a touch in which another one does not count.
    static let pause = Interval.milliseconds(250)

    init(size: Vector) { self.size = size }

    /// - Returns: the touch that the frame completes; nil if none.
    mutating func follow(_ frame: TouchFrame) -> PanelTouch? {
        for change in frame.changes { follow(change, at: frame.time) }
        guard down.isEmpty, let (low, high) = bounds else { return nil }
        defer {
            bounds = nil
            flaw = nil
        }
        guard !isBounce else { return nil }
        readyAt = frame.time + Self.pause
        if let flaw { return .flawed(flaw) }
        let extent = high - low
        guard extent.x <= Self.largestMovement, extent.y <= Self.largestMovement else { return .flawed(.moved) }
        return .at((low + high) * 0.5)
    }

    private mutating func follow(_ change: ContactChange, at time: Instant) {
        let position = Vector(x: change.position.x / size.x, y: change.position.y / size.y)
        switch change.action {
        case .down:
            down.append(change.contact)
            if bounds == nil {
                bounds = (position, position)
                isBounce = time < readyAt
            } else {
                flaw = .severalFingers
            }
        case .move:
            guard let (low, high) = bounds else { return }
            bounds = (
                Vector(x: min(low.x, position.x), y: min(low.y, position.y)),
                Vector(x: max(high.x, position.x), y: max(high.y, position.y))
            )
        case .up: down.removeAll { $0 == change.contact }
        case .cancel:
            down.removeAll { $0 == change.contact }
            flaw = flaw ?? .cancelled
        }
    }
}

/// Decodes the events of a panel into touches, without the configured size and orientation.
struct PanelReader {
    private var decoder: TouchDecoder
    private var collector: TouchCollector
    private var contacts = ContactNumbers()
    private var frame = TouchFrame(surface: SurfaceID(0), time: .distantPast)

    /// - Parameter calibration: udev's, which the service applies before the orientation.
    init(_ description: DeviceDescription, calibration: Affine?) throws(UnusableDevice) {
        // The size makes no difference, because touches are parts of it. No contact is too large: the unit of sizes is unknown.
        let geometry = try TouchGeometry(
            description, kind: .touchscreen,
            setup: DeviceSetup(
                size: PhysicalSize(width: 100, height: 100, source: .configuration), calibration: calibration,
                palmSize: 1e6))
        decoder = try TouchDecoder(description, geometry)
        collector = TouchCollector(size: geometry.size.points)
    }

    /// Sets the state of the device. Fingers that are down are ignored until they are lifted.
    mutating func seed(from state: DeviceSnapshot) { decoder.seed(from: state) }

    /// - Returns: the touch that the event completes; nil if none.
    mutating func handle(_ event: RawEvent) -> PanelTouch? {
        guard decoder.handle(event, contacts: &contacts, into: &frame) else { return nil }
        return takeFrames()
    }

    /// Forgets all fingers, because events were lost.
    ///
    /// - Parameter state: of the device after that.
    mutating func lose(at time: Instant, _ state: DeviceSnapshot) -> PanelTouch? {
        let hasFrame = decoder.loseAll(at: time, into: &frame)
        decoder.seed(from: state)
        return hasFrame ? takeFrames() : nil
    }

    private mutating func takeFrames() -> PanelTouch? {
        var touch = collector.follow(frame)
        while decoder.followUp(into: &frame) { touch = collector.follow(frame) ?? touch }
        return touch
    }
}
