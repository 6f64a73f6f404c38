import GestureCore
import GestureProtocol

/// Swallows all touches until a chosen gesture or time, so that a screen can be wiped without effect.
final class TouchLock {
    /// Recognizes the gestures that open it; nil if only time does.
    private var engine: GestureEngine?
    /// When it opens by itself; nil if only a gesture opens it.
    private let end: Instant?
    /// The gestures that open it; nil if only time does.
    private let request: CompiledSubscription?
    /// The account of the client that locked. It has ``cost`` until the lock is gone, whether or not the client is.
    private let account: Account
    private var cost = GestureCost.zero

    /// - Parameter devices: the devices in use, for the cost.
    init(until request: CompiledSubscription?, of account: Account, end: Instant?, on devices: [AttachedDevice]) {
        self.request = request
        self.account = account
        self.end = end
        engine = request.map { GestureEngine(options: $0.options) }
        if let request {
            cost = request.cost(on: devices)
            account.add(cost)
        }
    }

    deinit { if request != nil { account.remove(cost) } }

    /// Counts the cost again: the devices in use have changed.
    func recount(on devices: [AttachedDevice]) {
        guard let request else { return }
        account.remove(cost)
        cost = request.cost(on: devices)
        account.add(cost)
    }

    /// The cost that an account has for the lock.
    func cost(of account: Account) -> GestureCost { account === self.account ? cost : .zero }

    func note(_ modifiers: EventModifiers, at time: Instant) { engine?.note(modifiers, at: time) }
    func attach(_ surface: Surface) { engine?.attach(surface) }
    func detach(_ id: SurfaceID, at time: Instant) { engine?.detach(id, at: time) }

    var nextDeadline: Instant? { earlier(engine?.nextDeadline, end) }

    /// Processes a frame, once time has advanced to it.
    ///
    /// - Returns: whether that opens the lock.
    func process(_ frame: TouchFrame) -> Bool {
        engine?.process(frame)
        return isRecognized
    }

    /// - Returns: whether that opens the lock.
    func advance(to time: Instant) -> Bool {
        engine?.advance(to: time)
        return isRecognized || end.map { $0 < time } ?? false
    }

    private var isRecognized: Bool { engine?.events.contains { $0.isRecognition } ?? false }
}

extension EngineEvent {
    /// Whether a gesture, or the last gesture of a sequence, is recognized with this event.
    fileprivate var isRecognition: Bool {
        guard part?.stage == part?.stages else { return false }
        return kind.isComposable && phase == kind.recognitionPhase
    }
}
