import GestureCore
import GestureProtocol
import TestSupport

/// A subscription that ends the program when it gets what no client may get.
public struct CheckedSubscription {
    private var engine: GestureEngine
    private var checker: BalanceChecker
    private let labels: EventLabels
    private var line = JSONWriter()
    private var sequence: UInt64 = 0

    public init(_ options: GestureOptions) {
        engine = GestureEngine(options: options)
        checker = BalanceChecker(options)
        labels = EventLabels(engine)
    }

    public mutating func attach(_ surface: Surface) { engine.attach(surface) }

    public mutating func process(_ frame: TouchFrame) {
        engine.process(frame)
        check()
    }

    public mutating func advance(to time: Instant) {
        engine.advance(to: time)
        check()
    }

    public mutating func detach(_ surface: SurfaceID, at time: Instant) {
        engine.detach(surface, at: time)
        check()
    }

    /// Lets time pass for ever, after which nothing may be open or awaited.
    public mutating func finish() {
        advance(to: .distantFuture)
        checker.finish()
        demand(checker.complaint == nil, checker.complaint ?? "")
        demand(engine.nextDeadline == nil, "something is awaited in the end")
    }

    private mutating func check() {
        checker.check(engine.events)
        demand(checker.complaint == nil, checker.complaint ?? "")
        for event in engine.events {
            sequence += 1
            line.bytes.removeAll(keepingCapacity: true)
            line.eventReply(event, sequence: sequence, device: DeviceLabels(id: "device"), labels: labels)
            demand(
                VarlinkReply(line.bytes.dropLast()) != nil, "no JSON: \(String(decoding: line.bytes, as: UTF8.self))")
        }
    }
}
