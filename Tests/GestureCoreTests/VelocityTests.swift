import TestSupport
import Testing

@testable import GestureCore

/// The velocity of a moving finger.
@Suite struct VelocityTests {
    /// Positions along x by time in ms, and the velocity along x once the last of them is `age` old.
    struct Course: Sendable, CustomStringConvertible {
        var description: String
        var places: [(milliseconds: Double, x: Double)]
        var age = 0.0
        var travel = 1.0
        var velocity: Double

        init(
            _ rule: String, _ places: KeyValuePairs<Double, Double>, age: Double = 0,
            velocity: Double
        ) {
            description = rule
            self.places = places.map { ($0.key, $0.value) }
            self.age = age
            self.velocity = velocity
        }

        func run() -> Velocity {
            var tracker = VelocityTracker()
            var now = Instant.milliseconds(0)
            for (milliseconds, x) in places {
                now = Instant(microseconds: Int64((milliseconds * 1000).rounded()))
                tracker.add(Vector(x: x, y: 0), at: now)
            }
            let age = Interval(microseconds: Int64((age * 1000).rounded()))
            return tracker.velocity(at: now + age)
        }
    }

    @Test(arguments: [
        Course("no sample gives no velocity", [:], velocity: 0),
        Course("one sample gives no velocity", [0: 5], velocity: 0),
        Course("two samples give the slope of a line", [0: 0, 10: 5], velocity: 500),
        Course("samples on a line give its slope", [0: 0, 10: 10, 20: 20, 30: 30], velocity: 1000),
        Course("a finger at rest has no velocity", [0: 7, 10: 7, 20: 7, 30: 7], velocity: 0),
        Course("three samples give the slope of a parabola", [0: 0, 10: 1, 20: 4], velocity: 400),
        Course("more samples give the slope of a parabola", [0: 0, 10: 1, 20: 4, 30: 9, 40: 16], velocity: 800),
        Course("a parabola that comes to rest", [0: 0, 10: 7, 20: 12, 30: 15, 40: 16], velocity: 0),
        Course(
            "an outlier is smoothed by the fit",
            [0: 0, 10: 10, 20: 20, 30: 30, 40: 33.5], velocity: 1000 - 6.5 * 54 / 70 * 100),
        Course("the later of two samples at one time counts", [0: 0, 10: 10, 20: 99, 20.0001: 20], velocity: 1000),
        Course("age: just less than 40 ms", [0: 0, 10: 10, 20: 20], age: 39.999, velocity: 1000),
        Course("age: 40 ms", [0: 0, 10: 10, 20: 20], age: 40, velocity: 0),
        Course("gap: just less than 40 ms", [0: 0, 10: 10, 49.999: 49.999], velocity: 1000),
        Course("gap of 40 ms: earlier samples are ignored", [0: 0, 10: 10, 50: 50], velocity: 0),
        Course("two frames at once after a gap have no velocity", [0: 0, 10: 10, 50: 400, 50.001: 410], velocity: 0),
        Course(
            "the later of two frames at once after a gap counts",
            [0: 0, 50: 400, 50.001: 410, 60.001: 420, 70.001: 430], velocity: 1000),
        Course("samples over just less than 8 ms have no velocity", [0: 0, 4: 4, 7.999: 8], velocity: 0),
        Course("samples over 8 ms have a velocity", [0: 0, 4: 4, 8: 8], velocity: 1000),
        Course("samples over just more than 8 ms have a velocity", [0: 0, 8.001: 8.001], velocity: 1000),
        // Closer samples are merged. Two samples make a line, three make a parabola.
        Course("samples just less than 2 ms apart are merged", [0: 0, 10: 1, 11.999: 11.999], velocity: 1000),
        Course("samples 2 ms apart are separate", [0: 0, 10: 10, 12: 12.4], velocity: 1233.333),
        Course("samples just more than 2 ms apart are separate", [0: 0, 10: 10, 12.001: 12.4], velocity: 1232.648),
        Course("just less than the limit", [0: 0, 10: 299.99], velocity: 29_999),
        Course("at the limit of 30,000 pt/s", [0: 0, 10: 300], velocity: 30_000),
        Course("limited to 30,000 pt/s", [0: 0, 10: 300.01], velocity: 30_000),
        Course("limited to 30,000 pt/s in the other direction", [0: 0, 10: -900], velocity: -30_000),
        Course("gap of 40 ms: later samples count", [0: 0, 10: 900, 50: 50, 60: 60, 70: 70], velocity: 1000),
        Course(
            "a slope opposite to the travel of the last 100 ms is no velocity",
            [0: 0, 10: 10, 20: 20, 30: 30, 40: 32, 50: 31], velocity: 0),
        Course("a movement back to the start has its velocity", [0: 0, 10: 5, 20: 0], velocity: -1000),
        Course(
            "a sample just older than 100 ms is ignored",
            [0: 900, 20: 20, 40: 40, 60: 60, 80: 80, 100.001: 100.001], velocity: 1000),
    ])
    func velocity(_ course: Course) {
        let velocity = course.run()
        #expect(abs(velocity.x - course.velocity) < 0.01 && velocity.y == 0)
    }

    @Test func `a sample exactly 100 ms old counts`() {
        let course = Course("", [0: 900, 20: 20, 40: 40, 60: 60, 80: 80, 100: 100], velocity: 0)
        #expect(abs(course.run().x - 1000) > 100)
    }

    /// Exactly the last 100 ms count, at any report rate.
    @Test(arguments: [60, 90, 125, 240, 300, 480, 500, 960, 1000, 4000, 8000])
    func `the last 100 ms count at any report rate`(_ hertz: Int) {
        // Not a parabola, so that the slope depends on the samples that are fitted.
        func place(_ time: Double) -> Double { 1e6 * (time - 0.6) * (time - 0.6) * (time - 0.6) }
        var tracker = VelocityTracker()
        var samples: [(time: Double, place: Double)] = []
        for count in 0...(hertz / 2) {
            let now = Instant(microseconds: Int64(count * 1_000_000 / hertz))
            let seconds = Double(now.microseconds) / 1_000_000
            samples.append((seconds, place(seconds)))
            tracker.add(Vector(x: place(seconds), y: 0), at: now)
        }
        let newest = samples[samples.count - 1].time
        let expected = Self.slope(of: samples.filter { newest - $0.time <= 0.1000001 })
        let velocity = tracker.velocity(at: Instant(microseconds: .init((newest * 1e6).rounded())))
        #expect(abs(velocity.x - expected) < 0.15 * abs(expected))
    }

    /// Returns the slope of the fitted parabola at the newest sample, by Gram-Schmidt: another method than the tracker's.
    private static func slope(of samples: [(time: Double, place: Double)]) -> Double {
        let t = samples.map { $0.time - samples[samples.count - 1].time }
        let n = Double(t.count)
        let meanTime = t.reduce(0, +) / n
        let q1 = t.map { $0 - meanTime }
        let squares = t.map { $0 * $0 }
        let meanSquare = squares.reduce(0, +) / n
        func product(_ one: [Double], _ other: [Double]) -> Double {
            zip(one, other).reduce(0) { sum, pair in sum + pair.0 * pair.1 }
        }
        let part: Double = product(squares, q1) / product(q1, q1)
        let q2 = zip(squares, q1).map { square, q in square - meanSquare - part * q }
        let places = samples.map(\.place)
        return product(places, q1) / product(q1, q1) - part * product(places, q2) / product(q2, q2)
    }
}
