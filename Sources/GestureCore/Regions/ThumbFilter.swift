/// Excludes thumbs that rest on a touchpad from recognition.
///
/// All rules but the second are libinput's, simplified. They apply to two fingers of which one is at least 10 mm below the
/// other. The lower one is a thumb
/// - if it rests (has moved less than 1.5 mm) while the other moves 4 mm;
/// - if the two were taken for a pinch or a rotation, and it only slipped: it has moved less than three eighths of the distance
///   of the other, the same proportion, and less than 3 mm;
/// - if it rests in the lowest 15 % of the pad when the other lands, and has been down for longer than the fingers of one hand
///   take to land;
/// - if it lands in the lowest 8 % when the other has been down for as long.
///
/// The first two apply to a finger that may be a resting thumb:
/// - the lower one was there first, and the other landed later than the fingers of one hand land;
/// - or it landed as much later, beside a finger that had moved by 0.5 mm, or in the lowest 15 %;
/// - or it landed in the lowest 8 %.
///
/// Otherwise a hand has put down both for a pinch or a rotation, of which the thumb may be the pivot; see ``FingerMotion``. To
/// libinput, every lower finger that rests is a thumb.
///
/// A thumb is cancelled like a palm, and ignored until it is lifted or proves to be a finger that sets out late: it moves 1.5 mm
/// within 300 ms, and 4 mm within 300 ms more, at least three eighths of the distance of the other. Then it is reported late, as
/// if it landed where it rested, and makes no press, tap or long press.
///
/// libinput never takes back a pinch, as the second rule does. The limit of this rule is the distance at which ChromeOS is
/// certain of a pinch: a finger has moved 8 mm ("Pinch Certain Minimum Movement"), of which 3 mm are three eighths. The rules
/// about the lowest part apply to pads at least 50 mm high, which have room for a thumb.
struct ThumbFilter: Equatable, Sendable {
    struct Finger: Equatable, Sendable {
        var contact: ContactID
        /// The position when this finger or another one last landed.
        var base: Vector
        var position: Vector
        var landed: Instant
        var isThumb = false
        /// Whether it can be a thumb that rests, and not the pivot of a pinch.
        var canRest = true
        /// The time at which it became a thumb or, if it moved soon after that, at which it did.
        var excluded = Instant.distantPast
        var isRestless = false
        /// The largest distance from `base` so far, in pt.
        var farthest: Points = 0

        var travel: Points { position.distance(to: base) }

        mutating func move(to newPosition: Vector) {
            position = newPosition
            farthest = max(farthest, travel)
        }

        mutating func rebase() {
            base = position
            farthest = 0
        }
    }

    /// The height of the pad, in pt.
    private let height: Points
    private(set) var fingers: [Finger] = []
    private var filtered: [ContactChange] = []

    init(on surface: Surface) {
        height = surface.size.y
    }

    var isTouched: Bool { !fingers.isEmpty }

    /// Removes the changes of thumbs from `changes`.
    ///
    /// - Parameter areSpread: whether the fingers were taken for a pinch or a rotation.
    mutating func filter(_ changes: inout [ContactChange], areSpread: Bool, at now: Instant) {
        filtered.removeAll(keepingCapacity: true)
        for change in changes where change.action != .down { follow(change, at: now) }
        if fingers.count == 2 { findThumbAmongTwo(areSpread: areSpread, at: now) }
        let landings = changes.count { $0.action == .down }
        for change in changes where change.action == .down {
            land(change, at: now, isAlone: landings == 1 && fingers.count == 1)
        }
        swap(&changes, &filtered)
    }

    private mutating func follow(_ change: ContactChange, at now: Instant) {
        guard let index = fingers.firstIndex(where: { $0.contact == change.contact }) else {
            filtered.append(change)
            return
        }
        if change.action == .move { fingers[index].move(to: change.position) }
        if !fingers[index].isThumb {
            filtered.append(change)
        } else if change.action == .move, setsOut(index, at: now) {
            returnThumb(index, change)
        }
        if change.action != .move { fingers.remove(at: index) }
    }

