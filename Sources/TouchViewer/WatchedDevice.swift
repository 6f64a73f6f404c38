import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text

/// A device in the live view, and what happens on it.
struct WatchedDevice {
    let id: ByteString
    /// Safe for a terminal.
    let name: [UInt8]
    /// As recognition sees it. The model numbers it.
    var surface: Surface
    /// Finds the settings that decide on it.
    let settings: ConfiguredSetting.Finder?
    private(set) var fingers: [WatchedFinger] = []
    private(set) var pulses: [WatchedPulse] = []
    private(set) var pendingTaps: [PendingTap] = []
    /// The presses and movements that go on in regions.
    private(set) var regionGestures: [RegionGesture] = []

    /// More than any panel has. Bounds the work for a frame.
    private static let mostFingers = 64
    private static let mostPulses = 32

    init(id: ByteString, name: ByteString, surface: Surface, settings: ConfiguredSetting.Finder? = nil) {
        self.settings = settings
        self.id = id
        self.name = printable(Array(name.bytes))
        self.surface = surface
        self.surface.size = Vector(x: max(surface.size.x, 1), y: max(surface.size.y, 1))
    }

    init(_ device: DeviceReport, _ configuration: ConfigurationFiles) {
        self.init(
            id: device.id, name: device.name, surface: configuration.surface(of: device),
            settings: configuration.settings(of: device))
    }

    /// In pt; both above 0.
    var size: Vector { surface.size }

    /// The number of fingers that are down.
    var fingersDown: Int { fingers.count { $0.isDown } }

    /// Takes over what happens on the same device.
    mutating func `continue`(_ other: WatchedDevice) {
        (fingers, pulses, pendingTaps) = (other.fingers, other.pulses, other.pendingTaps)
        regionGestures = other.regionGestures
        surface.id = other.surface.id
    }

    // MARK: Events

    /// - Returns: whether a finger has landed.
    mutating func touch(_ event: Event, at now: Instant) -> Bool {
        guard let position = event.panelPosition, let contact = event.contact else { return false }
        let known = fingers.lastIndex { $0.contact == contact && $0.isDown }
        switch event.phase.known {
        case .began, .changed, .possible:
            if let known {
                fingers[known].move(to: position, at: event.time)
                return false
            }
            if fingers.count >= Self.mostFingers { fingers.removeFirst() }
            fingers.append(
                WatchedFinger(contact: contact, number: freeNumber, position: position, at: event.time))
            return true
        case .ended, .cancelled:
            guard let known else { return false }
            fingers[known].move(to: position, at: event.time)
            fingers[known].end(isCancelled: event.phase.known == .cancelled, at: max(event.time, now))
            // The phases in which they end need not be requested.
            if fingersDown == 0 { regionGestures = [] }
            return false
        case nil: return false
        }
    }

    /// The smallest number that no finger that is down has.
    private var freeNumber: Int {
        var number = 1
        while fingers.contains(where: { $0.isDown && $0.number == number }) { number += 1 }
        return number
    }

    /// Follows a gesture other than a touch.
    mutating func follow(_ event: Event, _ position: UnitPoint, tapGap: Interval, at now: Instant) {
        followRegion(event)
        if event.kind.known == .tap {
            pendingTaps.removeAll { $0.gesture == event.gesture }
            if event.phase.known == .possible {
                if pendingTaps.count >= Self.mostPulses { pendingTaps.removeFirst() }
                pendingTaps.append(
                    PendingTap(
                        gesture: event.gesture, position: position, start: event.time, end: event.time + tapGap))
            }
        }
        guard event.isRecognition else { return }
        if pulses.count >= Self.mostPulses { pulses.removeFirst() }
        pulses.append(
            WatchedPulse(
                appearance: GestureAppearance(event), position: position, start: now,
                shape: event.kind.known == .tap && event.count ?? 1 > 1 ? .doubleTap : .tap))
    }

    private mutating func followRegion(_ event: Event) {
        guard let region = event.region, let kind = event.kind.known, RegionGesture.isShown(kind) else { return }
        regionGestures.removeAll { $0.gesture == event.gesture }
        guard event.phase.known == .began || event.phase.known == .changed, regionGestures.count < Self.mostPulses
        else { return }
        regionGestures.append(
            RegionGesture(gesture: event.gesture, region: region, appearance: GestureAppearance(event), kind: kind))
    }

    /// Whether a region is pressed.
    func isPressed(_ region: ByteString) -> Bool {
        regionGestures.contains { $0.kind == .press && $0.region == region }
    }

    /// The movement that goes on in a region; nil if there is none.
    func movement(in region: ByteString) -> GestureAppearance? {
        regionGestures.first { $0.kind != .press && $0.region == region }?.appearance
    }

    mutating func cancelAll(at now: Instant) {
        regionGestures = []
        for index in fingers.indices where fingers[index].isDown { fingers[index].end(isCancelled: true, at: now) }
        pendingTaps = []
    }

    // MARK: Time

    mutating func advance(to now: Instant) {
        for index in fingers.indices { fingers[index].advance(to: now) }
        fingers.removeAll { $0.isGone(at: now) }
        pulses.removeAll { $0.end <= now }
        pendingTaps.removeAll { $0.end < now }
    }

