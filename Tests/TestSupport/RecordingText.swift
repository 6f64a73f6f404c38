/// A recording by evemu of a touchscreen of 100 × 50 mm, with one finger in the middle.
///
/// - Parameter times: when the finger lands and lifts, in ms since `start`; nil if it stays down.
/// - Parameter start: the time of an empty frame before them, in s.
public func recordingText(_ times: [(down: Int, up: Int?)], start: Int = 0) -> String {
    var text = """
        N: Phone
        I: 0018 0000 0000 0000
        P: 02 00 00 00 00 00 00 00
        B: 03 00 00 00 00 00 80 60 02
        A: 2f 0 9 0 0 0
        A: 35 0 1000 0 0 10
        A: 36 0 500 0 0 10
        A: 39 0 65535 0 0 0
        E: \(start).000000 0000 0000 0

        """
    func stamp(_ milliseconds: Int) -> String {
        let digits = "\(milliseconds % 1000)"
        return "E: \(start + milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits + "000"
    }
    for (number, time) in times.enumerated() {
        let down = stamp(time.down)
        text += "\(down) 0003 0039 \(number + 1)\n\(down) 0003 0035 500\n\(down) 0003 0036 250\n\(down) 0000 0000 0\n"
        guard let up = time.up.map({ stamp($0) }) else { continue }
        text += "\(up) 0003 0039 -1\n\(up) 0000 0000 0\n"
    }
    return text
}
