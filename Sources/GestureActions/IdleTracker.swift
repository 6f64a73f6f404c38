import GestureCore
import GestureProtocol
import Text

/// Follows when no device has been touched for the times of the bindings for idle, and the first touch after that.
///
/// The service reports activity of each device with the shortest of these times. Longer times are counted from the same touch.
struct IdleTracker {
    private struct Wait {
        var binding: Int
        var time: Interval
        /// True for `wake`: it runs at the next touch instead.
        var isWake: Bool
        /// True once the time has passed since the last touch.
        var isOver = false
    }

    private var waits: [Wait] = []
    /// The bindings for `wake` without a time.
    private var wakes: [Int] = []
    private let shortest: Interval
    /// The ids of the devices that are in use.
    private var active: [Device] = []
    /// The last touch, as far as known.
    private var lastTouch: Instant
    /// True until the first touch since the start. A display that was switched off before the start must still wake.
    private var isFirstTouch = true

    private typealias Device = ByteString

    /// - Parameter now: counts as a touch.
    init(_ bindings: [Binding], at now: Instant) {
        lastTouch = now
        for (index, binding) in bindings.enumerated() {
            switch binding.trigger {
            case .idle(let time): waits.append(Wait(binding: index, time: time, isWake: false))
            case .wake(.some(let time)): waits.append(Wait(binding: index, time: time, isWake: true))
            case .wake(nil): wakes.append(index)
            case .gesture: break
            }
        }
        shortest = waits.map { $0.time }.min() ?? .zero
    }

    /// The instant at which the next time has passed; nil while a device is in use.
    var deadline: Instant? {
        guard active.isEmpty else { return nil }
        return waits.filter { !$0.isOver }.map { lastTouch + $0.time }.min()
    }

    /// Follows an event of kind activity.
    mutating func follow(_ event: Event) -> [ActionEngine.Run] {
        guard let phase = event.phase.known, phase != .changed, phase != .possible else { return [] }
        active.removeAll { $0 == event.device }
        if phase == .began {
            active.append(event.device)
            return wake(event)
        }
        // The service reports the end when the shortest time has passed. A device that is unplugged counts as touched until then.
        let touch = phase == .ended ? event.time + Interval(microseconds: -shortest.microseconds) : event.time
        lastTouch = max(lastTouch, touch)
        return advance(to: event.time)
    }

    /// Handles a lost connection. The next subscription reports the activity of all devices again.
    mutating func disconnect(at now: Instant) {
        if !active.isEmpty { lastTouch = max(lastTouch, now) }
        active.removeAll()
    }

    mutating func advance(to now: Instant) -> [ActionEngine.Run] {
        guard active.isEmpty else { return [] }
        var runs: [ActionEngine.Run] = []
        for index in waits.indices where !waits[index].isOver && lastTouch + waits[index].time <= now {
            waits[index].isOver = true
            guard !waits[index].isWake else { continue }
            runs.append(ActionEngine.Run(binding: waits[index].binding, time: lastTouch + waits[index].time))
        }
        return runs
    }

    private mutating func wake(_ event: Event) -> [ActionEngine.Run] {
        lastTouch = max(lastTouch, event.time)
        var bindings: [Int] = []
        var wasIdle = isFirstTouch
        isFirstTouch = false
        for index in waits.indices where waits[index].isOver {
            waits[index].isOver = false
            if waits[index].isWake { bindings.append(waits[index].binding) } else { wasIdle = true }
        }
        if wasIdle { bindings += wakes }
        return bindings.map { ActionEngine.Run(binding: $0, time: event.time, event: event) }
    }
}
