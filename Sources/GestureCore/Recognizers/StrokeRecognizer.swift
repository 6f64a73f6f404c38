/// Follows the path of a single finger, and matches it with shapes when the finger is lifted.
struct StrokeRecognizer: Equatable, Sendable {
    /// The memory of one recognizer, in bytes.
    static let memory = 2 * StrokePath.capacity * MemoryLayout<Vector>.stride

    let matcher: StrokeMatcher
    private var finger: ContactID?
    private(set) var path = StrokePath()

    /// - Parameter shapes: all shapes that compete. Events name them by their index.
    init(_ shapes: [StrokeShape]) { matcher = StrokeMatcher(shapes) }

    mutating func follow(
        _ step: TouchSequence.Step, of sequence: TouchSequence, at now: Instant, _ rules: Rules,
        into output: inout Output
    ) {
        switch step {
        case .landed:
            guard sequence.landings == 1 else { return }
            finger = sequence.fingers[0].id
            path.start(at: sequence.fingers[0].start)
        case .moved:
            // The oldest finger is the first one.
            guard sequence.fingers[0].id == finger else { return }
            path.add(sequence.fingers[0].position)
        case .lifted:
            guard sequence.downCount == 0, sequence.isClean, sequence.landedCount == 1, sequence.hasLeftSlop,
                sequence.fingers[0].id == finger, rules.selection[.stroke].contains(1)
            else { return }
            path.end(at: sequence.fingers[0].position)
            guard case .match(let shape, let score) = matcher.result(for: path.points) else { return }
            output.emit(
                .stroke, .ended, output.newGesture(), at: now, fingers: 1, point: sequence.centre,
                .stroke(shape: shape, score: score))
        case .cancelled: break
        }
    }
}

/// The path of a finger, as points at least ``spacing`` apart. It allocates only when it is created.
struct StrokePath: Equatable, Sendable {
    static let capacity = 256
    /// The spacing of a short path, in pt. Movements below it are noise of a finger that rests.
    static let finestSpacing: Points = 2

    private(set) var points: [Vector] = []
    private(set) var spacing = finestSpacing

    init() { points.reserveCapacity(Self.capacity) }

    mutating func start(at position: Vector) {
        points.removeAll(keepingCapacity: true)
        points.append(position)
        spacing = Self.finestSpacing
    }

    mutating func add(_ position: Vector) {
        guard position.distance(to: points[points.count - 1]) >= spacing else { return }
        // One point is left for the end.
        if points.count == Self.capacity - 1 { thin() }
        points.append(position)
    }

    mutating func end(at position: Vector) {
        if position != points[points.count - 1] { points.append(position) }
    }

    /// Removes every second point.
    @inline(never)
    private mutating func thin() {
        for index in 1...Self.capacity / 2 - 1 { points[index] = points[2 * index] }
        points.removeLast(points.count - Self.capacity / 2)
        spacing *= 2
    }
}
