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

    /// Oldest first; those before `first` are forgotten, and taken out when there are as many as may be remembered.
    private var samples: [Sample]
    private var first = 0

    init() {
        samples = []
        samples.reserveCapacity(2 * Self.capacity)
    }

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        first = 0
    }

    /// Adds where it is now; times must not go back.
    mutating func add(_ place: Vector, at now: Instant) {
        if let last = samples.last, now - last.time >= Self.gap { reset() }
        while first < samples.count, now - samples[first].time > Self.horizon { first += 1 }
        if count >= 1, samples[samples.count - 1].time == now {
            samples.removeLast()
        } else if count >= 3, samples[samples.count - 1].time - samples[samples.count - 2].time < Self.spacing {
            samples.removeLast()
        }
        if count == Self.capacity { first += 1 }
        if first >= Self.capacity {
            samples.removeFirst(first)
            first = 0
        }
        samples.append(Sample(time: now, place: place))
    }

    private var count: Int { samples.count - first }

    /// The velocity in pt/s; zero when the last sample is 40 ms old, or when it opposes the way between the samples: then
    /// the parabola has bent over, and tells of noise.
    func velocity(at now: Instant) -> Vector {
        guard let newest = samples.last, now - newest.time < Self.gap, count >= 2 else { return .zero }
        let velocity = count == 2 ? slope(from: samples[first], to: newest) : slopeOfParabola(at: newest)
        return velocity.dot(newest.place - samples[first].place) < 0 ? .zero : velocity
    }

    private func slope(from older: Sample, to newer: Sample) -> Vector {
        let seconds = (newer.time - older.time).seconds
        return seconds > 0 ? (newer.place - older.place) / seconds : .zero
    }

    /// Solves the normal equations of place = a + b·t + c·t² for b, with t in µs before the newest sample.
    private func slopeOfParabola(at newest: Sample) -> Vector {
        // Two sums at a time: of t and t², of t³ and t⁴, of x and y and those times t and t².
        var (t12, t34) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        var (p, pt, ptt) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
        for index in first..<samples.count {
            // In µs: to divide each by a million is what would take longest.
            let t = Double(samples[index].time.microseconds &- newest.time.microseconds)
            let tt = t * t
            let powers = SIMD2(t, tt)
            let place = SIMD2(samples[index].place.x - newest.place.x, samples[index].place.y - newest.place.y)
            t12 += powers
            t34 += powers * tt
            p += place
            pt += place * t
            ptt += place * tt
        }
        let n = Double(count)
        let (t1, t2, t3, t4) = (t12.x, t12.y, t34.x, t34.y)
        // Centred sums: the constant is eliminated, two equations remain.
        let (s11, s12, s22) = (t2 - t1 * t1 / n, t3 - t1 * t2 / n, t4 - t2 * t2 / n)
        let (r1, r2) = (pt - p * (t1 / n), ptt - p * (t2 / n))
        let determinant = s11 * s22 - s12 * s12
        guard determinant > 0 else { return slope(from: samples[first], to: newest) }
        let slope = (r1 * s22 - r2 * s12) * (1_000_000 / determinant)
        return Vector(x: slope.x, y: slope.y)
    }
}
