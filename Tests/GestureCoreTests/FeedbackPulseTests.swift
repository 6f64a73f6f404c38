import GestureCore
import Testing

@Suite struct FeedbackPulseTests {
    @Test(
        arguments: [
            ("dark at the start", 0, 0), ("rises from the start on", 1, 1 / 175_000.0),
            ("is half lit after half of the rise", 87_500, 0.5), ("rises for 175 ms", 174_999, 174_999 / 175_000.0),
            ("lit after 175 ms", 175_000, 1), ("stays lit", 175_001, 1), ("stays lit for 250 ms", 424_999, 1),
            ("lit after 425 ms", 425_000, 1), ("falls then", 425_001, 174_999 / 175_000.0),
            ("is half lit after half of the fall", 512_500, 0.5), ("falls for 175 ms", 599_999, 1 / 175_000.0),
            ("dark after 600 ms", 600_000, 0), ("stays dark", 600_001, 0), ("dark before the start", -1, 0),
            ("dark for ever", .max, 0), ("dark from ever", .min, 0),
        ] as [(Comment, Int64, Double)])
    func `a tap is one flash of 600 ms`(rule: Comment, microseconds: Int64, value: Double) {
        #expect(FeedbackPulse.tap.value(at: Interval(microseconds: microseconds)) == value, rule)
    }

    @Test(
        arguments: [
            ("dark at the start", 0, 0), ("rises from the start on", 1, 1 / 87_500.0),
            ("rises for half of the flash", 87_499, 87_499 / 87_500.0), ("lit after half of the flash", 87_500, 1),
            ("falls then", 87_501, 87_499 / 87_500.0), ("falls for 87.5 ms", 174_999, 1 / 87_500.0),
            ("dark after 175 ms", 175_000, 0), ("stays dark in the gap", 175_001, 0),
            ("stays dark for 25 ms", 199_999, 0), ("dark at the start of the second flash", 200_000, 0),
            ("rises again after 200 ms", 200_001, 1 / 87_500.0), ("lit again", 287_500, 1),
            ("falls again", 374_999, 1 / 87_500.0), ("dark after 375 ms", 375_000, 0), ("stays dark", 375_001, 0),
            ("dark before the start", -1, 0), ("dark for ever", .max, 0), ("dark from ever", .min, 0),
        ] as [(Comment, Int64, Double)])
    func `a double tap is two flashes of 175 ms, 25 ms apart`(rule: Comment, microseconds: Int64, value: Double) {
        #expect(FeedbackPulse.doubleTap.value(at: Interval(microseconds: microseconds)) == value, rule)
    }

    @Test func `a pulse lasts until its last flash is over`() {
        #expect(FeedbackPulse.tap.duration == .milliseconds(600))
        #expect(FeedbackPulse.doubleTap.duration == .milliseconds(375))
    }

    @Test(arguments: [FeedbackPulse.tap, .doubleTap])
    func `brightness has no jumps and stays in 0 … 1`(pulse: FeedbackPulse) {
        var last = 0.0
        for microseconds in -10...(pulse.duration.microseconds + 10) {
            let value = pulse.value(at: Interval(microseconds: microseconds))
            guard 0...1 ~= value, abs(value - last) < 1.001 / 87_500 else {
                Issue.record("\(last) to \(value) at \(microseconds) µs")
                return
            }
            last = value
        }
    }
}
