import GestureCore
import TestSupport
import Testing

/// Templates of strokes: what they are made of, and how they compare.
@Suite struct StrokeTemplateTests {
    private static func path(_ points: [(Double, Double)]) -> [Vector] { points.map { Vector(x: $0.0, y: $0.1) } }

    private static let tiny = Double.leastNonzeroMagnitude
    private static let huge = Double.greatestFiniteMagnitude

    @Test(
        arguments: [
            ("nothing", []), ("one point", [(1, 2)]), ("equal points", [(1, 2), (1, 2), (1, 2)]),
            ("a line", [(0, 0), (1, 2)]), ("a line of several points", [(0, 0), (1, 2), (2, 4), (3, 6)]),
            ("a line that bends by less than 0.95 of its length", [(0, 0), (50, 15), (100, 0)]),
            ("not a number", [(0, 0), (.nan, 2), (2, 0)]), ("not a number at the end", [(0, 0), (1, 2), (2, .nan)]),
            ("infinite", [(0, 0), (1, .infinity), (2, 0)]),
            ("infinite both ways", [(-.infinity, 0), (1, 2), (.infinity, 0)]),
            ("an extent that is not finite", [(-huge, 0), (0, 1), (huge, 0)]),
            ("only one point at every 15th of the path", (0...30).map { (Double($0 % 2), 0) }),
        ] as [(String, [(Double, Double)])])
    func `a path without a shape is no template`(_ name: String, _ points: [(Double, Double)]) {
        #expect(StrokeTemplate(Self.path(points)) == nil)
    }

    @Test(
        arguments: [
            ("bent enough", [(0, 0), (50, 17), (100, 0)]),
            ("in the smallest numbers", [(0, 0), (100 * tiny, 200 * tiny), (200 * tiny, 0)]),
            ("in large numbers", [(0, 0), (huge / 4, huge / 2), (huge / 2, 0)]),
            ("far away", [(1e12, 1e12), (1e12 + 1, 1e12 + 2), (1e12 + 2, 1e12)]),
            ("repeated points", [(0, 0), (0, 0), (1, 2), (1, 2), (2, 0), (2, 0)]),
        ] as [(String, [(Double, Double)])])
    func `any finite numbers can describe a shape`(_ name: String, _ points: [(Double, Double)]) throws {
        let template = try #require(StrokeTemplate(Self.path(points)))
        #expect(template.similarity(to: template, within: StrokeRotation(degrees: 0)) > 0.9999)
    }

    @Test func `position and size do not matter`() throws {
        let one = try #require(StrokeTemplate(Self.path([(0, 0), (50, 100), (100, 0)])))
        let other = try #require(StrokeTemplate(Self.path([(-7, 3), (-6.5, 4), (-6, 3)])))
        #expect(one.similarity(to: other, within: StrokeRotation(degrees: 0)) > 0.9999)
    }

    @Test func `more points on the same lines change nothing`() throws {
        let few = try #require(StrokeTemplate(Self.path([(0, 0), (50, 100), (100, 0)])))
        let points = stride(from: 0.0, through: 100, by: 1).map { x in (x, 100 - 2 * abs(x - 50)) }
        let many = try #require(StrokeTemplate(Self.path(points)))
        #expect(few.similarity(to: many, within: StrokeRotation(degrees: 0)) > 0.9999)
    }

    /// Random paths, some of them with hostile numbers.
    @Test func `a similarity is a number up to 1, the same both ways, and grows with the tolerance`() {
        var random = SplitMix64(seed: 42)
        let extremes = [Self.tiny, Self.huge / 8, 1e-300, 1e300, -Self.huge / 8, 0, .nan, .infinity]
        var templates: [StrokeTemplate] = []
        for _ in 0..<300 {
            let scale = random.oneIn(4) ? extremes[random.below(extremes.count)] : 1
            let points = (0..<2 + random.below(40)).map { _ in
                (Double(random.below(2001) - 1000) / 1000 * scale, Double(random.below(2001) - 1000) / 1000 * scale)
            }
            if let template = StrokeTemplate(Self.path(points)) { templates.append(template) }
        }
        #expect(templates.count > 200)
        for (one, other) in zip(templates, templates.dropFirst()) {
            var last = -Float.infinity
            for degrees in [0.0, 10, 45, 90, 135, 180] {
                let rotation = StrokeRotation(degrees: degrees)
                let similarity = one.similarity(to: other, within: rotation)
                #expect(similarity >= last - 1e-6 && similarity <= 1)
                #expect((similarity - other.similarity(to: one, within: rotation)).magnitude < 1e-6)
                last = similarity
            }
            #expect(last >= 0)
        }
    }

    @Test(arguments: BuiltInStroke.allCases) func `every way to draw a built-in shape is that shape`(
        _ shape: BuiltInStroke
    ) {
        let shapes = BuiltInStroke.allCases.map { shape in
            StrokeShape("\(shape)", shape.templates, rotation: shape.rotation)
        }
        #expect(1...StrokeShape.mostTemplates ~= shape.templates.count)
        for template in shape.templates {
            let nearest = shapes.max { $0.similarity(of: template) < $1.similarity(of: template) }
            #expect(nearest?.name == "\(shape)")
            #expect(nearest.map { $0.similarity(of: template) > 0.999 } ?? false)
        }
    }
}
