import GestureCore

/// A contact of a recording as a plot shows it.
struct PlottedContact {
    /// A position at a time.
    struct Sample: Equatable {
        /// In s from the start of the recording.
        var time: Double
        /// In pt.
        var position: Vector
    }

    enum End: Equatable {
        case lifted
        /// Lost without a lift: a palm that the device or its size told, a pressed touchpad, or lost events.
        case cancelled
        /// Still down at the end of the recording.
        case open
    }

    /// Counts the contacts of the plot from 1, in the order in which they landed.
    var number: Int
    var id: ContactID
    /// The landing, the positions that differ visibly, and the end.
    var samples: [Sample]
    var end = End.open
    /// The reason for which it does not count, e.g. that it is a palm at the end of a touchpad; nil for most contacts.
    var ignored: String?
    /// The number of positions in the recording.
    var positions = 1
    /// The last position that was left out of `samples`.
    private var pending: Sample?

    init(number: Int, id: ContactID, landed time: Double, at position: Vector) {
        self.number = number
        self.id = id
        samples = [Sample(time: time, position: position)]
    }

    var isIgnored: Bool { ignored != nil }
    /// Whether it is drawn as a contact that does not count.
    var isLost: Bool { isIgnored || end == .cancelled }
    var landed: Sample { samples[0] }
    var last: Sample { samples[samples.count - 1] }
    var interval: ClosedRange<Double> { landed.time...last.time }

    /// The largest distance from the landing, in pt.
    var reach: Points { samples.reduce(0) { max($0, $1.position.distance(to: landed.position)) } }

    /// Movements below this distance in pt are left out: 0.1 mm, which no sensor resolves better.
    static let visible: Points = 0.63

    mutating func move(to position: Vector, at time: Double) {
        let sample = Sample(time: time, position: position)
        positions += 1
        guard position.distance(to: last.position) >= Self.visible else {
            pending = sample
            return
        }
        // So that the rest before a movement stays visible.
        if let pending { samples.append(pending) }
        pending = nil
        samples.append(sample)
    }

    mutating func finish(_ end: End, at time: Double) {
        self.end = end
        let position = pending?.position ?? last.position
        pending = nil
        if time > last.time || position != last.position { samples.append(Sample(time: time, position: position)) }
    }
}
