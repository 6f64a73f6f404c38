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
    private(set) var lastLift = Instant.distantPast
    /// Whether a finger has strayed beyond slop, or did so before it was reported; stays so for the rest of the sequence.
    private(set) var hasLeftSlop = false
    /// Whether no finger landed after another was lifted: only then do all fingers make one tap or one swipe.
    private(set) var isClean = true
    /// How many are still to be lifted in the frame that is being followed, and how many to land.
    private(set) var lifts = 0
    private(set) var arrivals = 0
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
    private(set) var turnAtCountChange = 0.0
    /// What the fingers of a touchpad do with each other.
    private(set) var fingerMotion: FingerMotion
    private(set) var velocityTracker = VelocityTracker()

    init(on kind: Surface.Kind) {
        fingerMotion = FingerMotion(on: kind)
        fingers = []
        fingers.reserveCapacity(Self.capacity)
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

    /// - Parameter guess: where it probably is: fingers come in the same order in every frame.
    func indexOfDown(_ id: ContactID, near guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].id == id, fingers[guess].isDown { return guess }
        for index in fingers.indices where fingers[index].id == id && fingers[index].isDown { return index }
        return nil
    }
}
