/// The fingers on one region from the first landing to the last lift, with the geometry that all recognizers share.
///
/// A recognizer follows one ``Step`` at a time and reads what it needs from the sequence. The record of a sequence stays
/// readable after its last lift, until the next landing starts a new one.
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

    /// The largest number of fingers: enough for ten fingers and a resting hand. Further contacts are ignored.
    static let capacity = 16

    /// The length of the thread to ``Finger/mark``, in pt: three quarters of the slop. On wet glass, fingers that rest jump by 1.5 mm,
    /// half as much.
    static func thread(slop: Points) -> Points { slop * 0.75 }

    /// The heap memory of one sequence, in bytes.
    static let memory = capacity * (MemoryLayout<Finger>.stride + 2 * MemoryLayout<ContactChange>.stride) + 1024

    /// The fingers, oldest first. Lifted fingers stay in the list until the next landing.
    private(set) var fingers: [Finger]
    private(set) var downCount = 0
    /// The number of landings, including those of fingers that were lost since.
    private(set) var landings = 0
    /// The number of this sequence on its region, from 1; 0 before the first landing.
    private(set) var number: UInt64 = 0
    private(set) var started = Instant.distantPast
    /// The landing point of the fingers. Lost fingers do not count, unless no other is left.
    private(set) var origin = EngineEvent.Origin(point: .zero, time: .distantPast)
    /// The time at which the number of fingers last changed.
    private(set) var countChanged = Instant.distantPast
    private(set) var lastLift = Instant.distantPast
    /// How the fingers set out.
    private(set) var onset = Onset()
    /// Whether a finger has moved beyond slop, or did so before it was reported. Stays true for the rest of the sequence.
    private(set) var hasLeftSlop = false
    /// Whether no finger landed after another was lifted: only then can all fingers make one tap or one swipe.
    private(set) var isClean = true
    /// The numbers of fingers that are still to be lifted, and to land, in the current frame.
    private(set) var lifts = 0
    private(set) var arrivals = 0
    /// The centre of the fingers that are down or, if no finger is down, of those that were lifted together last.
    private(set) var centre = Vector.zero
    /// The travel of the centre in pt, without the jumps that landings and lifts would cause.
    private(set) var travel = Vector.zero
    /// The travel when the number of fingers last changed.
    private var travelBefore = Vector.zero
    /// The span of the fingers in pt: twice their mean distance from their centre, which for two fingers is the distance
    /// between them.
    private(set) var span: Points = 0
    /// The angle in degrees that the fingers have turned about their centre, clockwise. Turns accumulate.
    private(set) var turn = 0.0
    private(set) var turnAtCountChange = 0.0
    /// The decision whether the fingers of a touchpad travel or spread.
    private(set) var fingerMotion: FingerMotion
    private(set) var velocityTracker = VelocityTracker()

    init(on kind: Surface.Kind) {
        fingerMotion = FingerMotion(on: kind)
        fingers = []
        fingers.reserveCapacity(Self.capacity)
    }

    // MARK: Following a frame

    /// Counts the lifts and landings of a frame before its steps. Not needed if the frame contains only moves.
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

    /// Applies the changes of one step.
    ///
    /// - Returns: whether any of them concerned this sequence.
    mutating func follow(_ step: Step, of changes: [ContactChange], at now: Instant, slop: Points) -> Bool {
        var concerned = false
        var guess = 0
        let action = step.action
        // By index: copying a change is slower than the comparison.
        for index in changes.indices where changes[index].action == action {
            let isConcerned =
                switch step {
                case .cancelled: drop(changes[index].contact, at: now)
                case .moved: move(changes[index], at: now, slop: slop, near: &guess)
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

    /// Removes every finger that is down, as when the device is unplugged.
    mutating func dropAll() {
        fingers.removeAll { $0.isDown }
        downCount = 0
        measure()
    }

    /// Removes fingers of these changes that were lifted at `now`, as if they had never landed.
    mutating func forgetLifts(of changes: [ContactChange], at now: Instant) {
        fingers.removeAll { finger in finger.lifted == now && changes.contains { $0.contact == finger.id } }
        measure()
        updateOrigin()
    }

    /// Updates the values that all recognizers read.
    private mutating func measure() {
        let hasFingers = downCount > 0
        centre = mean(of: { $0.position }) {
            hasFingers ? $0.isDown : wasLiftedWithLast($0, within: Thresholds.together)
        }
        travel = travelBefore + travelSinceCountChange
        span = span(of: { $0.position }, around: centre)
    }

    /// Removes a lost finger as if it had never landed.
    private mutating func drop(_ id: ContactID, at now: Instant) -> Bool {
        guard let index = indexOfDown(id) else { return false }
        rebase(at: now)
        fingers.remove(at: index)
        downCount -= 1
        return true
    }

    private mutating func move(_ change: ContactChange, at now: Instant, slop: Points, near guess: inout Int) -> Bool {
        guard let index = indexOfDown(change.contact, near: guess) else { return false }
        guess = index + 1
        guard fingers[index].position != change.position else { return false }
        fingers[index].move(to: change.position, at: now, thread: Self.thread(slop: slop))
        if !hasLeftSlop, fingers[index].travel.length.exceeds(slop) { hasLeftSlop = true }
        return true
    }

    private mutating func moved(at now: Instant) {
        velocityTracker.add(travel, at: now)
        if !onset.isKnown { onset.follow(travel, since: started, at: now) }
        guard downCount > 1 else { return }
        addTurn()
        // Checked first, because passing the sequence copies it.
        if fingerMotion.isOpen(at: now, countChanged: countChanged) {
            fingerMotion.follow(self, at: now)
        }
    }

    /// Adds the angle that all fingers together turned since the previous frame: the rotation that brings the previous
    /// directions from the centre to the fingers nearest to the current ones.
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
            // Lifted fingers are kept for taps and swipes of all fingers together, which this sequence can no longer become.
            isClean = false
            fingers.removeAll { !$0.isDown }
        }
        guard fingers.count < Self.capacity, !isDown(change.contact) else { return false }
        rebase(at: now)
        fingers.append(
            Finger(
                id: change.contact, start: change.position, position: change.position, mark: change.position,
                marked: now, base: change.position, previous: change.position, landed: now, lifted: nil,
                ordinal: landings))
        if change.isLate { hasLeftSlop = true }
        if change.wasHeld { onset.ignore() }
        fingerMotion.fingerLanded(isPlaced: change.hasOwnPosition, others: downCount, moves: hasLeftSlop)
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
        onset = Onset()
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
        origin = EngineEvent.Origin(point: mean(of: { $0.start }), time: started)
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

    /// - Parameter guess: the likely index: fingers come in the same order in every frame.
    func indexOfDown(_ id: ContactID, near guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].id == id, fingers[guess].isDown { return guess }
        for index in fingers.indices where fingers[index].id == id && fingers[index].isDown { return index }
        return nil
    }
}