    /// - Parameter isAlone: whether this is the second finger, and no third lands with it.
    private mutating func land(_ change: ContactChange, at now: Instant, isAlone: Bool) {
        guard !fingers.contains(where: { $0.contact == change.contact }) else { return }
        var finger = Finger(contact: change.contact, base: change.position, position: change.position, landed: now)
        if isAlone, now - fingers[0].landed > Thresholds.together {
            let (y, other) = (change.position.y, fingers[0].position.y)
            if (y - other).reaches(Self.reach) {
                finger.isThumb = !fingers[0].isThumb && lies(finger, below: Self.lowest)
                finger.excluded = now
            } else if (other - y).reaches(Self.reach), lies(fingers[0], below: Self.low), isStationary(fingers[0]) {
                declareThumb(0, at: now)
            }
        }
        finger.canRest = lies(finger, below: Self.lowest) || isLate(finger, at: now)
        for index in fingers.indices {
            if fingers.count == 1 {
                fingers[index].canRest =
                    lies(fingers[index], below: Self.lowest) || now - fingers[index].landed > Thresholds.together
            }
            fingers[index].rebase()
        }
        fingers.append(finger)
        if !finger.isThumb { filtered.append(change) }
    }

    private mutating func findThumbAmongTwo(areSpread: Bool, at now: Instant) {
        let lower = fingers[0].position.y > fingers[1].position.y ? 0 : 1
        let other = 1 - lower
        let distance = fingers[other].travel
        let limit =
            areSpread ? min(distance, 2 * FingerMotion.clearMove) * Self.slip : FingerMotion.minimumMove
        guard fingers[lower].canRest, !fingers[lower].farthest.reaches(limit), !fingers[other].isThumb,
            distance.reaches(FingerMotion.clearMove),
            (fingers[lower].base.y - fingers[other].base.y).reaches(Self.reach)
        else { return }
        declareThumb(lower, at: now)
    }

    /// Returns whether a finger is below a part of the height of a pad that has room for a thumb.
    private func lies(_ finger: Finger, below part: Double) -> Bool {
        height.reaches(Self.roomyHeight) && finger.position.y.exceeds(height * part)
    }

    /// Returns whether a finger that lands now is late: others have been down for a while, and one of them has moved, or it lands where
    /// thumbs rest.
    private func isLate(_ landing: Finger, at now: Instant) -> Bool {
        var isLate = lies(landing, below: Self.low)
        for index in fingers.indices where !fingers[index].isThumb {
            guard now - fingers[index].landed > Thresholds.together else { return false }
            if fingers[index].farthest.reaches(FingerMotion.noise) { isLate = true }
        }
        return isLate
    }

    private func isStationary(_ finger: Finger) -> Bool { !finger.farthest.reaches(FingerMotion.minimumMove) }

    private mutating func declareThumb(_ index: Int, at now: Instant) {
        guard !fingers[index].isThumb else { return }
        fingers[index].isThumb = true
        fingers[index].excluded = now
        fingers[index].isRestless = false
        fingers[index].rebase()
        filtered.removeAll { $0.contact == fingers[index].contact }
        filtered.append(ContactChange(fingers[index].contact, .cancel, at: fingers[index].position))
    }

    /// Returns whether a thumb that has moved proves to be a finger.
    private mutating func setsOut(_ index: Int, at now: Instant) -> Bool {
        guard now - fingers[index].excluded <= Self.correction, !isStationary(fingers[index]) else { return false }
        if !fingers[index].isRestless {
            fingers[index].isRestless = true
            fingers[index].excluded = now
        }
        var longest: Points = 0
        for other in fingers.indices where other != index { longest = max(longest, fingers[other].travel) }
        return fingers[index].travel.reaches(max(FingerMotion.clearMove, longest * Self.slip))
    }

    /// Reports a thumb that proved to be a finger. Its next change reports where it is.
    private mutating func returnThumb(_ index: Int, _ change: ContactChange) {
        var landing = change
        landing.action = .down
        landing.position = fingers[index].base
        landing.isLate = true
        filtered.append(landing)
        fingers[index].isThumb = false
        fingers[index].canRest = false
        for other in fingers.indices where other != index { fingers[other].rebase() }
    }

    /// The smallest distance of a thumb below the finger, in pt: 10 mm. Of two fingers side by side in a scroll, one can lag
    /// behind.
    static let reach: Points = 63

    /// The smallest height of a pad for the rules about its lowest part: 50 mm in pt.
    private static let roomyHeight: Points = 314.96
    /// The parts of the height from which on thumbs often and nearly always rest.
    private static let low = 0.85
    private static let lowest = 0.92
    /// The part of the distance of the other finger up to which a thumb only slips: 1.5 mm of 4 mm.
    private static let slip = FingerMotion.minimumMove / FingerMotion.clearMove
    /// The time in which a thumb has to move to prove to be a finger.
    private static let correction = Interval.milliseconds(300)
}
