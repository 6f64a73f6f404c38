/// Estimates a velocity from the positions in the last 100 ms.
///
/// A parabola is fitted to the samples by least squares, and its slope is taken at the newest sample, as Android's and
/// Chromium's touch trackers do (their LSQ2). The result is robust against one noisy sample, and correct while the speed
/// changes. After a gap of 40 ms the finger counts as stopped, and the samples before the gap are discarded.
///
/// After a hiccup of the device or the bus, frames that were measured 10 ms apart arrive within microseconds. Samples less than
/// 2 ms apart therefore count as one, the latest; samples that span less than 8 ms, one frame at 125 Hz, have no velocity; and
/// the velocity never exceeds ``fastest``.
struct VelocityTracker: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        var time: Instant
        var position: Vector
    }

    private static let horizon = Interval.milliseconds(100)
    private static let gap = Interval.milliseconds(40)
    /// The shortest time between two samples that count.
    private static let resolution = Interval.milliseconds(2)
    /// The shortest time from the first to the last sample that gives a velocity.
    private static let minimumSpan = Interval.milliseconds(8)
    /// The smallest interval between stored samples. A sample that is closer to the one before is replaced by the next, which
    /// bounds the memory at any report rate.
    private static let spacing = Interval.milliseconds(4)
    /// The number of samples: one for each spacing within the horizon, both ends included, and the newest.
    private static let capacity = 27

    /// The speed in pt/s that no finger exceeds: 4.8 m/s. Chromium's fastest fling, on desktops, is 17,000 px/s.
    static let fastest = 30_000.0

    /// The samples, oldest first. Those before `first` have expired, and are removed when there are ``capacity`` of them.
    private var samples: [Sample]
    private var first = 0
    /// The time of the first sample that was merged into the newest.
    private var mergedSince = Instant.distantPast

    init() {
        samples = []
        samples.reserveCapacity(2 * Self.capacity)
    }

    mutating func reset() {
        samples.removeAll(keepingCapacity: true)
        first = 0
    }

    /// Adds the current position. Times must not go back.
    mutating func add(_ position: Vector, at now: Instant) {
        if let last = samples.last, now - last.time >= Self.gap { reset() }
        while first < samples.count, Self.interval(samples[first].time, now) > Self.horizon { first += 1 }
        if count >= 1, Self.interval(mergedSince, now) < Self.resolution {
            samples[samples.count - 1] = Sample(time: now, position: position)
            return
        }
        mergedSince = now
        if count >= 2, Self.interval(samples[samples.count - 2].time, samples[samples.count - 1].time) < Self.spacing {
            samples.removeLast()
        }
        if count == Self.capacity { first += 1 }
        if first >= Self.capacity {
            samples.removeFirst(first)
            first = 0
        }
        samples.append(Sample(time: now, position: position))
    }

    private var count: Int { samples.count - first }

    /// The time between two samples, which is too short to overflow.
    private static func interval(_ start: Instant, _ end: Instant) -> Interval {
        Interval(microseconds: end.microseconds &- start.microseconds)
    }

    /// The velocity in pt/s, at most ``fastest``.
    func velocity(at now: Instant) -> Velocity {
        let slope = slope(at: now)
        let square = slope.dot(slope)
        return Velocity(
            perSecond: square > Self.fastest * Self.fastest ? slope * (Self.fastest / square.squareRoot()) : slope)
    }

    /// The change per second of a number that was added as `x`, limited to what fingers as fast as ``fastest`` cause.
    ///
    /// - Parameter points: the distance in pt that each finger travels for the number to change by 1.
    func velocity(at now: Instant, points: Points) -> Double {
        let velocity = slope(at: now).x
        guard velocity.magnitude * points > Self.fastest else { return velocity }
        return (velocity < 0 ? -Self.fastest : Self.fastest) / points
    }

    /// The change per second of the added positions. Zero if the last sample is 40 ms old, or if the slope opposes the
    /// displacement between the samples: then the parabola has bent over and follows noise.
    @inline(__always)  // saves a call for each gesture in every frame
    private func slope(at now: Instant) -> Vector {
        guard let newest = samples.last, now - newest.time < Self.gap else { return .zero }
        let oldest = samples[first]
        guard Self.interval(oldest.time, newest.time) >= Self.minimumSpan else { return .zero }
        var end = samples.count - 1
        if Self.interval(samples[end - 1].time, newest.time) < Self.resolution { end -= 1 }
        let slope = end - first == 1 ? slope(from: oldest, to: newest) : slopeOfParabola(upTo: end, to: newest)
        return slope.dot(newest.position - oldest.position) < 0 ? .zero : slope
    }

    private func slope(from older: Sample, to newer: Sample) -> Vector {
        (newer.position - older.position) / (newer.time - older.time).seconds
    }

    /// Solves the normal equations of position = a + b·t + c·t² for b, with t in µs before the newest sample.
    ///
    /// - Parameter end: the index after the last of the older samples that count.
    private func slopeOfParabola(upTo end: Int, to newest: Sample) -> Vector {
        // Two sums at a time: of t and t², of t³ and t⁴, of x and y, and of x and y times t and t². The newest sample adds 0 to
        // all.
        var (t12, t34) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        var (p, pt, ptt) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
        for index in first..<end {
            // In µs: dividing each time by a million would take longest.
            let sample = samples[index]
            let t = Double(sample.time.microseconds &- newest.time.microseconds)
            let tt = t * t
            let powers = SIMD2(t, tt)
            let position = SIMD2(sample.position.x - newest.position.x, sample.position.y - newest.position.y)
            t12 += powers
            t34 += powers * tt
            p += position
            pt += position * t
            ptt += position * tt
        }
        let n = Double(end - first + 1)
        let (t1, t2, t3, t4) = (t12.x, t12.y, t34.x, t34.y)
        // Centred sums eliminate the constant; two equations remain.
        let (s11, s12, s22) = (t2 - t1 * t1 / n, t3 - t1 * t2 / n, t4 - t2 * t2 / n)
        let (r1, r2) = (pt - p * (t1 / n), ptt - p * (t2 / n))
        let determinant = s11 * s22 - s12 * s12
        guard determinant > 0 else { return slope(from: samples[first], to: newest) }
        let slope = (r1 * s22 - r2 * s12) * (1_000_000 / determinant)
        return Vector(x: slope.x, y: slope.y)
    }
}
