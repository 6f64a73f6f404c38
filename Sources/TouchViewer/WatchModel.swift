import GestureCore
import GestureProtocol
import Terminal
import Text

/// The content of the live view: fingers with their trails, gestures, and the devices that they are on.
///
/// Pure: the time is given. It is that of the service's events, or of the recording that is played.
struct WatchModel {
    private(set) var devices: [WatchedDevice] = []
    /// The index of the device that is shown; 0 if there is none.
    private(set) var shown = 0
    /// Whether the person chose the device that is shown. Otherwise it is the one that was touched last.
    private var isChosen = false
    /// The latest gestures of all devices, from old to new.
    private(set) var recent: [RecentGesture] = []
    private(set) var latency = LatencyWindow()
    private(set) var history: TouchHistory
    private var lastSurface: UInt32 = 0
    /// Whether the list has explanations in place of gestures.
    private(set) var isExplained = false
    /// Whether presses, and drags that end as swipes, are left out of the list.
    private let isStandard: Bool
    private let tapGap: Interval
    private let text: EventText
    /// The time from which lines count.
    let start: Instant

    static let mostRecent = 200

    /// - Parameters:
    ///   - options: those of the request.
    ///   - terminal: shows the text.
    ///   - start: the time from which lines count.
    init(_ options: GestureOptions, terminal: Terminal, start: Instant) {
        self.start = start
        tapGap = options.thresholds.tapGap
        history = TouchHistory(options: options)
        isStandard = options.isStandard
        var plain = terminal
        // Cells have colours, and text in them none.
        plain.hasColours = false
        text = EventText(terminal: plain, start: start)
    }

    /// The device that is shown; nil if there is none.
    var device: WatchedDevice? { shown < devices.count ? devices[shown] : nil }

    // MARK: Devices

    /// Replaces the list of devices. Fingers stay with devices that are still there.
    mutating func setDevices(_ new: [WatchedDevice]) {
        let id = device?.id
        devices = new.map { device in
            var device = device
            if let known = devices.first(where: { $0.id == device.id }) {
                device.continue(known)
            } else {
                lastSurface += 1
                device.surface.id = SurfaceID(lastSurface)
            }
            return device
        }
        for device in devices { history.attach(device.surface, settings: device.settings) }
        if let kept = devices.firstIndex(where: { $0.id == id }) {
            shown = kept
        } else {
            (shown, isChosen) = (0, false)
        }
    }

    func index(ofDevice id: ByteString) -> Int? { devices.firstIndex { $0.id == id } }

    /// Shows a device until another one is chosen.
    mutating func choose(_ index: Int) {
        guard index < devices.count else { return }
        (shown, isChosen) = (index, true)
    }

    /// Shows the device that is touched next.
    mutating func chooseNone() { isChosen = false }

    // MARK: Events

    /// Handles an event of a known device.
    @inline(never)
    mutating func handle(_ event: Event, at now: Instant) {
        guard event.phase.known != nil, let index = index(ofDevice: event.device) else { return }
        if event.kind.known == .touch {
            history.note(event, on: devices[index].surface.id)
            listMisses()
            let touched = devices[index].touch(event, at: now)
            if touched, !isChosen { shown = index }
            return
        }
        if let position = event.panelPosition {
            devices[index].follow(event, position, tapGap: tapGap, at: now)
        }
        guard event.kind.known != .press || !isStandard else { return }
        note(event)
    }

    /// Adds a gesture to the list, or changes its line. A swipe takes the line of the drag that ended as it.
    private mutating func note(_ event: Event) {
        let line = RecentGesture(event, text: text)
        // The latest gestures are the ones that change.
        let index = recent.lastIndex { listed in
            guard let other = listed.event else { return false }
            return other.gesture == event.gesture || isStandard && event.isSwipe(endingAs: other)
        }
        if let index {
            recent[index] = line
        } else {
            list(line)
        }
    }

    private mutating func list(_ line: RecentGesture) {
        if recent.count >= Self.mostRecent { recent.removeFirst(Self.mostRecent / 4) }
        recent.append(line)
    }

    /// Lists what touches missed.
    private mutating func listMisses() {
        for miss in history.takeMisses() { list(RecentGesture(miss, text: text)) }
    }

    mutating func note(latency: Interval, at now: Instant) { self.latency.note(latency, at: now) }

    /// Cancels everything, because no event will end what had begun.
    mutating func disconnect(at now: Instant) {
        for index in devices.indices { devices[index].cancelAll(at: now) }
        for index in recent.indices { recent[index].event = nil }
        history.loseTouches()
    }

    /// Shows why the latest touches were what they were, or the list of gestures again.
    mutating func toggleExplanations() { isExplained.toggle() }

    // MARK: Time

    /// Explains touches up to a time, once all events up to then have arrived.
    ///
    /// - Returns: whether there are new explanations.
    mutating func settle(at time: Instant) -> Bool {
        defer { listMisses() }
        return history.settle(at: time)
    }

    /// Removes what has faded.
    mutating func advance(to now: Instant) {
        for index in devices.indices { devices[index].advance(to: now) }
    }

    /// When the picture changes by itself; nil if it stays as it is. In the past or now if it changes all the time.
    func nextChange(after now: Instant) -> Instant? { device?.nextChange(after: now) }
}

/// A line in the list: a gesture, or what a touch missed.
struct RecentGesture {
    /// The latest event of the gesture; nil if none can follow.
    var event: Event?
    /// The time, without padding, and what happened.
    let text: [UInt8]
    /// The number of spaces where the text can be broken.
    private let gap: Int
    let colour: Colour
    /// False while the gesture can still change.
    let isFinal: Bool

    init(_ event: Event, text: EventText) {
        self.event = event
        (self.text, colour) = Self.content(text.line(event: event))
        isFinal = event.phase.known == .ended
        gap = 2
    }

    init(_ miss: TouchHistory.Miss, text: EventText) {
        (self.text, colour) = Self.content(text.line(miss: miss.text, at: miss.time))
        isFinal = true
        gap = 1
    }

    private static func content(_ line: EventLine) -> ([UInt8], Colour) {
        (line.stamp.drop { $0 == UInt8(ascii: " ") } + line.words, line.colour)
    }

    /// The rows of the line in a list of this width.
    func rows(columns: Int) -> [[UInt8]] { wrapped(text, to: columns, indent: 2, gap: gap) }
}

/// The latencies of the latest events.
struct LatencyWindow: Equatable {
    /// The median and the maximum of the latest events; nil before the first. Changes at most every ``interval``.
    private(set) var summary: (median: Interval, maximum: Interval)?
    private var values: [Interval] = []
    private var next = 0
    private var updated = Instant.distantPast

    static let room = 128
    static let interval = Interval.milliseconds(500)

    mutating func note(_ latency: Interval, at now: Instant) {
        if values.count < Self.room {
            values.append(latency)
        } else {
            values[next] = latency
            next = (next + 1) % Self.room
        }
        guard now - updated >= Self.interval else { return }
        updated = now
        let sorted = values.sorted()
        summary = (sorted[sorted.count / 2], sorted[sorted.count - 1])
    }

    static func == (left: LatencyWindow, right: LatencyWindow) -> Bool {
        left.values == right.values && left.next == right.next && left.updated == right.updated
    }
}
