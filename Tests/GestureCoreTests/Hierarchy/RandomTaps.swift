import GestureCore
import TestSupport

/// Random touches that mostly tap: fingers that land and lift together or shortly after each other, at a few points.
struct RandomTaps {
    /// A finger that was lifted.
    struct Finger {
        var landed: Instant
        var lifted: Instant
        var point: Vector
        var position: UnitPoint
    }

    private(set) var steps: [TouchScript.Step] = [.plug(.screen)]
    private(set) var fingers: [Finger] = []
    private var random: SplitMix64
    private var points: [Vector] = []
    /// Those of the fingers that landed last.
    private var touched: [Vector] = []
    /// The changes of each frame, by its time in ms.
    private var frames: [Int64: [ContactChange]] = [:]
    private var contacts: UInt64 = 0

    /// - Parameter touches: the number of times that up to three fingers land.
    init(seed: UInt64, touches: Int) {
        random = SplitMix64(seed: seed)
        var now: Int64 = 1000
        for _ in 0..<touches {
            if points.isEmpty || random.oneIn(8) { choosePoints() }
            addTouch(at: now)
            // Often the next fingers land while others rest, and sometimes in the frame in which they are lifted.
            now += [60, 100, 150, 250, 350, 700][random.below(6)] + delay(3)
        }
        for (time, changes) in frames.sorted(by: { $0.key < $1.key }) {
            steps.append(
                .frame(TouchFrame(surface: Surface.screen.id, time: .milliseconds(time), changes: changes)))
        }
    }

    private mutating func choosePoints() {
        let size = Surface.screen.size
        points = (0..<1 + random.below(3)).map { _ in
            Vector(x: Double(random.below(Int(size.x))), y: Double(random.below(Int(size.y))))
        }
    }

    private mutating func addTouch(at now: Int64) {
        let lifted = now + (random.oneIn(12) ? 600 : 30) + delay(8)
        // Half of the touches are as the one before, so that taps follow each other.
        if random.oneIn(2) || touched.isEmpty {
            touched = (0..<1 + random.below(3)).map { _ in points[random.below(points.count)] }
        }
        for place in touched {
            contacts += 1
            let point = place + Vector(x: eighths(30), y: eighths(30))
            let (down, up) = (now + delay(4), lifted + delay(6))
            add(.down, at: point, down)
            if random.oneIn(20) { add(.move, at: point + Vector(x: 50, y: 0), (down + up) / 2) }
            if random.oneIn(20) {
                add(.cancel, at: point, up)
            } else {
                add(.up, at: point, up)
                fingers.append(
                    Finger(
                        landed: .milliseconds(down), lifted: .milliseconds(up), point: point,
                        position: Surface.screen.normalized(point)))
            }
        }
    }

    private mutating func add(_ action: ContactChange.Action, at point: Vector, _ time: Int64) {
        frames[time, default: []].append(ContactChange(ContactID(contacts), action, at: point))
    }

    /// Often no delay, so that changes share a frame; otherwise up to this number of steps of 10 ms.
    private mutating func delay(_ most: Int) -> Int64 { random.oneIn(2) ? 0 : 10 * Int64(random.below(most + 1)) }

    /// Up to `most` pt, in eighths, so that sums are exact.
    private mutating func eighths(_ most: Int) -> Double { Double(random.below(8 * most)) / 8 }
}

/// Finds taps for which too few fingers were lifted: each finger can be part of one tap of one region.
struct TapFingers {
    private let fingers: [RandomTaps.Finger]
    private let regions: [TrackedRegion]
    /// The fingers that each finger of a tap can be.
    private var candidates: [[Int]] = []
    /// For each finger, the finger of a tap that it is; nil if it is free.
    private var uses: [Int?]

    init(_ fingers: [RandomTaps.Finger], _ regions: [TrackedRegion]) {
        self.fingers = fingers
        self.regions = regions
        uses = Array(repeating: nil, count: fingers.count)
    }

    /// Finds other fingers for the taps before, if need be.
    ///
    /// - Returns: false if no finger is left for the tap.
    mutating func take(_ tap: EngineEvent) -> Bool {
        guard case .tap(let count, _, _) = tap.details, let region = tap.region else { return false }
        let rectangle = regions[Int(region.number) - 1].rectangle
        let isSingle = count == 1 && tap.fingers == 1
        let possible = fingers.indices.filter { index in
            let finger = fingers[index]
            guard tap.origin.time <= finger.landed, finger.lifted <= tap.time, rectangle.contains(finger.position)
            else { return false }
            return !isSingle || finger.lifted == tap.time && finger.point == tap.point
        }
        for _ in 0..<count * tap.fingers {
            candidates.append(possible)
            var tried: Set<Int> = []
            guard assign(candidates.count - 1, &tried) else { return false }
        }
        return true
    }

    private mutating func assign(_ use: Int, _ tried: inout Set<Int>) -> Bool {
        for finger in candidates[use] where tried.insert(finger).inserted {
            let other = uses[finger]
            guard other.map({ assign($0, &tried) }) ?? true else { continue }
            uses[finger] = use
            return true
        }
        return false
    }
}
