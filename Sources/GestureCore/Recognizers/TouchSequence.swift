/// The fingers on one region from the first landing to the last lift: the geometry that all recognizers share.
///
/// A recognizer is told of one ``Step`` at a time and reads here what it needs. The record of a sequence stays readable after
/// its last lift, until the next landing starts a new one.
struct TouchSequence: Equatable, Sendable {
    /// The parts of a frame, in the order in which they are handled.
    enum Step: Equatable, Sendable, CaseIterable {
        case cancelled, moved, lifted, landed

        var action: ContactChange.Action {
            switch self {
            case .cancelled: .cancel
            case .moved: .move
            case .lifted: .up
            case .landed: .down
            }
        }
    }

    struct Finger: Equatable, Sendable {
        var id: ContactID
        /// Where it landed.
        var start: Vector
        var position: Vector
        /// How long its path was up to `mark`, in pt.
        var pathToMark: Points = 0
        var mark: Vector
        /// Where it was when the number of fingers last changed.
        var base: Vector
        /// Where it was in the frame before.
        var previous: Vector
        var landed: Instant
        var lifted: Instant?
        /// How many had landed before it in this sequence.
        var ordinal: Int

        var isDown: Bool { lifted == nil }
        var travel: Vector { position - start }
        var path: Points { pathToMark + position.distance(to: mark) }

        /// - Parameter stride: what is shorter is taken for noise.
        mutating func move(to newPosition: Vector, stride: Points) {
            position = newPosition
            let way = newPosition.distance(to: mark)
            guard way.reaches(stride) else { return }
            pathToMark += way
            mark = newPosition
        }
    }

    /// Enough for ten fingers and a resting hand; a contact that finds no room is not followed.
    static let capacity = 16

    /// What one takes on the heap, in bytes.
    static let memory = capacity * (MemoryLayout<Finger>.stride + 2 * MemoryLayout<ContactChange>.stride) + 1024

    /// Oldest first; those lifted since the sequence began included.
    private(set) var fingers: [Finger]
    private(set) var downCount = 0
    /// How many have landed, those lost since included.
    private(set) var landings = 0
    /// How many sequence there were before this one on the same region.
    private(set) var number: UInt64 = 0
    private(set) var started = Instant.distantPast
    /// Where its fingers landed; those that are lost do not count, unless none is left.
    private(set) var origin = GestureEvent.Origin(point: .zero, time: .distantPast)
    /// When the number of fingers last changed.
    private(set) var countChanged = Instant.distantPast
    private var lastLift = Instant.distantPast
    /// Whether a finger has strayed beyond slop, or did so before it was reported; stays so for the rest of the sequence.
    private(set) var hasLeftSlop = false
    /// Whether no finger landed after another was lifted: only then do all fingers make one tap or one swipe.
    private(set) var isClean = true
    /// How many are still to be lifted in the frame that is being followed, and how many to land.
    private var lifts = 0
    private var arrivals = 0
    /// The centre of the fingers that are down or, when none is, of those that were lifted together last.
    private(set) var centre = Vector.zero
    /// What the centre has travelled, without the jumps that landings and lifts would cause, in pt.
    private(set) var travel = Vector.zero
    /// The same when the number of fingers last changed.
    private var travelBefore = Vector.zero
    /// How far apart the fingers are, in pt: twice their mean distance from their centre, which for two fingers is the
    /// distance between them.
    private(set) var span: Points = 0
    /// By how much the fingers have turned about their centre, in degrees: turns add up, clockwise ones count.
    private(set) var turn = 0.0
    private var turnAtCountChange = 0.0
    /// What the fingers of a touchpad do with each other.
    private(set) var fingerMotion: FingerMotion
    private var velocityTracker = VelocityTracker()

    init(on kind: Surface.Kind) {
        fingerMotion = FingerMotion(on: kind)
        fingers = []
        fingers.reserveCapacity(Self.capacity)
    }

    // MARK: What recognizers read

    /// How many fingers have taken part.
    var landedCount: Int { fingers.count }

    /// How many fingers the person means: one that was lifted a moment ago still counts, since a hand does not lift all
    /// of its fingers in one frame.
    func fingerCount(at now: Instant) -> Int {
        var count = downCount
        guard count < fingers.count else { return count }
        for finger in fingers {
            if let lifted = finger.lifted, now - lifted <= Thresholds.together { count += 1 }
        }
        return count
    }

    /// By how much they have turned since the number of fingers last changed, in degrees.
    var turnSinceCountChange: Double { turn - turnAtCountChange }

