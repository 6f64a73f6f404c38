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
/// libinput never takes back a pinch, as the second rule does. The limit of this rule is the distance at which ChromeOS is
/// certain of a pinch: a finger has moved 8 mm ("Pinch Certain Minimum Movement"), of which 3 mm are three eighths. The last
/// two rules apply to pads at least 50 mm high, which have room for a thumb. A thumb is cancelled like a palm, and ignored
/// until it is lifted.
struct ThumbFilter: Equatable, Sendable {
    struct Finger: Equatable, Sendable {
        var contact: ContactID
        /// The position when this finger or another one last landed.
        var base: Vector
        var position: Vector
        var landed: Instant
        var isThumb = false
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
        if fingers.count == 2 { findThumbAmongTwo(areSpread: areSpread) }
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
        if !fingers[index].isThumb { filtered.append(change) }
        if change.action != .move { fingers.remove(at: index) }
    }

    /// - Parameter isAlone: whether this is the second finger, and no third lands with it.
    private mutating func land(_ change: ContactChange, at now: Instant, isAlone: Bool) {
        guard !fingers.contains(where: { $0.contact == change.contact }) else { return }
        var finger = Finger(contact: change.contact, base: change.position, position: change.position, landed: now)
        if isAlone, height.reaches(Self.roomyHeight), now - fingers[0].landed > Thresholds.together {
            let (y, other) = (change.position.y, fingers[0].position.y)
            if (y - other).reaches(Self.reach) {
                finger.isThumb = !fingers[0].isThumb && y.exceeds(height * 0.92)
            } else if (other - y).reaches(Self.reach), other.exceeds(height * 0.85), isStationary(fingers[0]) {
                declareThumb(0)
            }
        }
        for index in fingers.indices { fingers[index].rebase() }
        fingers.append(finger)
        if !finger.isThumb { filtered.append(change) }
    }

    private mutating func findThumbAmongTwo(areSpread: Bool) {
        let lower = fingers[0].position.y > fingers[1].position.y ? 0 : 1
        let other = 1 - lower
        let distance = fingers[other].travel
        let limit =
            areSpread ? min(distance / FingerMotion.clearMove, 2) * FingerMotion.minimumMove : FingerMotion.minimumMove
        guard !fingers[lower].farthest.reaches(limit), !fingers[other].isThumb,
            distance.reaches(FingerMotion.clearMove),
            (fingers[lower].base.y - fingers[other].base.y).reaches(Self.reach)
        else { return }
        declareThumb(lower)
    }

    private func isStationary(_ finger: Finger) -> Bool { !finger.farthest.reaches(FingerMotion.minimumMove) }

    private mutating func declareThumb(_ index: Int) {
        guard !fingers[index].isThumb else { return }
        fingers[index].isThumb = true
        filtered.removeAll { $0.contact == fingers[index].contact }
        filtered.append(ContactChange(fingers[index].contact, .cancel, at: fingers[index].position))
    }

    /// The smallest distance of a thumb below the finger, in pt: 10 mm. Of two fingers side by side in a scroll, one can lag
    /// behind.
    private static let reach: Points = 63

    /// The smallest height of a pad for the last two rules: 50 mm in pt.
    private static let roomyHeight: Points = 314.96
}
