/// Estimates how fast something moves, from where it was in the last 100 ms.
///
/// A parabola is fitted to the samples by least squares and its slope taken at the newest, as Android's and Chromium's
/// touch trackers do (their LSQ2): robust against one noisy sample, and right while speed changes. After a gap of 40 ms
/// the finger has stopped, and what came before says nothing of what comes next.
struct VelocityTracker: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        var time: Instant
        var place: Vector
    }

    private static let horizon = Interval.milliseconds(100)
    private static let gap = Interval.milliseconds(40)
    /// A sample closer than this to the one before gives way to the next, so that the memory is bounded however fast the
    /// device reports; three make a parabola and stay.
    private static let spacing = Interval.milliseconds(4)
    /// One for each spacing within the horizon, the second, and the newest.
    private static let capacity = 27

    /// Oldest first.
    private var samples: [Sample]

    init() {
        samples = []
        samples.reserveCapacity(Self.capacity)
    }

    mutating func reset() { samples.removeAll(keepingCapacity: true) }

    /// Adds where it is now; times must not go back.
    mutating func add(_ place: Vector, at now: Instant) {
        if let last = samples.last, now - last.time >= Self.gap { reset() }
        var outdated = 0
        while outdated < samples.count, now - samples[outdated].time > Self.horizon { outdated += 1 }
        samples.removeFirst(outdated)
        if let last = samples.last, last.time == now {
            samples.removeLast()
        } else if samples.count >= 3, samples[samples.count - 1].time - samples[samples.count - 2].time < Self.spacing {
            samples.removeLast()
        }
        if samples.count == Self.capacity { samples.removeFirst() }
        samples.append(Sample(time: now, place: place))
    }

    /// The velocity in pt/s; zero when the last sample is 40 ms old, or when it opposes the way between the samples: then
    /// the parabola has bent over, and tells of noise.
    func velocity(at now: Instant) -> Vector {
        guard let newest = samples.last, now - newest.time < Self.gap, samples.count >= 2 else { return .zero }
        let velocity = samples.count == 2 ? slope(from: samples[0], to: newest) : slopeOfParabola(at: newest)
        return velocity.dot(newest.place - samples[0].place) < 0 ? .zero : velocity
    }

    private func slope(from older: Sample, to newer: Sample) -> Vector {
        let seconds = (newer.time - older.time).seconds
        return seconds > 0 ? (newer.place - older.place) / seconds : .zero
    }

    /// Solves the normal equations of place = a + b·t + c·t² for b, with t in seconds before the newest sample.
    private func slopeOfParabola(at newest: Sample) -> Vector {
        var (t1, t2, t3, t4) = (0.0, 0.0, 0.0, 0.0)
        var (p, pt, ptt) = (Vector.zero, Vector.zero, Vector.zero)
        for sample in samples {
            let t = (sample.time - newest.time).seconds
            let place = sample.place - newest.place
            t1 += t
            t2 += t * t
            t3 += t * t * t
            t4 += t * t * t * t
            p += place
            pt += place * t
            ptt += place * (t * t)
        }
        let n = Double(samples.count)
        // Centred sums: the constant is eliminated, two equations remain.
        let (s11, s12, s22) = (t2 - t1 * t1 / n, t3 - t1 * t2 / n, t4 - t2 * t2 / n)
        let (r1, r2) = (pt - p * (t1 / n), ptt - p * (t2 / n))
        let determinant = s11 * s22 - s12 * s12
        guard determinant > 0 else { return slope(from: samples[0], to: newest) }
        return (r1 * s22 - r2 * s12) / determinant
    }
}