    /// Whether so many fingers are wanted, those that were lifted a moment ago included: a hand that lifts is no smaller hand.
    func hasFingerCount(in wanted: FingerSet, at now: Instant) -> Bool {
        wanted.contains(downCount) && wanted.contains(fingerCount(at: now))
    }

    /// Whether the fingers that stay down to the end of the frame are as many as wanted, and at least `least`. A gesture that
    /// would begin and end in one frame is noise of a finger that is lifted.
    func stays(_ wanted: FingerSet, atLeast least: Int = 1) -> Bool {
        let left = downCount - lifts
        return (lifts == 0 || left >= least && wanted.contains(left))
            && (arrivals == 0 || wanted.contains(left + arrivals))
    }

    /// What the centre has travelled since the number of fingers last changed, in pt.
    var travelSinceCountChange: Vector {
        mean(of: { $0.position - $0.base }) { $0.isDown }
    }

    /// How far apart they were when their number last changed.
    var spanAtCountChange: Points { span(of: { $0.base }, around: mean(of: { $0.base }) { $0.isDown }) }

    private func span(of position: (Finger) -> Vector, around centre: Vector) -> Points {
        guard downCount > 1 else { return 0 }
        var sum = 0.0
        for index in fingers.indices where fingers[index].isDown {
            sum += position(fingers[index]).distance(to: centre)
        }
        return sum * 2 / Double(downCount)
    }

    /// How fast the centre moves, in pt/s.
    func velocity(at now: Instant) -> Velocity { velocityTracker.velocity(at: now) }

    /// When the last of the fingers that are down landed.
    var lastLanding: Instant {
        var last = started
        for finger in fingers where finger.isDown { last = max(last, finger.landed) }
        return last
    }

    func isDown(_ id: ContactID) -> Bool { indexOfDown(id) != nil }

    /// Where the finger with this number landed, while it is down.
    func start(of id: ContactID) -> Vector? { indexOfDown(id).map { fingers[$0].start } }

    /// How many of the fingers are down that were among the first `landings` to land.
    func downCount(ofFirst landings: Int) -> Int {
        var count = 0
        for finger in fingers where finger.ordinal < landings && finger.isDown { count += 1 }
        return count
    }

    /// The centre of those; zero when there is none.
    func centre(ofFirst landings: Int) -> Vector {
        mean(of: { $0.position }) { $0.ordinal < landings && $0.isDown }
    }

    /// Whether all fingers landed, and all were lifted, within `interval` of each other.
    func isTogether(within interval: Interval) -> Bool {
        for finger in fingers where finger.landed - started > interval || !wasLiftedWithLast(finger, within: interval) {
            return false
        }
        return true
    }

    /// Whether a finger was lifted within `interval` before the last lift.
    func wasLiftedWithLast(_ finger: Finger, within interval: Interval) -> Bool {
        guard let lifted = finger.lifted else { return false }
        return lastLift - lifted <= interval
    }

    /// The mean of something of those fingers that are meant; zero when none is.
    func mean(of value: (Finger) -> Vector, where isMeant: (Finger) -> Bool = { _ in true }) -> Vector {
        var sum = Vector.zero
        var count = 0.0
        for index in fingers.indices where isMeant(fingers[index]) {
            sum += value(fingers[index])
            count += 1
        }
        return count > 0 ? sum / count : .zero
    }

