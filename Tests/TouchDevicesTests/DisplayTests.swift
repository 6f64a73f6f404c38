import GestureCore
import Testing
import TouchDecoding

@testable import TouchDevices

/// Displays as sysfs describes them.
@Suite struct DisplayTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func display(_ sysname: String = "card0-DP-1") -> Display { Display(sysname: sysname, path: folder.path) }

    @Test(arguments: [
        ("card0-HDMI-A-1", "HDMI-A-1"), ("card10-eDP-1", "eDP-1"), ("card1-Virtual-1", "Virtual-1"), ("card0-", ""),
        ("card0", ""), ("", ""),
    ])
    func `the name is that of the connector, without the card`(sysname: String, name: String) {
        #expect(display(sysname).name == name)
    }

    @Test(arguments: [
        ("eDP-1", true), ("LVDS-1", true), ("DSI-1", true), ("DPI-1", true), ("DP-1", false), ("HDMI-A-1", false),
        ("DVI-D-1", false), ("Virtual-1", false),
    ])
    func `connectors inside a machine are built in`(name: String, isBuiltIn: Bool) {
        #expect(display("card0-\(name)").isBuiltIn == isBuiltIn)
    }

    @Test func `the size is that of the EDID`() throws {
        var edid = [UInt8](repeating: 0, count: 128)
        edid.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        (edid[21], edid[22]) = (60, 34)
        edid[127] = 0 &- edid.reduce(0, &+)
        try folder.write(edid, to: "edid")
        #expect(display().size == PhysicalSize(width: 600, height: 340, source: .display))
    }

    @Test func `a display without an EDID, or with a wrong one, has no size`() throws {
        #expect(display().size == nil)
        try folder.write("", to: "edid")
        #expect(display().size == nil)
        try folder.write([UInt8](repeating: 1, count: 128), to: "edid")
        #expect(display().size == nil)
    }

    @Test(
        arguments: [
            ("1920x1080\n1024x768\n", 16.0 / 9), ("1080x1920", 9.0 / 16), ("1920x1080i\n", 16.0 / 9),
            ("1048576x1", 1_048_576),
            ("1048577x1", nil), ("0x1080", nil), ("1920x0", nil), ("1920x", nil), ("x1080", nil), ("1920", nil),
            ("", nil), ("\n1920x1080\n", nil), ("widexhigh", nil),
        ] as [(String, Double?)])
    func `the proportions are those of the first mode`(modes: String, ratio: Double?) throws {
        try folder.write(modes, to: "modes")
        #expect(display().pictureRatio == ratio)
    }

    @Test func `a display without modes has no proportions`() { #expect(display().pictureRatio == nil) }
}
