/// Decides at the lift which shape a single finger drew: the most similar one, if it is similar enough.
///
/// Most movements draw no shape. A stroke therefore has to be at least 5 mm large, its ends have to be nearer to each other than
/// those of a swipe (``straightness``), and it has to be more similar to the shape than to a line or to a quarter of a
/// circle, which is how a drag bends when the wrist turns.
struct StrokeRecognizer: Equatable, Sendable {
    /// The smallest width or height of a stroke, in pt: 5 mm.
    static let smallest: Points = 31.5

    /// The largest distance between the ends, as a fraction of the length. It keeps out all swipes, and one in 300 strokes.
    static let straightness = 0.8

    /// The memory of one recognizer, in bytes.
    static let memory = 2 * StrokePath.capacity * MemoryLayout<Vector>.stride

    private let shapes: [StrokeShape]
    /// Movements that draw no shape.
    private let plain = StrokeTemplate.plain
    private var finger: ContactID?
    private var path = StrokePath()

    /// - Parameter shapes: all shapes that compete. Events name them by their index.
    init(_ shapes: [StrokeShape]) { self.shapes = shapes }

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
            guard let found = recognize() else { return }
            output.emit(
                .stroke, .ended, output.newGesture(), at: now, fingers: 1, point: sequence.centre,
                .stroke(shape: found.shape, score: found.score))
        case .cancelled: break
        }
    }

    private func recognize() -> (shape: Int, score: Double)? {
        guard path.size.reaches(Self.smallest),
            let stroke = StrokeTemplate(path.points, straightness: Self.straightness)
        else { return nil }
        var best: (shape: Int, similarity: Float) = (0, -.infinity)
        for index in shapes.indices {
            let similarity = shapes[index].similarity(of: stroke)
            if similarity > best.similarity { best = (index, similarity) }
        }
        let score = Double(best.similarity)
        guard score.reaches(shapes[best.shape].threshold) else { return nil }
        for index in plain.indices where plain[index].similarity(to: stroke, within: .any) >= best.similarity {
            return nil
        }
        return (best.shape, score)
    }
}

extension StrokeTemplate {
    /// A line, and a quarter of a circle drawn in both directions.
    fileprivate static let plain =
        [
            [Vector(x: 0, y: 0), Vector(x: 1, y: 0)], Angle.arc(from: 0, to: 90), Angle.arc(from: 0, to: -90),
        ].compactMap { StrokeTemplate($0, straightness: 1) }
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

    /// The width or the height, whichever is larger.
    var size: Points {
        var (low, high) = (points[0], points[0])
        for point in points {
            low = Vector(x: min(low.x, point.x), y: min(low.y, point.y))
            high = Vector(x: max(high.x, point.x), y: max(high.y, point.y))
        }
        return max(high.x - low.x, high.y - low.y)
    }
}