    /// - Parameter guess: where it probably is: fingers come in the same order in every frame.
    private func indexOfDown(_ id: ContactID, near guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].id == id, fingers[guess].isDown { return guess }
        for index in fingers.indices where fingers[index].id == id && fingers[index].isDown { return index }
        return nil
    }

    // MARK: How it follows a frame

    /// Looks ahead at a frame that has not moves alone, before its steps.
    mutating func foresee(_ changes: [ContactChange]) {
        (lifts, arrivals) = (0, 0)
        for index in changes.indices {
            switch changes[index].action {
            case .up: if isDown(changes[index].contact) { lifts += 1 }
            case .down: arrivals += 1
            case .cancel, .move: break
            }
        }
    }

    /// Takes the changes of one step.
    ///
    /// - Returns: whether any of them concerned this sequence.
    mutating func follow(_ step: Step, of changes: [ContactChange], at now: Instant, slop: Points) -> Bool {
        var concerned = false
        var guess = 0
        let action = step.action
        // By their places: a copy of each change costs more than the question.
        for index in changes.indices where changes[index].action == action {
            let isConcerned =
                switch step {
                case .cancelled: drop(changes[index].contact, at: now)
                case .moved: move(changes[index], slop: slop, near: &guess)
                case .lifted: lift(changes[index].contact, at: now)
                case .landed: land(changes[index], at: now)
                }
            if isConcerned { concerned = true }
        }
        guard concerned else { return false }
        measure()
        if step == .moved { moved(at: now) }
        if step == .landed || step == .cancelled { updateOrigin() }
        return true
    }

    /// Forgets every finger that is down, as when the device is gone.
    mutating func dropAll() {
        fingers.removeAll { $0.isDown }
        downCount = 0
        measure()
    }

    /// Finds out what all recognizers ask for.
    private mutating func measure() {
        let hasFingers = downCount > 0
        centre = mean(of: { $0.position }) {
            hasFingers ? $0.isDown : wasLiftedWithLast($0, within: Thresholds.together)
        }
        travel = travelBefore + travelSinceCountChange
        span = span(of: { $0.position }, around: centre)
    }

    /// A lost finger is taken out as if it had never been part.
    private mutating func drop(_ id: ContactID, at now: Instant) -> Bool {
        guard let index = indexOfDown(id) else { return false }
        rebase(at: now)
        fingers.remove(at: index)
        downCount -= 1
        return true
    }

    private mutating func move(_ change: ContactChange, slop: Points, near guess: inout Int) -> Bool {
        guard let index = indexOfDown(change.contact, near: guess) else { return false }
        guess = index + 1
        guard fingers[index].position != change.position else { return false }
        fingers[index].move(to: change.position, stride: slop / 4)
        if !hasLeftSlop, fingers[index].travel.length.exceeds(slop) { hasLeftSlop = true }
        return true
    }

    private mutating func moved(at now: Instant) {
        velocityTracker.add(travel, at: now)
        guard downCount > 1 else { return }
        addTurn()
        // Asked before, for then the sequence need not be copied.
        if fingerMotion.isOpen(at: now, countChanged: countChanged) { fingerMotion.follow(self) }
    }

    /// Adds how far all fingers together turned since the frame before: the turn that brings the directions from the centre
    /// to them from where they were to nearest where they are.
    private mutating func addTurn() {
        let before = mean(of: { $0.previous }) { $0.isDown }
        let after = centre
        var (sine, cosine) = (0.0, 0.0)
        for index in fingers.indices where fingers[index].isDown {
            let (from, to) = (fingers[index].previous - before, fingers[index].position - after)
            sine += from.cross(to)
            cosine += from.dot(to)
            fingers[index].previous = fingers[index].position
        }
        if span.reaches(Thresholds.minimumSpan) {
            turn += Angle.of(Vector(x: cosine, y: sine)) * Angle.degreesPerRadian
        }
    }

    private mutating func lift(_ id: ContactID, at now: Instant) -> Bool {
        guard let index = indexOfDown(id) else { return false }
        rebase(at: now)
        fingers[index].lifted = now
        lifts -= 1
        downCount -= 1
        lastLift = now
        return true
    }

    private mutating func land(_ change: ContactChange, at now: Instant) -> Bool {
        arrivals -= 1
        if downCount == 0 { restart(at: now) }
        if downCount < fingers.count {
            // The record of what was lifted serves taps and swipes of all fingers together, which this no longer can be.
            isClean = false
            fingers.removeAll { !$0.isDown }
        }
        guard fingers.count < Self.capacity, !isDown(change.contact) else { return false }
        rebase(at: now)
        fingers.append(
            Finger(
                id: change.contact, start: change.position, position: change.position, mark: change.position,
                base: change.position, previous: change.position, landed: now, lifted: nil, ordinal: landings))
        if change.isLate { hasLeftSlop = true }
        fingerMotion.fingerLanded(isPlaced: change.hasOwnPosition, others: downCount)
        landings += 1
        downCount += 1
        if downCount == 1 { velocityTracker.add(.zero, at: now) }
        return true
    }

    private mutating func restart(at now: Instant) {
        fingers.removeAll(keepingCapacity: true)
        landings = 0
        number += 1
        started = now
        hasLeftSlop = false
        isClean = true
        travelBefore = .zero
        turn = 0
        turnAtCountChange = 0
        fingerMotion.reset()
        velocityTracker.reset()
    }

    private mutating func updateOrigin() {
        guard !fingers.isEmpty else { return }
        origin = GestureEvent.Origin(point: mean(of: { $0.start }), time: started)
    }

    /// Keeps the travel of the centre continuous when the number of fingers is about to change.
    private mutating func rebase(at now: Instant) {
        travelBefore += travelSinceCountChange
        turnAtCountChange = turn
        countChanged = now
        for index in fingers.indices {
            fingers[index].base = fingers[index].position
            fingers[index].previous = fingers[index].position
        }
    }
}
