import GestureCore
import TouchDecoding

/// Passes the touches of a device on to its clone.
final class TouchRelay {
    private let clone: CloneDevice
    private var filter: TouchFilter
    /// Whether touches are passed on. The device is grabbed then.
    private(set) var isStarted = false
    /// The errno of a write that failed; 0 if none has.
    private(set) var error: CInt = 0
    /// The slot that was selected last on the clone.
    private var slot: Int32 = 0
    /// Tells whether the display is dark; nil if touches that wake it are not withheld.
    var power: DisplayPower?

    init(_ clone: consuming CloneDevice, _ filter: TouchFilter) {
        self.clone = clone
        self.filter = filter
    }

    /// Whether the current touch is withheld because it began on a dark or idle display.
    var isWaking: Bool { isStarted && filter.isWaking }
    var nextDeadline: Instant? { isStarted ? filter.nextDeadline : nil }

    func start(from original: borrowing some DeviceState & ~Copyable) {
        filter.start(from: original)
        isStarted = true
    }

    func apply(_ rules: WithholdingRules, _ thresholds: Thresholds, _ geometry: TouchGeometry) {
        filter.apply(rules, thresholds, geometry)
    }

    /// Passes on an event of the original.
    func handle(_ event: RawEvent) {
        guard isStarted else { return }
        filter.handle(event) { power?.isDark ?? false }
        if !filter.output.isEmpty { write() }
    }

    func synchronize(with original: borrowing some DeviceState & ~Copyable, at time: Instant) {
        guard isStarted else { return }
        filter.synchronize(with: original, at: time) { power?.isDark ?? false }
        write()
    }

    func setBlocking(_ wanted: Bool, at time: Instant) {
        filter.setBlocking(wanted, at: time)
        write()
    }

    func withhold(slot index: Int, at time: Instant) {
        filter.withhold(slot: index, at: time)
        write()
    }

    func advance(to now: Instant) {
        filter.advance(to: now)
        write()
    }

    private func write() {
        defer { filter.removeOutput() }
        guard isStarted, !filter.output.isEmpty else { return }
        error = clone.write(filter.output, slot: slot)
        for event in filter.output where event.type == EventType.abs && event.code == EventCode.absMTSlot {
            slot = event.value
        }
        if error != 0 { isStarted = false }
    }
}
