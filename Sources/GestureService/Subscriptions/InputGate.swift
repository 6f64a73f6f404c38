import GestureCore

/// A change of the lock or the pause.
enum InputModeChange {
    /// The lock has ended, whatever else has changed.
    case unlocked
    /// The lock has begun, or the pause has begun or ended.
    case other
}

/// Decides whether touches reach the subscriptions: the lock and the pause.
struct InputGate {
    /// Swallows all touches; nil while touches are not locked.
    private var lock: TouchLock?
    /// While it is set, touches reach neither the subscriptions nor the lock, which then ends by time alone.
    private(set) var isPaused = false
    /// The change since ``takeChange()``.
    private var change: InputModeChange?

    var isLocked: Bool { lock != nil }

    /// Returns the change since the last call; nil if there is none.
    mutating func takeChange() -> InputModeChange? {
        defer { change = nil }
        return change
    }

    mutating func setPaused(_ paused: Bool) {
        isPaused = paused
        change = change ?? .other
    }

    // MARK: The lock

    mutating func close(_ lock: TouchLock) {
        self.lock = lock
        change = change ?? .other
    }

    mutating func open() {
        guard lock != nil else { return }
        lock = nil
        change = .unlocked
    }

    /// The cost that an account has for the lock.
    func cost(of account: Account) -> GestureCost { lock?.cost(of: account) ?? .zero }

    /// Counts the cost of the lock again: the devices in use have changed.
    func recount(on devices: [AttachedDevice]) { lock?.recount(on: devices) }

    var nextDeadline: Instant? { lock?.nextDeadline }

    mutating func note(_ modifiers: EventModifiers, at time: Instant) { lock?.note(modifiers, at: time) }
    mutating func attach(_ surface: Surface) { lock?.attach(surface) }
    mutating func detach(_ id: SurfaceID, at time: Instant) { lock?.detach(id, at: time) }

    /// Returns whether a frame reaches the subscriptions, after giving it to the lock.
    mutating func admits(_ frame: TouchFrame) -> Bool {
        if isPaused { return false }
        guard lock != nil else { return true }
        // A frame after the end of the lock does not belong to it.
        advance(to: frame.time)
        guard lock != nil else { return true }
        if lock?.process(frame) ?? false { open() }
        return false
    }

    mutating func advance(to time: Instant) {
        if lock?.advance(to: time) ?? false { open() }
    }
}
