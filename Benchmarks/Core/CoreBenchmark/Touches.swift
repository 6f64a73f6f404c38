import CBenchmark
import GestureCore
import TouchDecoding

/// A touchscreen of 345 × 194 mm for ten fingers, which measures how broadly they touch.
struct Screen {
    static let countsPerMillimetre: Int32 = 40
    static let countsPerPoint = Double(countsPerMillimetre) * Points.millimetresPerPoint

    let geometry: TouchGeometry

    init() throws(UnusableDevice) {
        var description = DeviceDescription()
        let width = 345 * Self.countsPerMillimetre
        let height = 194 * Self.countsPerMillimetre
        for (code, maximum): (Code, Int32) in [(.x, width), (.y, height), (.positionX, width), (.positionY, height)] {
            description.axes[Int(code.rawValue)] = AxisRange(
                minimum: 0, maximum: maximum, resolution: Self.countsPerMillimetre)
        }
        description.axes[Int(Code.slot.rawValue)] = AxisRange(minimum: 0, maximum: 9)
        description.axes[Int(Code.trackingID.rawValue)] = AxisRange(minimum: 0, maximum: 65535)
        description.axes[Int(Code.major.rawValue)] = AxisRange(
            minimum: 0, maximum: 1600, resolution: Self.countsPerMillimetre)
        geometry = try TouchGeometry(description, kind: .touchscreen)
    }
}

/// The axes of linux/input-event-codes.h that it sends.
enum Code: UInt16 {
    case x = 0x00
    case y = 0x01
    case slot = 0x2f
    case major = 0x30
    case positionX = 0x35
    case positionY = 0x36
    case trackingID = 0x39
}

/// What fingers do on a screen that reports them every 8 ms, as the kernel tells of it.
struct Touches {
    struct Report {
        var events: Range<Int>
        var counts: Bool
    }

    /// Which reports of a tap count.
    enum Moment { case whole, landing, lift }

    static let interval = Interval.milliseconds(8)
    /// How many reports go by before any counts, by which time every buffer has grown.
    private static let warmUp = 128
    private static let counted = 512

    let screen: Screen
    private(set) var events: [RawEvent] = []
    private(set) var reports: [Report] = []
    private var time = Instant(microseconds: 1_000_000)
    private var lastID: Int32 = 0
    private var down = 0

    private init(on screen: Screen) { self.screen = screen }

    // MARK: What they do

    /// So many fingers travel in a circle, and turn, and spread and come together the while.
    ///
    /// - Parameter start: where a single one lands, 0…1.
    static func moving(fingers: Int, from start: Vector = middle, on screen: Screen) -> Touches {
        var touches = Touches(on: screen)
        for step in 0..<warmUp + counted {
            touches.report(touches.places(fingers, at: step, from: start), counts: step >= warmUp)
        }
        return touches
    }

    /// So many fingers rest, but for the noise of the sensor.
    static func resting(fingers: Int, on screen: Screen) -> Touches {
        var touches = Touches(on: screen)
        for step in 0..<warmUp + counted {
            let noise = Vector(x: step % 2 == 0 ? 0 : 0.2, y: step % 3 == 0 ? 0 : 0.2)
            touches.report(touches.places(fingers, at: 0, from: middle).map { $0 + noise }, counts: step >= warmUp)
        }
        return touches
    }

    /// Double taps, 500 ms apart.
    ///
    /// - Parameter moment: what counts of each tap.
    static func tapping(fingers: Int, at start: Vector = middle, _ moment: Moment = .whole, on screen: Screen)
        -> Touches
    {
        var touches = Touches(on: screen)
        var tap = 0
        while touches.reports.count < warmUp + counted {
            let isWarm = touches.reports.count >= warmUp
            let places = touches.places(fingers, at: 0, from: start)
            touches.report(places, counts: isWarm && moment != .lift)
            for step in 1...6 {
                let noise = Vector(x: step % 2 == 0 ? 0 : 0.2, y: 0)
                touches.report(places.map { $0 + noise }, counts: isWarm && moment == .whole)
            }
            touches.report([], counts: isWarm && moment != .landing)
            touches.pause(.milliseconds(tap % 2 == 0 ? 100 : 500))
            tap += 1
        }
        return touches
    }

