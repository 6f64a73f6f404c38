import GestureCore

/// The changes of a frame to the contacts in a plot.
struct PlottedMovement {
    var changes: [ContactChange]
    /// The time stamp of the frame.
    var stamp: Instant
    /// In s from the start of the recording.
    var time: Double
}

/// The movement of two or more fingers relative to each other, while their number stayed the same.
struct PlottedSpread {
    /// In s from the start of the recording; one for each sample.
    private(set) var times: [Double] = []
    private(set) var samples: [SpreadMeter.Sample] = []

    /// Measures the fingers of a recording.
    ///
    /// - Parameter contacts: those to follow.
    static func all(
        _ movements: [PlottedMovement], on kind: Surface.Kind, _ contacts: [PlottedContact], _ options: GestureOptions
    ) -> [PlottedSpread] {
        var meter = SpreadMeter(on: kind, slop: options.thresholds.slop(on: kind))
        var spreads: [PlottedSpread] = []
        var (fingers, count) = (0, 0)
        for movement in movements {
            let changes = movement.changes.filter { change in
                contacts.contains { $0.id == change.contact && !$0.isIgnored }
            }
            guard !changes.isEmpty else { continue }
            meter.follow(changes, at: movement.stamp)
            guard let sample = meter.sample else {
                fingers = 0
                continue
            }
            if meter.fingers != fingers || changes.contains(where: { $0.action != .move }) {
                spreads.append(PlottedSpread())
            }
            fingers = meter.fingers
            guard count < PlottedRecording.mostSamples else { continue }
            if spreads[spreads.count - 1].append(sample, at: movement.time) { count += 1 }
        }
        return spreads
    }

    /// Adds a sample. Of equal ones, the first and the last are kept.
    ///
    /// - Returns: whether there is one more.
    private mutating func append(_ sample: SpreadMeter.Sample, at time: Double) -> Bool {
        if samples.count > 1, samples[samples.count - 2] == sample, samples[samples.count - 1] == sample {
            times[times.count - 1] = time
            return false
        }
        times.append(time)
        samples.append(sample)
        return true
    }
}
