import Diagnosis
import Foundation
import GestureConfiguration
import GestureCore
import GestureProtocol
import Terminal
import TestSupport
import Testing
import Text
import TouchDecoding

@testable import PanelSetup

/// The file with the settings of one panel.
@Suite struct PanelDropInTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "setup-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private var main: String { folder + "/gestured.conf" }
    private var file: PanelDropIn { PanelDropIn(configuration: main, section: "ILITEK ILITEK-TP") }

    private func text(_ line: String) -> String { PanelDropIn.text(section: "ILITEK ILITEK-TP", [line]) }

    private var content: String? { try? String(contentsOfFile: file.path, encoding: .utf8) }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: main + ".d")) ?? []).sorted()
    }

    @Test func `the configuration reads the file`() throws {
        let settings = PanelSettings(
            orientation: Orientation(rotation: .quarter, mirror: .vertical),
            size: PhysicalSize(width: 476.1, height: 267.8, source: .configuration), output: "HDMI-A-1")
        let file = PanelDropIn(configuration: main, section: "222a:0001@usb-1/input0")
        _ = try file.write(PanelDropIn.text(section: "222a:0001@usb-1/input0", settings.lines))
        #expect(file.path == main + ".d/60-setup-222a-0001-usb-1-input0.conf")
        try Data().write(to: URL(filePath: main))
        let options = try ConfigurationFiles(path: main).configuration.options(named: ["222a:0001@usb-1/input0"])
        var expected = DeviceOptions()
        expected.rotation = .quarter
        expected.mirror = .vertical
        expected.size = settings.size
        expected.output = "HDMI-A-1"
        #expect(options == expected)
        #expect(try file.section() == "222a:0001@usb-1/input0")
    }

    @Test func `undo puts back the file before, and then removes it`() throws {
        _ = try file.write(text("rotation = 90"))
        _ = try file.write(text("rotation = 180"))
        // The same again is no change.
        _ = try file.write(text("rotation = 180"))
        #expect(content == text("rotation = 180"))
        #expect(try file.undo())
        #expect(content == text("rotation = 90") && names == ["60-setup-ILITEK-ILITEK-TP.conf"])
        #expect(try !file.undo())
        #expect(names == [])
        #expect(throws: Failure.self) { try file.undo() }
    }

    @Test func `restoring leaves everything as it was`() throws {
        let first = try file.write(text("rotation = 90"))
        _ = try file.write(text("rotation = 180"))
        let third = try file.write(text("rotation = 270"))
        try file.restore(third)
        #expect(content == text("rotation = 180"))
        #expect(try file.undo() && content == text("rotation = 90"))
        try file.restore(first)
        #expect(names == [])
    }

    @Test func `every user can read the file and its folder, whatever the umask is`() throws {
        _ = try file.write(text("rotation = 90"))
        for (path, mode) in [(file.path, 0o644), (main + ".d", 0o755)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test func `links and files of other origin are not replaced`() throws {
        _ = try file.write(text("rotation = 90"))
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/null")
        #expect(throws: Failure.failed("\(file.path): is a symbolic link, and links are not followed; remove it first"))
        {
            try file.write(text("rotation = 180"))
        }
        try FileManager.default.removeItem(atPath: file.path)
        try Data("[gestures]\n".utf8).write(to: URL(filePath: file.path))
        #expect(throws: Failure.failed("\(file.path): not written by 'gesturectl setup'; rename it first")) {
            try file.write(text("rotation = 180"))
        }
        #expect(content == "[gestures]\n")
    }

    @Test func `the file of a device whose name gives the same path is not replaced`() throws {
        _ = try file.write(text("rotation = 90"))
        let other = PanelDropIn(configuration: main, section: "ILITEK/ILITEK TP")
        #expect(other.path == file.path)
        #expect(
            throws: Failure.failed(
                "\(file.path): contains the settings of another device, 'ILITEK ILITEK-TP'; rename it first")
        ) {
            try other.write(PanelDropIn.text(section: "ILITEK/ILITEK TP", ["rotation = 180"]))
        }
        #expect(content == text("rotation = 90") && names == ["60-setup-ILITEK-ILITEK-TP.conf"])
    }

    @Test func `a file that cannot be written leaves everything as it was`() throws {
        _ = try file.write(text("rotation = 90"))
        _ = try file.write(text("rotation = 180"))
        // The name under which the new file is written before it replaces the other.
        let obstacle = main + ".d/.60-setup-ILITEK-ILITEK-TP.conf.new"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        #expect(throws: Failure.self) { try file.write(text("rotation = 270")) }
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(content == text("rotation = 180"))
        #expect(try file.undo() && content == text("rotation = 90"))
    }

    // MARK: Names from outside

    /// Names of devices, which whoever may make a device chooses, and ids as a service could send them.
    @Test(arguments: 0..<20) func `a section is read as exactly the device that was named, or its name is refused`(
        round: Int
    ) throws {
        try Data().write(to: URL(filePath: main))
        var random = SplitMix64(seed: UInt64(round) + 1)
        var names: [String] = [
            "x\n[user 0", "x\ncontrol = yes", "a]\n[others", "a#b", "\"a\"", "=", "a=b:c", "../../x", "[", "\\", "-",
        ]
        for _ in 0..<200 { names.append(Self.randomName(&random)) }
        var count = 0
        for name in names where isReadableInSection(name) {
            count += 1
            let file = PanelDropIn(configuration: main, section: ByteString(name))
            #expect(file.path.utf8.dropFirst(main.utf8.count + 3).allSatisfy { $0 != UInt8(ascii: "/") })
            let former = try file.write(
                PanelDropIn.text(section: ByteString(name), ["rotation = 90", "mirror = none"]))
            let settings = try ConfigurationFiles(path: main).settings
            #expect(
                settings.map { "[\($0.section)] \($0.key) = \($0.value)" } == [
                    "[device \(name)] rotation = 90", "[device \(name)] mirror = none",
                ])
            #expect(try file.section() == ByteString(name))
            try file.restore(former)
        }
        #expect(count > 10)
    }

    /// As the kernel truncates a name, with characters that the reader treats specially, and bytes that are no UTF-8.
    private static func randomName(_ random: inout SplitMix64) -> String {
        let special = Array("]];[#=:\"'\\ \n\r\t\0?*$`-./~é\u{a0}\u{85}\u{feff}\u{202e}".utf8)
        let bytes = (0..<1 + random.below(random.oneIn(8) ? 80 : 12)).map { _ in
            switch random.below(6) {
            case 0: special[random.below(special.count)]
            case 1: UInt8(random.below(256))
            default: UInt8(ascii: "a") + UInt8(random.below(26))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a folder that is a link is refused`() throws {
        try FileManager.default.createSymbolicLink(atPath: main + ".d", withDestinationPath: "/tmp")
        #expect(throws: Failure.self) { try file.checkAccess() }
    }

    @Test func `all files of the command are found`() throws {
        _ = try file.write(text("rotation = 90"))
        try Data().write(to: URL(filePath: main + ".d/70-other.conf"))
        #expect(try PanelDropIn.all(configuration: main).map { $0.path } == [file.path])
        #expect(try PanelDropIn.all(configuration: folder + "/none.conf").isEmpty)
    }

    // MARK: Verification

    @Test func `settings that the service does not use are named`() {
        var used = DeviceReport()
        (used.rotation, used.mirror, used.width, used.height) = (90, "none", 200, 400)
        var settings = PanelSettings(
            orientation: Orientation(rotation: .quarter),
            size: PhysicalSize(width: 400, height: 200, source: .configuration))
        #expect(settings.differences(from: used).isEmpty)
        settings.output = "DP-1"
        settings.orientation = Orientation(rotation: .half, mirror: .horizontal)
        #expect(
            settings.differences(from: used).map { $0.text } == [
                "rotation = 90 instead of 180", "mirror = none instead of horizontal",
                "a size of 200.0 × 400.0 mm instead of 400.0 × 200.0 mm", "output = none instead of DP-1",
            ])
    }
}
