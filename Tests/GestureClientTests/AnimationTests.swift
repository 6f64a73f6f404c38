import GestureClient
import Testing

@Suite struct AnimationTests {
    static let easings: [Animation] = [.linear, .easeIn, .easeOut, .easeInOut]
    /// Timing curves whose x has no slope, or an infinite one, somewhere.
    static let extremes: [Animation] = [
        .timingCurve(1, 0, 0, 1), .timingCurve(0, 1, 1, 0), .timingCurve(0, 0, 0, 0), .timingCurve(1, 1, 1, 1),
        .timingCurve(0, 1, 0, 1), .timingCurve(1, 0, 1, 0), .timingCurve(1, 1, 0, 0),
    ]
    static let springs = [-0.9, -0.3, 0, 0.3, 0.9].map { Animation.spring(bounce: $0) }

    @Test(arguments: easings + extremes + springs)
    func `goes from 0 to 1 in exactly its duration`(animation: Animation) {
        let end = animation.duration
        #expect(animation.value(at: .microseconds(-1)) == 0)
        #expect(animation.value(at: .zero) == 0)
        #expect(animation.value(at: .microseconds(1)) > 0)
        #expect(animation.value(at: end - .milliseconds(1)) != 1)
        #expect(animation.value(at: end) == 1)
        #expect(animation.value(at: end + .microseconds(1)) == 1)
    }

    @Test(arguments: easings)
    func `easing takes 350 ms and never goes back`(animation: Animation) {
        #expect(animation.duration == .milliseconds(350))
        #expect(isMonotonic(animation))
    }

