import GestureCore
import TestSupport
import TouchRecordings

@testable import TouchPicture

/// A contact at a time: in ms, its slot, and its place in mm; no place for a lift.
typealias Touch = (time: Int, slot: Int, place: (x: Double, y: Double)?)

/// Plots touches on a touchscreen of 300 × 200 mm with 20 counts per mm, or with counts that tell no size.
///
/// - Parameter palms: the times in ms at which the device calls the contact that moves a palm.
func plot(
    _ touches: [Touch], _ options: GestureOptions = GestureOptions(), part: Range<Double> = 0..<Double.infinity,
    palmsAt palms: [Int] = [], named name: String = "Panel", reportsSize: Bool = true
) throws -> PlottedRecording {
    let resolution = reportsSize ? 20 : 0
    var text = """
        N: \(name)
        I: 0018 1234 5678 0001
        P: 02 00 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 e0 02
        A: 2f 0 9 0 0 0
        A: 35 0 6000 0 0 \(resolution)
        A: 36 0 4000 0 0 \(resolution)
        A: 37 0 2 0 0 0
        A: 39 0 65535 0 0 0

        """
    var down: [Int] = []
    for (time, slot, place) in touches {
        let stamp = "E: \(10 + time / 1000).\(String("00\(time % 1000)".suffix(3)))000"
        text += "\(stamp) 0003 002f \(slot)\n"
        if let (x, y) = place {
            if !down.contains(slot) { text += "\(stamp) 0003 0037 0\n\(stamp) 0003 0039 \(time)\n" }
            if palms.contains(time) { text += "\(stamp) 0003 0037 2\n" }
            text += "\(stamp) 0003 0035 \(Int(x * 20))\n\(stamp) 0003 0036 \(Int(y * 20))\n"
            down.append(slot)
        } else {
            text += "\(stamp) 0003 0039 -1\n"
            down.removeAll { $0 == slot }
        }
        text += "\(stamp) 0000 0000 0\n"
    }
    return try PlottedRecording(try RecordedDevice(try Recording(Array(text.utf8))), options, part: part)
}

/// A finger that moves by `distance` mm every 20 ms and lifts.
func glide(slot: Int = 0, from start: Int, x: Double, by distance: Double, y: Double, steps: Int) -> [Touch] {
    var touches: [Touch] = []
    for step in 0...steps { touches.append((start + step * 20, slot, (x + Double(step) * distance, y))) }
    touches.append((start + steps * 20 + 10, slot, nil))
    return touches
}

/// Taps, one every `interval` ms.
func taps(_ count: Int, every interval: Int = 2000, x: Double = 50, y: Double = 50) -> [Touch] {
    (0..<count).flatMap { [($0 * interval, 0, (x, y)), ($0 * interval + 60, 0, nil)] }
}

/// Touches of several fingers in the order of their times.
func together(_ touches: [Touch]...) -> [Touch] { touches.flatMap { $0 }.sorted { $0.time < $1.time } }

extension GestureOptions {
    /// Options that request gestures as ``GestureSet/init(asking:)`` and ``RegionText`` read them.
    init(asking gestures: String, regions: String = "") throws(ScriptError) {
        self.init(gestures: try GestureSet(asking: gestures), regions: try RegionText.regions(regions))
    }
}

extension Points {
    static func millimetres(_ distance: Double) -> Points { distance / millimetresPerPoint }
}
