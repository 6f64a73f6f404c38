import GestureCore
import Testing

@testable import TouchPicture

@Suite struct TrailSimplifierTests {
    private static func simplified(_ points: [(Double, Double)], tolerance: Double = 0.5) -> [Vector] {
        TrailSimplifier.simplified(points.map { Vector(x: $0.0, y: $0.1) }, tolerance: tolerance)
    }

    @Test func `a straight line needs only its ends`() {
        let line = (0...1000).map { (Double($0), Double($0) / 2) }
        #expect(Self.simplified(line) == [Vector(x: 0, y: 0), Vector(x: 1000, y: 500)])
    }

    @Test func `corners and turning points are kept`() {
        let corner = (0...50).map { (Double($0), 0.0) } + (1...50).map { (50.0, Double($0)) }
        #expect(Self.simplified(corner) == [Vector(x: 0, y: 0), Vector(x: 50, y: 0), Vector(x: 50, y: 50)])
        let back = (0...50).map { (Double($0), 0.0) } + (1...50).map { (50 - Double($0), 0.0) }
        #expect(Self.simplified(back) == [Vector(x: 0, y: 0), Vector(x: 50, y: 0), Vector(x: 0, y: 0)])
    }

    @Test func `a rest is one point`() {
        #expect(Self.simplified((0...99).map { (0.1 * Double($0 % 2), 0) }).count <= 2)
        #expect(Self.simplified([]) == [])
        #expect(Self.simplified([(3, 4)]) == [Vector(x: 3, y: 4)])
    }

    @Test(arguments: [0.1, 0.25, 1, 3])
    func `no point is far from the rest`(tolerance: Double) {
        // A spiral with bumps, whose coordinates need no functions of the C library.
        var points: [Vector] = []
        var (point, step) = (Vector(x: 0, y: 0), Vector(x: 1, y: 0))
        for index in 0..<600 {
            point += step * (1 + Double(index) / 100) + Vector(x: 0, y: index % 7 == 0 ? 0.7 : -0.1)
            step = Vector(x: step.x - step.y * 0.05, y: step.y + step.x * 0.05)
            points.append(point)
        }
        let kept = TrailSimplifier.simplified(points, tolerance: tolerance)
        #expect(kept.count < points.count)
        for point in points {
            let nearest = zip(kept, kept.dropFirst()).map { Self.distance(point, $0, $1) }.min() ?? .infinity
            #expect(nearest <= 2 * tolerance)
        }
    }

    private static func distance(_ point: Vector, _ start: Vector, _ end: Vector) -> Double {
        let displacement = end - start
        let part = min(max((point - start).dot(displacement) / max(displacement.dot(displacement), 1e-9), 0), 1)
        return point.distance(to: start + displacement * part)
    }
}

@Suite struct TimeScaleTests {
    @Test func `times without a long pause are to scale`() {
        let scale = TimeScale([0.5...1, 1.5...2.5], from: 0, to: 216)
        // A margin of 0.06 s at each end.
        #expect(scale.x(0.44) == 0)
        #expect(scale.x(2.56) == 216)
        #expect(abs(scale.x(1.5) - 108) < 1e-9)
        #expect(scale.pauses.isEmpty)
    }

    @Test func `long pauses are shortened`() throws {
        let scale = TimeScale([100...101, 0...1], from: 0, to: 400)
        let pause = try #require(scale.pauses.first)
        #expect(scale.pauses.count == 1)
        #expect(pause.right - pause.left == TimeScale.pauseWidth)
        #expect(abs(pause.left + pause.right - 400) < 1e-9)
        #expect(abs(pause.seconds - 98.84) < 1e-9)
        #expect(scale.x(1) < pause.left && scale.x(50) > pause.left && scale.x(50) < pause.right)
    }

    @Test func `many pauses take at most half of the width`() {
        let scale = TimeScale((0..<100).map { Double($0) * 10...Double($0) * 10 + 0.1 }, from: 0, to: 400)
        let width = scale.pauses.reduce(0) { $0 + $1.right - $1.left }
        #expect(abs(width - 200) < 1e-6)
    }

    @Test func `labels are round and far enough from each other`() {
        let round = TimeScale([0...1], from: 0, to: 500).ticks(apart: 56)
        #expect(round.map { Int(($0 * 1e6).rounded()) } == [0, 200_000, 400_000, 600_000, 800_000, 1_000_000])
        let crowd = TimeScale((0..<100).map { Double($0) * 10...Double($0) * 10 + 0.1 }, from: 0, to: 400)
        let ticks = crowd.ticks(apart: 56)
        #expect(ticks.count > 4)
        for (one, next) in zip(ticks, ticks.dropFirst()) { #expect(crowd.x(next) - crowd.x(one) >= 55) }
    }

    @Test(arguments: [(0.0007, 0.001), (0.2, 0.2), (0.21, 0.5), (7, 10), (30, 50)])
    func `steps of a scale are round`(least: Double, step: Double) {
        #expect(abs(roundStep(atLeast: least) - step) < step * 1e-9)
    }
}

@Suite struct PlotTextTests {
    @Test func `spans that overlap get lanes of their own`() {
        var lanes = Lanes()
        #expect([lanes.add(from: 0, to: 10), lanes.add(from: 5, to: 20), lanes.add(from: 10, to: 15)] == [0, 1, 0])
        #expect(lanes.count == 2)
    }

    @Test(arguments: [([1], "1"), ([1, 2], "1, 2"), ([1, 2, 3, 7], "1–3, 7"), ([], "")])
    func `contacts are listed as ranges`(numbers: [Int], text: String) { #expect(ranges(of: numbers) == text) }

    @Test func `long text is shortened`() {
        #expect(shortened("tap", to: 100, size: 12) == "tap")
        let text = shortened(String(repeating: "ä漢", count: 100), to: 100, size: 12)
        #expect(text.hasSuffix("…") && textWidth(text, size: 12) <= 100)
        #expect(shortened("tap", to: 3, size: 12) == "")
    }
}

@Suite struct BoxTests {
    private static let box = Box(x: 10, y: 10, width: 10, height: 20)

    @Test(arguments: [
        (Box(x: 19.9, y: 15, width: 5, height: 5), true), (Box(x: 20, y: 15, width: 5, height: 5), false),
        (Box(x: 5, y: 15, width: 5, height: 5), false), (Box(x: 5, y: 15, width: 5.1, height: 5), true),
        (Box(x: 12, y: 30, width: 5, height: 5), false), (Box(x: 12, y: 29.9, width: 5, height: 5), true),
        (Box(x: 12, y: 5, width: 5, height: 5), false), (Box(x: 0, y: 0, width: 50, height: 50), true),
    ])
    func `boxes that only touch do not overlap`(other: Box, overlaps: Bool) {
        #expect(Self.box.overlaps(other) == overlaps)
        #expect(other.overlaps(Self.box) == overlaps)
    }

    @Test(arguments: [
        (box, 0), (Box(x: 11, y: 11, width: 1, height: 1), 0), (Box(x: 8, y: 10, width: 10, height: 20), 2),
        (Box(x: 12, y: 13, width: 10, height: 20), 5), (Box(x: 9, y: 8, width: 12, height: 24), 6),
    ])
    func `the excess is what lies outside in both directions`(other: Box, excess: Double) {
        #expect(other.excess(over: Self.box) == excess)
    }
}
