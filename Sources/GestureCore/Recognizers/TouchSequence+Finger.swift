extension TouchSequence {
    /// One finger of the sequence, down or lifted.
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
}
