import GestureCore
import GestureProtocol
import Text

/// The frames of a ``TouchScore`` on a touchscreen: each gesture is made so that it is recognized with the default thresholds. Other
/// gestures can cover the same touch: a stroke that ends far from its start is also a swipe.
package struct TouchSketch {
    package private(set) var frames: [TouchFrame] = []
    private let size: Vector
    private let thresholds = Thresholds()
    /// The time of the last lift.
    private var now = Instant(microseconds: 0)
    private var lastContact: UInt64 = 0
    private var changeCount = 0

    /// The pause between two gestures: no tap waits for another one any more.
    private static let pause = Interval.milliseconds(700)
    /// The interval between two frames of a moving finger, and the largest number of frames of one movement.
    private static let interval = Interval.milliseconds(10)
    private static let mostSteps: Int64 = 200
    /// Limits what a text of a few bytes can ask for.
    private static let mostChanges = 200_000
    private static let longest = Interval.milliseconds(86_400_000)

    /// - Parameter size: of the touchscreen, in pt.
    /// - Throws: the first gesture that does not fit on the touchscreen, or a limit that is exceeded.
    package init(_ score: TouchScore, on size: Vector) throws(NotationError) {
        self.size = size
        var times: [(begin: Instant, end: Instant)] = []
        var wait: Interval? = .zero
        var held: TouchScore.Touch?
        for (index, step) in score.steps.enumerated() {
            switch step {
            case .pause(let time):
                wait = time
                times.append((now, now))
            case .touch(let touch):
                if Self.movesOn(after: touch, score.steps, index) {
                    held = touch
                    times.append((now, now))
                    continue
                }
                let isFirst = frames.isEmpty
                now = now + (wait ?? (isFirst ? .zero : Self.pause))
                let begin = now
                do throws(NotationError) {
                    try draw(touch, after: held)
                } catch {
                    throw error.inGesture(at: touch.column)
                }
                if held != nil { times[times.count - 1].begin = begin }
                held = nil
                wait = nil
                times.append((begin, now))
            }
        }
        for limit in score.limits
        where times[limit.steps.upperBound].end - times[limit.steps.lowerBound].begin > limit.time {
            let time = times[limit.steps.upperBound].end - times[limit.steps.lowerBound].begin
            throw NotationError("these gestures take \(time.words): expected a longer time after 'within'")
                .inGesture(at: limit.column)
        }
    }

    /// Whether the fingers of a hold stay down and make the next gesture, as a sequence requires.
    private static func movesOn(after touch: TouchScore.Touch, _ steps: [TouchScore.Step], _ index: Int) -> Bool {
        guard touch.pattern.kind == .longPress, index + 1 < steps.count, case .touch(let next) = steps[index + 1],
            next.continues
        else { return false }
        return ![.tap, .longPress].contains(next.pattern.kind)
    }

    // MARK: One gesture

    /// - Parameter held: the hold whose fingers make the gesture.
    private mutating func draw(_ touch: TouchScore.Touch, after held: TouchScore.Touch?) throws(NotationError) {
        let pattern = touch.pattern
        let fingers = try Self.fingers(pattern, held?.pattern)
        guard fingers + pattern.restingFingers <= FingerSet.largest else {
            throw NotationError("expected at most \(FingerSet.largest) fingers, those that rest included")
        }
        let (motion, centre) = try placed(touch, held, fingers)
        let duration = try duration(of: pattern)
        let rest = held.map { holdingTime(of: $0.pattern) } ?? .zero
        guard now + rest + duration <= Instant(microseconds: 0) + Self.longest else {
            throw NotationError("expected at most \(Self.longest.words) in total")
        }
        let resting = try land(pattern.restingFingers, besides: centre)
        for count in 0..<pattern.count {
            if count > 0 { now = now + Self.tapPause }
            try play(motion, at: centre, duration, rest: rest)
        }
        if !resting.isEmpty {
            now = now + Self.margin
            try append(resting.map { ContactChange($0.contact, .up, at: $0.position) })
        }
    }

    /// Between the taps of a double tap.
    private static let tapPause = Interval.milliseconds(120)
    /// Longer than a time that has to pass, shorter than any other that matters.
    private static let margin = Interval.milliseconds(200)

    private static func fingers(_ pattern: GesturePattern, _ held: GesturePattern?) throws(NotationError) -> Int {
        for fingers in pattern.kind.minimumFingers...FingerSet.largest
        where pattern.fingers.contains(fingers) && held?.fingers.contains(fingers) ?? true { return fingers }
        throw NotationError(
            "the fingers of the hold make the gesture after 'then': expected the same number of fingers")
    }

    /// The time from the first landing to the last lift.
    private func duration(of pattern: GesturePattern) throws(NotationError) -> Interval {
        let usual: Interval
        switch pattern.kind {
        case .tap: usual = .milliseconds(60)
        case .press, .touch, .activity: usual = .milliseconds(100)
        case .longPress: return holdingTime(of: pattern)
        case .swipe, .edgeSwipe: usual = .milliseconds(200)
        case .drag, .pinch, .rotation: usual = .milliseconds(400)
        case .stroke: usual = .milliseconds(1000)
        }
        let (least, most) = (pattern.durations.lowerBound, pattern.durations.upperBound)
        guard least <= most, most >= .milliseconds(20) else {
            throw NotationError("no finger is that fast: expected 20ms or more after 'under'")
        }
        if usual < least { return min(least.adding(Self.margin), most) }
        return usual > most ? max(least, Interval(microseconds: most.microseconds * 4 / 5)) : usual
    }

    /// The time for which the fingers of a hold rest.
    private func holdingTime(of pattern: GesturePattern) -> Interval {
        (pattern.minimumDuration ?? thresholds.longPress).adding(Self.margin)
    }

    private struct Finger {
        var contact: ContactID
        var position: Vector
    }

    /// Lands the fingers that rest while others act.
    private mutating func land(_ count: Int, besides centre: Vector) throws(NotationError) -> [Finger] {
        guard count > 0 else { return [] }
        let offset = min(Millimetres.points(100), size.x * 0.4)
        let column = centre.x < size.x / 2 ? centre.x + offset : centre.x - offset
        let fingers = (0..<count).map { index in
            Finger(
                contact: newContact(),
                position: Vector(x: column, y: size.y * Double(index + 1) / Double(count + 1)))
        }
        try append(fingers.map { ContactChange($0.contact, .down, at: $0.position) })
        now = now + Self.margin
        return fingers
    }

    private mutating func newContact() -> ContactID {
        lastContact += 1
        return ContactID(lastContact)
    }

    /// Lands, moves and lifts the fingers.
    private mutating func play(
        _ motion: Motion, at centre: Vector, _ duration: Interval, rest: Interval
    ) throws(NotationError) {
        let contacts = motion.start.map { _ in newContact() }
        func changes(_ action: ContactChange.Action, _ part: Double) -> [ContactChange] {
            contacts.indices.map { ContactChange(contacts[$0], action, at: centre + motion.offset($0, part)) }
        }
        try append(changes(.down, 0))
        now = now + rest
        let landing = now
        if motion.moves {
            let steps = min(max(duration.microseconds / Self.interval.microseconds, 2), Self.mostSteps)
            for step in 1..<steps {
                now = landing + Interval(microseconds: duration.microseconds * step / steps)
                // The last step is complete before the lift.
                try append(changes(.move, Double(step) / Double(steps - 1)))
            }
        }
        now = landing + duration
        try append(changes(.up, 1))
    }

    private mutating func append(_ changes: [ContactChange]) throws(NotationError) {
        changeCount += changes.count
        guard changeCount <= Self.mostChanges else {
            throw NotationError("expected fewer or shorter gestures in total")
        }
        frames.append(TouchFrame(surface: SurfaceID(1), time: now, changes: changes))
    }

    // MARK: The place

    /// Returns a motion that fits, and where its centre lands.
    private func placed(
        _ touch: TouchScore.Touch, _ held: TouchScore.Touch?, _ fingers: Int
    ) throws(NotationError) -> (Motion, Vector) {
        for scale in [1, 0.8, 0.6, 0.4, 0.25] {
            for motion in Motion.all(touch, fingers, scale, thresholds) {
                if let centre = centre(for: motion, touch, held) { return (motion, centre) }
            }
        }
        let place = touch.place != nil || touch.pattern.area != nil ? "another place, or " : ""
        throw NotationError("the gesture does not fit there: expected \(place)a larger touchscreen (--size)")
    }

    /// Returns where the centre of the fingers lands, as near as possible to the middle of the area; nil if the motion fits
    /// nowhere.
    private func centre(for motion: Motion, _ touch: TouchScore.Touch, _ held: TouchScore.Touch?) -> Vector? {
        let pattern = touch.pattern
        let (low, high) = motion.corners
        let (landingLow, landingHigh) = motion.landingCorners
        var columns = Range(-low.x, size.x - high.x).inset(by: Self.rim)
        var rows = Range(-low.y, size.y - high.y).inset(by: Self.rim)
        for area in [pattern.area, held?.pattern.area] {
            guard let area else { continue }
            columns = columns.intersection(
                Range(area.x * size.x, (area.x + area.width) * size.x).inset(by: Self.inside)
                    .shrunk(landingLow.x, landingHigh.x))
            rows = rows.intersection(
                Range(area.y * size.y, (area.y + area.height) * size.y).inset(by: Self.inside)
                    .shrunk(landingLow.y, landingHigh.y))
        }
        switch pattern.kind {
        case .edgeSwipe, .drag:
            let edge = pattern.edge ?? (pattern.kind == .edgeSwipe ? motion.edge : nil)
            if let edge { keep(at: edge, &columns, &rows) }
        case .swipe:
            // One that starts nearer to the edge is an edge swipe.
            columns = columns.intersection(Range(0, size.x).inset(by: thresholds.edge + Self.rim))
            rows = rows.intersection(Range(0, size.y).inset(by: thresholds.edge + Self.rim))
        default: break
        }
        let place = touch.place ?? held?.place
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        guard let place else {
            // Away from the edges, unless asked for.
            let middle = pattern.area ?? held?.pattern.area ?? Rectangle(x: 0, y: 0, width: 1, height: 1)
            return Vector(
                x: columns.nearest(to: (middle.x + middle.width / 2) * size.x),
                y: rows.nearest(to: (middle.y + middle.height / 2) * size.y))
        }
        let centre = Vector(x: place.x * size.x, y: place.y * size.y)
        return columns.contains(centre.x) && rows.contains(centre.y) ? centre : nil
    }

    private func keep(at edge: EdgeLocation.Edge, _ columns: inout Range, _ rows: inout Range) {
        let band = Range(0, thresholds.edge - Self.rim)
        let (alongX, alongY) = (
            Range(0, size.x).inset(by: thresholds.edge + Self.rim),
            Range(0, size.y).inset(by: thresholds.edge + Self.rim)
        )
        switch edge {
        case .left: (columns, rows) = (columns.intersection(band), rows.intersection(alongY))
        case .right:
            (columns, rows) = (columns.intersection(band.mirrored(in: size.x)), rows.intersection(alongY))
        case .top: (columns, rows) = (columns.intersection(alongX), rows.intersection(band))
        case .bottom:
            (columns, rows) = (columns.intersection(alongX), rows.intersection(band.mirrored(in: size.y)))
        }
    }

    /// Fingers stay this far within the touchscreen, in pt: 0.5 mm.
    private static let rim: Points = 3.2
    /// Fingers land this far within an area, in pt: more than a device rounds a position by.
    private static let inside: Points = 0.2
}

/// Positions from one to another, in pt.
private struct Range {
    var start: Points
    var end: Points

    init(_ start: Points, _ end: Points) { (self.start, self.end) = (start, end) }

    var isEmpty: Bool { start > end }

    func contains(_ position: Points) -> Bool { start <= position && position <= end }
    func inset(by distance: Points) -> Range { Range(start + distance, end - distance) }
    func intersection(_ other: Range) -> Range { Range(max(start, other.start), min(end, other.end)) }
    /// The positions at which something that reaches from `low` to `high` is in the range.
    func shrunk(_ low: Points, _ high: Points) -> Range { Range(start - low, end - high) }
    func mirrored(in length: Points) -> Range { Range(length - end, length - start) }
    func nearest(to position: Points) -> Points { min(max(position, start), end) }
}

enum Millimetres {
    static func points(_ millimetres: Double) -> Points { millimetres / Points.millimetresPerPoint }
}

extension Interval {
    fileprivate func adding(_ other: Interval) -> Interval { Interval(microseconds: microseconds + other.microseconds) }
}
