extension TouchSequence {
    /// One finger of the sequence, down or lifted.
    struct Finger: Equatable, Sendable {
        var id: ContactID
        /// The landing point.
        var start: Vector
        var position: Vector
        /// The length of the path up to `mark`, in pt.
        var pathToMark: Points = 0
        /// A point that the finger pulls behind it on a thread (``TouchSequence/thread(slop:)``). Smaller movements are noise.
        var mark: Vector
        /// The last time at which `mark` moved; the landing if it never did.
        var marked: Instant
        /// The position when the number of fingers last changed.
        var base: Vector
        /// The position in the previous frame.
        var previous: Vector
        var landed: Instant
        var lifted: Instant?
        /// The number of landings before this one in the sequence.
        var ordinal: Int

        var isDown: Bool { lifted == nil }
        var travel: Vector { position - start }

        /// - Parameter thread: the length of the thread from the finger to `mark`, in pt.
        mutating func move(to newPosition: Vector, at now: Instant, thread: Points) {
            position = newPosition
            let offset = newPosition - mark
            let square = offset.dot(offset)
            guard square > thread * thread else { return }
            let distance = square.squareRoot()
            let pulled = distance - thread
            pathToMark += pulled
            mark += offset * (pulled / distance)
            marked = now
        }

        /// The length of the path in pt, without noise.
        ///
        /// The thread swallows twice its length wherever the finger turns back. It is added once, which is exact for a finger that has
        /// gone there and part of the way back.
        func path(slop: Points) -> Points {
            let swallowed = pathToMark > 0 ? 2 * TouchSequence.thread(slop: slop) : 0
            return pathToMark + position.distance(to: mark) + swallowed
        }

        /// Returns whether the finger is down and has not moved for as long as a hand that leans on the surface.
        func rests(at now: Instant) -> Bool { isDown && now - marked > Thresholds.rest }
    }
}