    @Test(arguments: [extremes[0], extremes[2], extremes[3], extremes[4], extremes[5]])
    func `timing curves whose y only increases never go back`(animation: Animation) { #expect(isMonotonic(animation)) }

    private func isMonotonic(_ animation: Animation) -> Bool {
        let values = (0...1000).map { animation.value(at: animation.duration * $0 / 1000) }
        return zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
    }

    @Test func `linear progress is the fraction of the time`() {
        let animation = Animation.linear(duration: .seconds(4))
        #expect((0...8).map { animation.value(at: .milliseconds($0 * 500)) } == (0...8).map { Double($0) / 8 })
    }

    /// Computed with 40 decimal digits.
    @Test(
        arguments: [
            (.easeIn, [0.017026609651, 0.093464650718, 0.315356812572, 0.621861869174, 0.839427845762]),
            (.easeOut, [0.160572154237, 0.378138130825, 0.684643187427, 0.906535349281, 0.982973390348]),
            (.easeInOut, [0.019722453548, 0.129161931047, 0.5, 0.870838068952, 0.980277546451]),
        ] as [(Animation, [Double])])
    func `easing follows its curve`(animation: Animation, values: [Double]) {
        for (time, value) in zip([35, 87.5, 175, 262.5, 315], values) {
            #expect(abs(animation.value(at: .milliseconds(time)) - value) < 1e-11)
        }
    }

    @Test func `a timing curve goes through every point of its Bézier curve`() {
        let steps = [0, 0.3, 0.7, 1]
        func coordinate(_ t: Double, _ first: Double, _ second: Double) -> Double {
            3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
        }
        for (x0, x1) in steps.flatMap({ x0 in steps.map { (x0, $0) } }) {
            let animation = Animation.timingCurve(x0, -0.5, x1, 1.5, duration: .seconds(1))
            for t in stride(from: 0.05, to: 1, by: 0.05) {
                let value = animation.value(at: .seconds(coordinate(t, x0, x1)))
                #expect(abs(value - coordinate(t, -0.5, 1.5)) < 1e-4, "\(x0) \(x1) \(t)")
            }
        }
    }

    @Test func `a timing curve can leave 0 … 1`() {
        let animation = Animation.timingCurve(0.3, -1, 0.7, 2, duration: .milliseconds(100))
        #expect(animation.value(at: .milliseconds(20)) < 0)
        #expect(abs(animation.value(at: .milliseconds(50)) - 0.5) < 1e-12)
        #expect(animation.value(at: .milliseconds(80)) > 1)
    }

    @Test func `control points are limited`() {
        #expect(Animation.timingCurve(-0.1, -101, 1.1, 101) == .timingCurve(0, -100, 1, 100))
        #expect(Animation.timingCurve(0.1, -99, 0.9, 99) != .timingCurve(0, -100, 1, 100))
        #expect(Animation.timingCurve(.nan, .nan, .nan, .nan) == .timingCurve(0, 0, 0, 0))
    }

    @Test func `an animation without duration is at its end at once`() {
        let animations: [Animation] = [
            .linear(duration: .zero), .easeInOut(duration: .seconds(-1)), .spring(duration: .zero),
        ]
        for animation in animations {
            #expect(animation.duration == .zero)
            #expect(animation.value(at: .nanoseconds(-1)) == 0)
            #expect(animation.value(at: .zero) == 1)
        }
    }

    @Test func `durations and delays are limited to 24 hours`() {
        let day = Duration.seconds(24 * 60 * 60)
        let step = Duration.nanoseconds(1)
        #expect(Animation.linear(duration: day - step).duration == day - step)
        #expect(Animation.linear(duration: day + step) == .linear(duration: day))
        #expect(Animation.linear.delay(day - step).duration == day - step + .milliseconds(350))
        #expect(Animation.linear.delay(day - step).delay(step + step) == .linear.delay(day))
        #expect(Animation.linear.delay(.zero - step) == .linear)
    }

    private static let numbers = [
        0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .ulpOfOne,
    ]
    private static let durations: [Duration] = [
        .zero, .nanoseconds(1), .milliseconds(175), .seconds(Int64.max), .seconds(Int64.min),
        Duration(secondsComponent: 0, attosecondsComponent: 1),
    ]

    @Test(arguments: numbers, durations)
    func `every input gives a finite number`(number: Double, duration: Duration) {
        let animations: [Animation] = [
            .linear(duration: duration), .timingCurve(number, number, 1, 1, duration: duration),
            .timingCurve(0, 0, number, number, duration: duration), .spring(duration: duration, bounce: number), .tap,
        ]
        for animation in animations.map({ $0.delay(duration) }) {
            let fractions = (-1...11).map { animation.duration * $0 / 10 }
            for elapsed in Self.durations + fractions {
                #expect(animation.value(at: elapsed).isFinite, "\(animation) \(elapsed)")
            }
        }
    }

    @Test func `a delay comes before the animation`() {
        let animation = Animation.linear(duration: .milliseconds(100)).delay(.milliseconds(30)).delay(.milliseconds(20))
        #expect(animation.duration == .milliseconds(150))
        #expect([49, 50, 75, 149, 150].map { animation.value(at: .milliseconds($0)) } == [0, 0, 0.25, 0.99, 1])
    }

    @Test(
        arguments: [
            (.tap, 600, [(0, 0), (1, 1 / 175_000.0), (175_000, 1), (425_000, 1), (512_500, 0.5), (600_000, 0)]),
            (.doubleTap, 375, [(0, 0), (87_500, 1), (175_000, 0), (200_000, 0), (287_500, 1), (375_000, 0)]),
        ] as [(Animation, Int, [(Int, Double)])])
    func `a pulse ends at 0`(animation: Animation, milliseconds: Int, values: [(Int, Double)]) {
        #expect(animation.duration == .milliseconds(milliseconds))
        for (microseconds, value) in values {
            #expect(animation.value(at: .microseconds(microseconds)) == value)
            #expect(animation.delay(.milliseconds(10)).value(at: .microseconds(10_000 + microseconds)) == value)
        }
        #expect(animation.value(at: .milliseconds(milliseconds + 1)) == 0)
        #expect(animation.value(at: .nanoseconds(-1)) == 0)
    }
}
