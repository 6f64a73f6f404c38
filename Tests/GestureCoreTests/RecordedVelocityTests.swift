import TestSupport
import Testing

@testable import GestureCore

/// Recorded flings of Android and Flutter, which fit a parabola to the last 100 ms, too.
@Suite(.needsRecordings) struct RecordedVelocityTests {
    struct AndroidFile: Decodable {
        struct Place: Decodable {
            var x: Double?
            var y: Double?
            var resampled: Bool?
        }
        struct Sample: Decodable {
            var tNs: Int64
            var p: [Place]
        }
        struct Expectation: Decodable {
            var strategy: String
            var axis: String
            var velocity: Double?
            var pointer: Int?
            var toleranceFraction: Double?
        }
        struct Recording: Decodable {
            var name: String
            var samples: [Sample]
            var expected: [Expectation]
        }
        var toleranceFraction: Double
        var tests: [Recording]
    }

    @Test func `velocities agree with Android`() throws {
        let file: AndroidFile = try Recordings.read("velocity-android.json")
        var compared = 0
        for recording in file.tests {
            for expectation in recording.expected where expectation.strategy == "LSQ2" {
                let stretch = Self.stretch(of: recording.samples)
                let velocity =
                    Self.velocity(of: recording.samples, pointer: expectation.pointer ?? 0, stretch: stretch)
                let values = [("X", velocity.x * Double(stretch)), ("Y", velocity.y * Double(stretch))]
                for (axis, value) in values where expectation.axis.contains(axis) {
                    let expected = expectation.velocity ?? 0
                    let tolerance = abs(expected) * (expectation.toleranceFraction ?? file.toleranceFraction)
                    #expect(abs(value - expected) <= max(tolerance, 1e-6), "\(recording.name), \(axis)")
                    compared += 1
                }
            }
        }
        #expect(compared > 0)
    }

    /// The factor by which to slow down synthetic samples 1 ms apart, which span less than the 8 ms that have a velocity.
    private static func stretch(of samples: [AndroidFile.Sample]) -> Int64 {
        samples[samples.count - 1].tNs - samples[0].tNs < 8_000_000 ? 10 : 1
    }

    /// Returns the velocity of a pointer at its lift, which is its last sample.
    private static func velocity(of samples: [AndroidFile.Sample], pointer: Int, stretch: Int64) -> GestureCore.Velocity
    {
        var tracker = VelocityTracker()
        var first: Vector?
        var last = Vector.zero
        var lift = Instant.distantPast
        for (index, sample) in samples.enumerated() {
            let now = Instant(microseconds: sample.tNs / 1000 * stretch)
            lift = now
            guard index < samples.count - 1, pointer < sample.p.count, let x = sample.p[pointer].x,
                let y = sample.p[pointer].y, sample.p[pointer].resampled != true
            else {
                if first != nil { break }
                continue
            }
            last = Vector(x: x, y: y)
            first = first ?? last
            tracker.add(last, at: now)
        }
        return tracker.velocity(at: lift)
    }

    struct FlutterFile: Decodable {
        struct Event: Decodable {
            var type: String
            var tMs: Int64
            var x: Double
            var y: Double
        }
        struct Velocity: Decodable {
            var x: Double
            var y: Double
        }
        struct Fling: Decodable {
            var events: [Event]
            var expectedVelocity: Velocity
        }
        var toleranceFraction: Double
        var gestures: [Fling]
    }

    @Test func `velocities agree with Flutter`() throws {
        let file: FlutterFile = try Recordings.read("velocity-flutter.json")
        #expect(!file.gestures.isEmpty)
        for (index, fling) in file.gestures.enumerated() {
            var tracker = VelocityTracker()
            var now = Instant.distantPast
            for event in fling.events {
                now = .milliseconds(event.tMs)
                guard event.type != "up" else { break }
                tracker.add(Vector(x: event.x, y: event.y), at: now)
            }
            let expected = Vector(x: fling.expectedVelocity.x, y: fling.expectedVelocity.y)
            let velocity = tracker.velocity(at: now)
            // Flutter accepts a parabola that reverses its direction.
            let recent = fling.events.filter { $0.type != "up" && $0.tMs + 100 >= now.microseconds / 1000 }
            let way = Vector(x: recent[recent.count - 1].x - recent[0].x, y: recent[recent.count - 1].y - recent[0].y)
            if expected.dot(way) < 0 {
                #expect(velocity == .zero, "fling \(index)")
                continue
            }
            #expect(
                Vector(x: velocity.x, y: velocity.y).distance(to: expected) <= expected.length * file.toleranceFraction,
                "fling \(index)")
        }
    }
}
