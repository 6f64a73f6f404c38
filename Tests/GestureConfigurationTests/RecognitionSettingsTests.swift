import GestureConfiguration
import GestureCore
import Testing
import Text
import TouchDecoding

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
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(short) == Self.told[0])
        // Three fingers of a touchpad need half of it.
        short.limit = 300
        #expect(files.settings(on: .touchpad, named: ["Panel"])(short) == Self.told[0])
        // A distance of the request.
        short.limit = 100
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(short) == nil)
        let held = Reason(.heldBack, 20, of: 40)
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(held) == Self.told[1])
        #expect(files.settings(on: .touchscreen, named: ["Other"])(held) == nil)
        // A default.
        #expect(files.settings(on: .touchscreen, named: ["Panel"])(Reason(.tapGap, 400, of: 300)) == nil)
    }
}