    /// Swipes to the right of 200 pt in 80 ms.
    ///
    /// - Parameter start: where they begin, 0…1.
    static func swiping(fingers: Int, from start: Vector = middle, on screen: Screen) -> Touches {
        var touches = Touches(on: screen)
        while touches.reports.count < warmUp + counted {
            let isWarm = touches.reports.count >= warmUp
            let places = touches.places(fingers, at: 0, from: start)
            for step in 0...10 {
                touches.report(places.map { $0 + Vector(x: Double(step) * 20, y: 0) }, counts: isWarm)
            }
            touches.report([], counts: isWarm)
            touches.pause(.milliseconds(500))
        }
        return touches
    }

    /// A letter z, 400 pt wide. Only its lift counts.
    static func drawing(on screen: Screen) -> Touches {
        var touches = Touches(on: screen)
        let corners = [Vector(x: 0, y: 0), Vector(x: 400, y: 0), Vector(x: 0, y: 400), Vector(x: 400, y: 400)]
        while touches.reports.count < warmUp + 20 * counted {
            let isWarm = touches.reports.count >= warmUp
            let places = touches.places(1, at: 0, from: middle)
            for (from, to) in zip(corners, corners[1...]) {
                for step in 0..<20 {
                    touches.report(places.map { $0 + from + (to - from) * (Double(step) / 20) }, counts: false)
                }
            }
            touches.report([], counts: isWarm)
            touches.pause(.milliseconds(500))
        }
        return touches
    }

    static let middle = Vector(x: 0.5, y: 0.5)

    // MARK: Where they are

    /// Several fingers are on a circle around the hand; the hand goes round once in 64 steps.
    private func places(_ fingers: Int, at step: Int, from start: Vector) -> [Vector] {
        let size = screen.geometry.surface(SurfaceID(1)).size
        let way = (Self.turn(step, of: 64) - Self.turn(0, of: 64)) * 60
        let centre = Vector(x: start.x * size.x, y: start.y * size.y) + way
        guard fingers > 1 else { return [centre] }
        let radius = 240 + 80 * Self.turn(step, of: 96).x
        return (0..<fingers).map { finger in
            centre + Self.turn(finger * 256 + step * fingers, of: 256 * fingers) * radius
        }
    }

    /// The direction after so many of the steps that make a full turn.
    private static func turn(_ step: Int, of steps: Int) -> Vector {
        let angle = Double(step % steps) / Double(steps) * 2 * Double.pi
        return Vector(x: cos(angle), y: sin(angle))
    }

    // MARK: What the kernel says

    private mutating func pause(_ interval: Interval) { time = time + interval }

    /// The fingers are there now; those before that are more are lifted.
    private mutating func report(_ places: [Vector], counts: Bool) {
        let first = events.count
        for (slot, place) in places.enumerated() {
            send(.slot, Int32(slot))
            if slot >= down {
                lastID += 1
                send(.trackingID, lastID)
                send(.major, 8 * Screen.countsPerMillimetre)
            }
            let (x, y) = (count(place.x), count(place.y))
            send(.positionX, x)
            send(.positionY, y)
        }
        for slot in places.count..<max(down, places.count) {
            send(.slot, Int32(slot))
            send(.trackingID, -1)
        }
        // The kernel tells of the first as if it were the only one too.
        if places.isEmpty != (down == 0) { sendTouchKey(!places.isEmpty) }
        if let place = places.first {
            send(.x, count(place.x))
            send(.y, count(place.y))
        }
        events.append(RawEvent(time: time, type: 0, code: 0, value: 0))
        down = places.count
        reports.append(Report(events: first..<events.count, counts: counts))
        time = time + Self.interval
    }

    private func count(_ points: Points) -> Int32 { Int32(points * Screen.countsPerPoint) }

    private mutating func send(_ code: Code, _ value: Int32) {
        events.append(RawEvent(time: time, type: 3, code: code.rawValue, value: value))
    }

    /// BTN_TOUCH.
    private mutating func sendTouchKey(_ isDown: Bool) {
        events.append(RawEvent(time: time, type: 1, code: 0x14a, value: isDown ? 1 : 0))
    }
}
