import Testing
import Text

@Suite struct CountedTests {
    @Test(arguments: [
        (0, "finger", "no fingers"), (1, "finger", "1 finger"), (2, "finger", "2 fingers"), (0, "touch", "no touches"),
        (1, "touch", "1 touch"), (2, "touch", "2 touches"), (11, "other touch", "11 other touches"),
        (2, "press", "2 presses"), (2, "axis lock", "2 axis locks"), (3, "flash", "3 flashes"),
        (-1, "step", "-1 steps"),
    ])
    func `a noun has the number of its count`(count: Int, noun: String, text: String) {
        #expect(counted(count, noun) == text)
    }

    @Test func `large counts are not cut`() {
        #expect(counted(Int64.max, "event") == "9223372036854775807 events")
        #expect(counted(UInt64(1), "event") == "1 event")
    }

    @Test(arguments: [(0, "no times"), (1, "once"), (2, "2 times"), (10, "10 times")])
    func `says how often`(count: Int, text: String) { #expect(times(count) == text) }
}

@Suite struct NumbersTests {
    @Test(arguments: [
        (0.0, 1, "0.0"), (7.9375, 1, "7.9"), (7.9375, 2, "7.94"), (7.9375, 3, "7.938"), (7.9375, 6, "7.937500"),
        (7.95, 1, "8.0"), (0.05, 1, "0.1"), (0.049, 1, "0.0"), (0.04, 2, "0.04"), (-0.5, 1, "-0.5"),
        (-12.25, 2, "-12.25"),
        (-0.04, 1, "0.0"),
    ])
    func `a number has all of its decimals`(number: Double, places: Int, text: String) {
        #expect(fixed(number, places: places) == text)
    }
}