    /// When the picture changes by itself; nil if it stays as it is.
    func nextChange(after now: Instant) -> Instant? {
        // These change all the time.
        if !pulses.isEmpty || !pendingTaps.isEmpty { return now }
        var earliest: Instant?
        for finger in fingers {
            if let change = finger.nextChange(after: now) { earliest = min(earliest ?? change, change) }
        }
        return earliest
    }
}

extension Event {
    /// The centre of the fingers, on the panel; nil without permission to learn positions.
    var panelPosition: UnitPoint? { position.map { UnitPoint(x: min(max($0.x, 0), 1), y: min(max($0.y, 0), 1)) } }

    /// Whether it says that the gesture was recognized, and not that a finger touches.
    fileprivate var isRecognition: Bool {
        switch kind.known {
        case .press, .touch, .activity, nil: false
        case let kind?: phase.known == kind.recognitionPhase
        }
    }
}

/// A finger, down or lifted, whose trail has not faded yet.
struct WatchedFinger: Equatable {
    struct Point: Equatable {
        var time: Instant
        var position: UnitPoint
    }

    /// The visibility of a part of the trail.
    enum Age: Int, CaseIterable {
        case new, older, oldest

        /// The age at which the part fades further.
        var end: Interval {
            switch self {
            case .new: .milliseconds(300)
            case .older: .milliseconds(600)
            case .oldest: WatchedFinger.trailLife
            }
        }
    }

    let contact: UInt64
    /// From 1. A finger that lands gets the smallest one that is free.
    let number: Int
    /// From old to new; the last one is the position of the finger, however old.
    private(set) var trail: [Point]
    /// When the finger was lifted or cancelled; nil while it is down.
    private(set) var ended: Instant?
    /// Whether it was lost or taken for a palm.
    private(set) var isCancelled = false

    static let trailLife = Interval.milliseconds(1000)
    /// Closer points are merged.
    private static let spacing = Interval.milliseconds(4)
    private static let mostPoints = 256

    init(contact: UInt64, number: Int, position: UnitPoint, at time: Instant) {
        self.contact = contact
        self.number = number
        trail = [Point(time: time, position: position)]
    }

    var isDown: Bool { ended == nil }

    var position: UnitPoint { trail[trail.count - 1].position }

    mutating func move(to position: UnitPoint, at time: Instant) {
        guard position != self.position else { return }
        if trail.count > 1, trail[trail.count - 1].time - trail[trail.count - 2].time < Self.spacing {
            trail[trail.count - 1] = Point(time: time, position: position)
            return
        }
        if trail.count >= Self.mostPoints { trail.removeFirst(Self.mostPoints / 4) }
        trail.append(Point(time: time, position: position))
    }

    mutating func end(isCancelled: Bool, at time: Instant) {
        ended = time
        self.isCancelled = isCancelled
    }

    /// Returns how visible a part of that age is; nil if it has faded.
    static func age(_ elapsed: Interval) -> Age? { Age.allCases.first { elapsed < $0.end } }

    mutating func advance(to now: Instant) {
        let first = trail.firstIndex { now - $0.time < Self.trailLife } ?? trail.count
        // The point before the first visible one begins the visible line.
        trail.removeFirst(min(max(first - 1, 0), trail.count - 1))
    }

    func isGone(at now: Instant) -> Bool {
        guard let ended else { return false }
        return now - ended >= Self.trailLife
    }

    /// When a part of the trail fades further, or the finger disappears.
    func nextChange(after now: Instant) -> Instant? {
        var earliest = ended.map { $0 + Self.trailLife }
        for point in trail {
            guard let age = Self.age(now - point.time) else { continue }
            earliest = min(earliest ?? .distantFuture, point.time + age.end)
        }
        return earliest
    }
}

/// The flash that shows where a gesture was recognized.
struct WatchedPulse {
    let appearance: GestureAppearance
    let position: UnitPoint
    let start: Instant
    let shape: FeedbackPulse

    var end: Instant { start + shape.duration }

    /// 0 … 1
    func brightness(at now: Instant) -> Double { shape.value(at: now - start) }
}

/// A press or a movement that goes on in a region.
struct RegionGesture {
    let gesture: UInt64
    let region: ByteString
    let appearance: GestureAppearance
    let kind: GestureKind

    static func isShown(_ kind: GestureKind) -> Bool {
        switch kind {
        case .press, .drag, .pinch, .rotation: true
        case .touch, .activity, .tap, .longPress, .swipe, .edgeSwipe, .stroke: false
        }
    }
}

/// A tap that can still become a double tap.
struct PendingTap: Equatable {
    let gesture: UInt64
    let position: UnitPoint
    let start: Instant
    /// The last instant at which the next tap can follow.
    let end: Instant

    /// The part of the waiting time that is left: 1 … 0.
    func remaining(at now: Instant) -> Double {
        let whole = Double((end - start).microseconds)
        return whole > 0 ? min(max(Double((end - now).microseconds) / whole, 0), 1) : 0
    }
}
