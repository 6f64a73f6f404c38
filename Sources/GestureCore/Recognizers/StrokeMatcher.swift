/// Decides which shape a path shows: the most similar one, if it is similar enough.
///
/// Most movements draw no shape. A stroke therefore has to be at least 5 mm large, its ends have to be nearer to each other than
/// those of a swipe (``straightness``), and it has to be more similar to the shape than to a line, to a line there and
/// back as in scrolling, or to a quarter of a circle, which is how a drag bends when the wrist turns.
public struct StrokeMatcher: Equatable, Sendable {
    public enum Result: Equatable, Sendable {
        /// The index of the shape, and its similarity, 0 … 1.
        case match(shape: Int, score: Double)
        /// No shape is similar enough. The most similar one has this score, 0 if there is no shape.
        case different(score: Double)
        case tooSmall
        /// A line, a line there and back, or a quarter of a circle.
        case tooStraight
    }

    /// The smallest width or height of a stroke, in pt: 5 mm.
    public static let smallest: Points = 31.5

    /// The largest distance between the ends, as a fraction of the length. It keeps out all swipes and lines, and none of 2,159
    /// recorded strokes.
    static let straightness = 0.86

    let shapes: [StrokeShape]
    /// Movements that draw no shape.
    private let plain = StrokeTemplate.plain

    public init(_ shapes: [StrokeShape]) { self.shapes = shapes }

    /// - Parameter path: in pt.
    public func result(for path: [Vector]) -> Result {
        guard size(of: path).reaches(Self.smallest) else { return .tooSmall }
        guard let stroke = StrokeTemplate(path, straightness: Self.straightness) else { return .tooStraight }
        var best: (shape: Int, similarity: Float) = (0, 0)
        for index in shapes.indices {
            let similarity = shapes[index].similarity(of: stroke)
            if similarity > best.similarity { best = (index, similarity) }
        }
        let score = Double(best.similarity)
        guard !shapes.isEmpty, score.reaches(shapes[best.shape].threshold) else { return .different(score: score) }
        for index in plain.indices where plain[index].similarity(to: stroke, within: .any) >= best.similarity {
            return .tooStraight
        }
        return .match(shape: best.shape, score: score)
    }

    /// The width or the height, whichever is larger.
    func size(of path: [Vector]) -> Points {
        guard let (low, high) = path.corners else { return 0 }
        return max(high.x - low.x, high.y - low.y)
    }
}

extension StrokeTemplate {
    /// A line, a line there and back, and a quarter of a circle drawn in both directions.
    fileprivate static let plain =
        [
            [Vector(x: 0, y: 0), Vector(x: 1, y: 0)], [Vector(x: 0, y: 0), Vector(x: 1, y: 0), Vector(x: 0, y: 0)],
            Angle.arc(from: 0, to: 90), Angle.arc(from: 0, to: -90),
        ].compactMap { StrokeTemplate($0, straightness: 1) }
}
