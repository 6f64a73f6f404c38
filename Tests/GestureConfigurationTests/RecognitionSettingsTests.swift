import GestureConfiguration
import Testing
import Text
import TouchDecoding

@testable import GestureCore

@Suite struct RecognitionSettingsTests {
    private static let told = [
        ConfiguredSetting(section: "gestures", key: "swipe-distance", value: "600", path: "a.conf", line: 2),
        ConfiguredSetting(section: "device Panel", key: "hold-duration", value: "40", path: "a.conf", line: 5),
    ]

    @Test func `settings that decide what is recognized can be told and read again`() {
        let files = ConfigurationFiles(Self.told)
        #expect(files.configuration.recognition == Self.told)
        #expect(files.configuration.thresholds.swipeDistance == 600)
        #expect(files.configuration.options(named: ["Panel"]).holdDuration == .milliseconds(40))
    }

    @Test func `settings that this version does not know are left out`() {
        let strange = [("gestures", "smell", "1"), ("gestures", "slop", "much"), ("limits", "regions", "5")].map {
            ConfiguredSetting(section: $0, key: $1, value: $2, path: "a.conf", line: 1)
        }
        #expect(ConfigurationFiles(strange) == ConfigurationFiles())
    }

    @Test func `the setting behind a reason is named if it set the limit`() {
        let files = ConfigurationFiles(Self.told)
        var short = Reason(.distance, 500, of: 600)
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(short, nil) == Self.told[0])
        // Three fingers of a touchpad need half of it.
        short.limit = 300
        #expect(files.settings(on: .touchpad, named: ["Panel"])(short, nil) == Self.told[0])
        // A distance of the request.
        short.limit = 100
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(short, nil) == nil)
        let held = Reason(.heldBack, 20, of: 40)
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(held, nil) == Self.told[1])
        #expect(files.settings(on: .touchscreen, named: ["Other"])(held, nil) == nil)
        // A default.
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(Reason(.tapGap, 400, of: 300), nil) == nil)
    }

    @Test func `a setting is not blamed for what a request says`() {
        let told = ConfigurationFiles([
            ConfiguredSetting(section: "gestures", key: "long-press", value: "1000", path: "a.conf", line: 1),
            ConfiguredSetting(section: "gestures", key: "swipe-distance", value: "400", path: "a.conf", line: 2),
            ConfiguredSetting(section: "gestures", key: "tap-gap", value: "50", path: "a.conf", line: 3),
        ]).settings(on: .touchscreen, named: [])
        func line(_ reason: Reason, _ pattern: GesturePattern) -> Int? {
            told(
                reason, Verdict(kind: pattern.kind, pattern: pattern, instant: .distantPast, outcome: .ruledOut(reason))
            )?
            .line
        }
        var (hold, drag, swipe) = (GesturePattern(.longPress), GesturePattern(.drag), GesturePattern(.swipe))
        #expect(line(Reason(.liftedEarly, 900, of: 1000), hold) == 1)
        hold.minimumDuration = .milliseconds(1000)
        #expect(line(Reason(.liftedEarly, 900, of: 1000), hold) == nil)
        #expect(line(Reason(.distance, 189, of: 400), swipe) == 2)
        swipe.minimumDistance = 400
        drag.minimumDistance = 400
        #expect(line(Reason(.distance, 189, of: 400), swipe) == nil)
        #expect(line(Reason(.distance, 189, of: 400), drag) == nil)
        // The limit of this one is in its words.
        let alone = Reason(.tapCount, 1, of: 2, "no other landed within 50 ms")
        #expect(line(alone, GesturePattern(.tap)) == 3)
        #expect(line(Reason(.tapCount, 1, of: 2, "the next touch was not the next tap"), GesturePattern(.tap)) == nil)
    }
}
