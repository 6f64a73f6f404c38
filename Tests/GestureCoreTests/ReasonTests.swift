import Testing

@testable import GestureCore

@Suite struct ReasonTests {
    /// 50 pt are 7.9375 mm.
    @Test(arguments: [
        (40.0, "6.4 mm of 7.9 mm"), (49.5, "7.86 mm of 7.94 mm"), (49.99, "7.936 mm of 7.938 mm"),
        (49.9999, "7.937 mm of 7.938 mm"), (50, "7.9 mm of 7.9 mm"), (50.0001, "7.93752 mm of 7.93750 mm"),
        (50.01, "7.939 mm of 7.938 mm"), (50.5, "8.0 mm of 7.9 mm"),
    ])
    func `lengths beside a limit do not look like the limit`(measured: Points, text: String) {
        #expect(Reason(.distance, measured, of: 50).text == text)
    }

    /// What reaches a limit does not look short of it: 50 pt are 7.9375 mm, where three decimals would differ.
    @Test(arguments: [50 - 1e-9, 50, 50 + 1e-9]) func `lengths within the tolerance look like the limit`(
        measured: Points
    ) {
        #expect(Reason(.distance, measured, of: 50).text == "7.9 mm of 7.9 mm")
    }

    @Test(arguments: [
        (Reason(.score, 0.79, of: 0.8), "score 0.79 of 0.80"), (Reason(.score, 0.798, of: 0.8), "score 0.798 of 0.800"),
        (Reason(.score, 0.8, of: 0.8), "score 0.80 of 0.80"), (Reason(.score, -0.2, of: 0.8), "score 0.00 of 0.80"),
        (Reason(.turn, 11.46, of: 11.5), "turned by 11.46°, more than 11.5° required"),
        (Reason(.tapGap, 300.4, of: 300), "landed 300.4 ms after the previous tap, at most 300 ms allowed"),
        (
            Reason(.tapCount, 3, of: 4, "the next touch was not the next tap"),
            "3 of 4 taps: the next touch was not the next tap"
        ),
        (Reason(.stayed, 10, of: 20, "one finger "), "one finger moved 1.6 mm, more than 3.2 mm required"),
        (Reason(.inEdgeBand, 15, of: 24), "starts 2.4 mm from the edge; within 3.8 mm, swipes are edge swipes"),
    ])
    func `says what was measured and required`(reason: Reason, text: String) { #expect(reason.text == text) }

    private static func setting(_ key: String, _ value: String, _ reason: Reason) -> String {
        var reason = reason
        reason.setting = ConfiguredSetting(section: "gestures", key: .init(key), value: value, path: "a.conf", line: 3)
        return reason.text
    }

    @Test(arguments: [
        (
            setting("swipe-distance", "600", Reason(.distance, 500, of: 600)),
            "79.4 mm of 95.3 mm (swipe-distance = 600 pt, a.conf:3)"
        ),
        (
            setting("swipe-distance", "100", Reason(.distance, 40, of: 50)),
            "6.4 mm of 7.9 mm (swipe-distance = 100 pt = 15.9 mm, a.conf:3)"
        ),
        (
            setting("slop", "30", Reason(.span, 20, of: 60)),
            "the fingers' distance changed by 3.2 mm, more than 9.5 mm required (slop = 30 pt = 4.8 mm, a.conf:3)"
        ),
        (
            setting("steady", "yes", Reason(.movedTooFar, 50, of: 40)),
            "moved 7.9 mm, at most 6.4 mm allowed (steady = yes, a.conf:3)"
        ),
        (
            setting("long-press", "800", Reason(.liftedEarly, 700, of: 800)),
            "lifted after 700 ms of 800 ms (long-press = 800, a.conf:3)"
        ),
    ])
    func `a setting can be compared with the limit`(text: String, expected: String) { #expect(text == expected) }
}

@Suite struct PrintedWordsTests {
    @Test(arguments: [
        ([], "no fingers"), ([1], "1 finger"), ([2], "2 fingers"), ([1, 3], "1 or 3 fingers"),
        ([2, 3], "2 or 3 fingers"),
        ([2, 3, 4], "2 to 4 fingers"), (Array(3...10), "3 or more fingers"), ([10], "10 fingers"),
        ([1, 2, 9, 10], "1, 2, 9 or 10 fingers"),
    ])
    func `finger counts are in words`(counts: [Int], words: String) {
        var fingers = FingerSet.none
        for count in counts { fingers.insert(count) }
        #expect(fingers.words == words)
    }

    @Test(arguments: [
        (-11.4, "11° counterclockwise"), (-0.5, "1° counterclockwise"), (-0.4, "0°"), (0, "0°"), (0.5, "1° clockwise"),
        (720, "720° clockwise"),
    ])
    func `a rotation has its direction in words`(degrees: Double, words: String) {
        #expect(rotationWords(degrees) == words)
    }
}
