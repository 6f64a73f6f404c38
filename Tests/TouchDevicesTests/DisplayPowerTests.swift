import Testing

@testable import TouchDevices

/// Whether displays are dark.
@Suite struct DisplayPowerTests {
    /// Returns whether displays with these connectors and states are dark, with backlights in these states. nil stands for a file that
    /// cannot be read.
    private func isDark(_ displays: [(name: String, state: String?)], backlights: [String?]) throws -> Bool {
        var folders: [TemporaryFolder] = []
        func folder(_ file: String, _ text: String?) throws -> String {
            let folder = try TemporaryFolder()
            if let text { try folder.write(text, to: file) }
            folders.append(folder)
            return folder.path
        }
        let displays = try displays.map { Display(sysname: "card0-\($0.name)", path: try folder("dpms", $0.state)) }
        let power = DisplayPower(displays, backlights: try backlights.map { try folder("bl_power", $0) })
        return withExtendedLifetime(folders) { power.isDark }
    }

    @Test(
        arguments: [
            ("On\n", false), ("On", false), ("Off\n", true), ("Standby\n", true), ("Suspend\n", true), ("O", true),
            ("", false), (nil, false),
        ] as [(String?, Bool)])
    func `a display is dark unless its state is on or unknown`(state: String?, expected: Bool) throws {
        #expect(try isDark([("HDMI-A-1", state)], backlights: []) == expected)
    }

    @Test(arguments: [("0\n", false), ("4\n", true), ("1\n", true), ("", false), (nil, false)] as [(String?, Bool)])
    func `a backlight alone is dark unless it is on or unknown`(state: String?, expected: Bool) throws {
        #expect(try isDark([], backlights: [state]) == expected)
    }

    @Test func `without displays and backlights nothing is dark`() throws {
        #expect(try !isDark([], backlights: []))
    }

    @Test func `one lit display, or one lit backlight, is enough`() throws {
        #expect(try !isDark([("HDMI-A-1", "Off"), ("HDMI-A-2", "On")], backlights: []))
        #expect(try isDark([("HDMI-A-1", "Off"), ("HDMI-A-2", "Off")], backlights: []))
        #expect(try !isDark([], backlights: ["4", "0"]))
        #expect(try isDark([], backlights: ["4", "4"]))
    }

    @Test func `a built-in display whose backlight is off is dark, and another display is not`() throws {
        #expect(try isDark([("eDP-1", "On")], backlights: ["4"]))
        #expect(try !isDark([("eDP-1", "On")], backlights: ["0"]))
        #expect(try !isDark([("HDMI-A-1", "On")], backlights: ["4"]))
        #expect(try !isDark([("eDP-1", "On"), ("HDMI-A-1", "On")], backlights: ["4"]))
        #expect(try isDark([("eDP-1", "On"), ("HDMI-A-1", "Off")], backlights: ["4"]))
    }

    @Test func `a built-in display that is switched off is dark, whatever its backlight`() throws {
        #expect(try isDark([("eDP-1", "Off")], backlights: ["0"]))
    }
}
