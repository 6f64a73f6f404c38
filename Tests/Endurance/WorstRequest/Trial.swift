import CAllocator
import GestureCore
import GestureProtocol
import Glibc

@testable import GestureService

/// Touches with ten fingers, one frame every 8 ms, that give recognizers as much to do as there is.
struct Touches {
    let frames: [TouchFrame]
    static let surface = Surface(id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2200, y: 1240))

    static func cost(of options: GestureOptions) -> GestureCost {
        options.cost(separatesPeople: surface.reach(options.thresholds) != nil)
    }

    init() {
        var writer = Writer()
        // Apart, each on a region of its own; then together, on one.
        for spread in [1.0, 0.02] {
            writer.spread = spread
            writer.touch(fingers: 10, frames: 40) { finger, frame in
                // All drag, pinch and rotate.
                Vector(x: Double(frame * (4 + finger % 3)), y: Double(frame) * 2.8 - Double(finger) * 4)
            }
            for _ in 0..<4 { writer.touch(fingers: 10, frames: 3) { _, _ in .zero } }
            writer.touch(fingers: 10, frames: 90) { finger, frame in
                frame < 85 ? .zero : Vector(x: Double(frame - 85) * 30, y: Double(finger))
            }
            for fingers in 1...3 {
                writer.touch(fingers: fingers, frames: 6) { _, frame in Vector(x: Double(frame) * 20, y: 0) }
            }
            writer.rest(700)
        }
        frames = writer.frames
    }

    private struct Writer {
        var frames: [TouchFrame] = []
        var spread = 1.0
        private var now = Instant(microseconds: 1_000_000)
        private var contacts: UInt64 = 0

        /// Lands fingers, moves them, lifts them.
        mutating func touch(fingers: Int, frames count: Int, _ way: (_ finger: Int, _ frame: Int) -> Vector) {
            let first = contacts + 1
            contacts += UInt64(fingers)
            for frame in 0...count {
                let action: ContactChange.Action = frame == 0 ? .down : frame == count ? .up : .move
                let changes = (0..<fingers).map { finger in
                    let column = Double(finger % 5) - 2
                    let row = Double(finger / 5) - 0.5
                    let place = Vector(
                        x: 1100 + column * 420 * max(spread, 0.15), y: 620 + row * 600 * max(spread, 0.15))
                    return ContactChange(
                        ContactID(first + UInt64(finger)), action, at: place + way(finger, min(frame, count - 1)))
                }
                frames.append(TouchFrame(surface: Touches.surface.id, time: now, changes: changes))
                now = now + .milliseconds(8)
            }
            now = now + .milliseconds(60)
        }

        mutating func rest(_ milliseconds: Int64) { now = now + .milliseconds(milliseconds) }
    }
}

/// What one request takes while it is touched.
struct Trial {
    /// Of the frame that takes longest and of all of them on average, in ns of this thread's time.
    var longest = Int64.max
    var mean = Int64.max
    /// On the heap, after all touches, in bytes.
    var bytes = 0

    init(_ request: CompiledSubscription, _ touches: Touches, rounds: Int = 2) {
        let before = mallinfo2().uordblks + mallinfo2().hblkhd
        let surface = Touches.surface
        let device = AttachedDevice(surface: surface, id: "panel", name: "panel") { _ in fatalError("not asked for") }
        let attached = AttachedDevices()
        attached.attach(device)
        var best = [Int64](repeating: .max, count: touches.frames.count)
        let kept = best.count * 8
        for round in 1...rounds {
            let start = Instant(microseconds: 0)
            let shared = SharedEngine(SharedRequest(request, includesPositions: true), at: start)
            shared.attach(device, at: start)
            for (index, frame) in touches.frames.enumerated() {
                let start = Self.time()
                if round < rounds {
                    Self.handle(frame, shared, attached)
                } else {
                    Self.countedFrame(frame, shared, attached)
                }
                best[index] = min(best[index], Self.time() - start)
            }
            bytes = mallinfo2().uordblks + mallinfo2().hblkhd - before - kept
        }
        longest = best.max() ?? 0
        mean = best.reduce(0, +) / Int64(best.count)
    }

    /// A frame of the last round, as a function whose calls worst.py finds by its name. In the first round, lists grow.
    @inline(never) private static func countedFrame(
        _ frame: TouchFrame, _ shared: SharedEngine, _ attached: AttachedDevices
    ) {
        handle(frame, shared, attached)
    }

    @inline(__always) private static func handle(
        _ frame: TouchFrame, _ shared: SharedEngine, _ attached: AttachedDevices
    ) {
        shared.engine.process(frame)
        if !shared.engine.events.isEmpty {
            _ = shared.collect(attached)
        }
        _ = shared.flush()
    }

    private static func time() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
