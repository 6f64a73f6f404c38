extension TouchSequence {
    /// One finger of the sequence, down or lifted.
    struct Finger: Equatable, Sendable {
        var id: ContactID
        /// The landing point.
        var start: Vector
        var position: Vector
        /// The length of the path up to `mark`, in pt.
        var pathToMark: Points = 0
        var mark: Vector
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
        var path: Points { pathToMark + position.distance(to: mark) }

        /// - Parameter stride: the shortest movement that counts for the path; shorter ones are taken for noise.
        mutating func move(to newPosition: Vector, stride: Points) {
            position = newPosition
            let distance = newPosition.distance(to: mark)
            guard distance.reaches(stride) else { return }
            pathToMark += distance
            mark = newPosition
        }
    }
}
