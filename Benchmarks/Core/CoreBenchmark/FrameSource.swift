import GestureCore
import TouchDecoding
import TouchRecordings

/// What frames come from.
protocol FrameSource {
    var surface: Surface { get }
    /// Whether the next frame counts, and is not only there to get to it.
    var nextCounts: Bool { get }

    /// Sets `frame` to the next frame.
    ///
    /// - Returns: false when there is none.
    mutating func next(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Bool

    /// Whether the device is plugged in anew before the next frame.
    var restarts: Bool { get }
}

/// Touches that were made up, as the kernel would tell of them.
struct PlayedTouches: FrameSource {
    let surface: Surface
    private let touches: Touches
    private var assembler: FrameAssembler
    private var report = 0

    init(_ touches: Touches) {
        self.touches = touches
        surface = touches.screen.geometry.surface(SurfaceID(1))
        assembler = FrameAssembler(geometry: touches.screen.geometry)
    }

    var nextCounts: Bool { report < touches.reports.count && touches.reports[report].counts }
    var restarts: Bool { false }

    mutating func next(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Bool {
        guard report < touches.reports.count else { return false }
        var isComplete = false
        for index in touches.reports[report].events {
            if assembler.handle(touches.events[index], contacts: &contacts, into: &frame) { isComplete = true }
        }
        report += 1
        return isComplete
    }
}

/// A recording, played twice: the second time counts.
struct PlayedRecording: FrameSource {
    private static let pause = Interval.milliseconds(1000)

    let surface: Surface
    private var device: RecordedDevice
    private var offset = Interval.milliseconds(0)
    private(set) var nextCounts = false
    private(set) var restarts = false

    init(_ device: RecordedDevice) {
        self.device = device
        surface = device.geometry.surface(SurfaceID(1))
    }

    mutating func next(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Bool {
        restarts = false
        if device.next(contacts: &contacts, into: &frame) {
            frame.time = frame.time + offset
            return true
        }
        guard !nextCounts, let first = device.firstTime, let last = device.lastTime else { return false }
        nextCounts = true
        restarts = true
        offset = last + Self.pause - first
        device.rewind()
        return next(contacts: &contacts, into: &frame)
    }
}
