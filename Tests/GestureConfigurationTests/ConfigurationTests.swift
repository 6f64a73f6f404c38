import Foundation
import GestureCore
import Testing
import Text
import TouchDecoding

@testable import GestureConfiguration

private func configuration(_ text: String) throws -> Configuration {
    try Configuration(Array(text.utf8), path: "g.conf")
}

@Suite struct ConfigurationTests {
    @Test func `an empty file changes nothing`() throws {
        #expect(try configuration("") == Configuration())
        #expect(try configuration("# nothing\n\n[gestures]\n; nothing\n[limits]\n") == Configuration())
    }

    @Test func `the shipped file has every key at its default`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appending(path: "gestured.conf").path(percentEncoded: false)
        #expect(try ConfigurationFiles(path: path).configuration == Configuration())
        // Changing the value of any key changes the configuration: every key is used.
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let keys = lines.indices.filter { lines[$0].contains(" = ") && !lines[$0].hasPrefix("#") }
        #expect(keys.count == 25)
        for index in keys {
            var changed = lines
            changed[index] = Substring(
                lines[index].replacing(/= .*/, with: "= ")
                    + (lines[index].contains("size") ? "20000" : lines[index].contains("memory") ? "2000000" : "4000"))
            if lines[index].contains("slop") || lines[index].hasPrefix("edge") {
                changed[index] = Substring(lines[index].replacing(/= .*/, with: "= ") + "7.25")
            }
            if lines[index].hasSuffix("= no") {
                changed[index] = Substring(lines[index].replacing(/= no/, with: "= yes"))
            }
            if lines[index].hasPrefix("keep") { changed[index] = "keep = 30s" }
            if lines[index].hasPrefix("deceleration-rate") { changed[index] = "deceleration-rate = 0.95" }
            #expect(try configuration(changed.joined(separator: "\n")) != Configuration(), "\(lines[index])")
        }
    }

    @Test func `settings in the file override defaults`() throws {
        var expected = Configuration()
        expected.thresholds.slop = 12.5
        expected.thresholds.tapGap = .milliseconds(250)
        expected.limits.connections = 3
        expected.hapticDevice = "Acme Pad"
        expected.pulsesOnPresses = true
        expected.pulsesOnTaps = true
        let found = try configuration(
            "[gestures]\nslop = 12.5\ntap-gap=250\n[limits]\nconnections = 3\n[haptics]\ndevice = Acme Pad\n"
                + "presses = yes\ntaps = yes\n"
        )
        #expect(found == expected)
    }

    @Test func `the time of the flight recorder is in seconds, or off`() throws {
        #expect(try configuration("[recorder]\n").recorderKeep == nil)
        for (text, seconds) in [("1s", 1), ("30s", 30), ("300s", 300)] {
            #expect(
                try configuration("[recorder]\nkeep = \(text)\n").recorderKeep == .milliseconds(Int64(seconds) * 1000))
        }
        #expect(try configuration("[recorder]\nkeep = 30s\nkeep = off\n").recorderKeep == nil)
        for text in ["0s", "301s", "30", "s", "1.5s", "30 s", "-1s", "5min", "", "no"] {
            let error = #expect(throws: ConfigurationError.self) { try configuration("[recorder]\nkeep = \(text)\n") }
            #expect(
                error?.messages == [
                    "g.conf:2: [recorder] keep: \"\(text)\": expected off, or 1 … 300 seconds, e.g. 30s"
                ])
        }
    }

    @Test func `accepts indented keys, long comments and the longest section name`() throws {
        let name = String(repeating: "n", count: 42)
        var expected = Configuration()
        expected.thresholds.slop = 12
        expected.thresholds.edge = 5
        let size = PhysicalSize(width: 30, height: 20, source: .configuration)
        expected.devices = [Configuration.DeviceSection(device: ByteString(name), options: DeviceOptions())]
        expected.devices[0].options.size = size
        let comment = "# " + String(repeating: "long ", count: 100)
        let found = try configuration(
            "\(comment)\n[gestures]\n\tslop = 12\n  edge = 5\n[device \(name)]\nsize = 30x20\n")
        #expect(found == expected)
    }

    @Test func `a device is sized by its name or its number`() throws {
        let found = try configuration("[device Acme Touch]\nsize = 300x200\n[device 1234:00ab]\nsize=30.5x20\n")
        var device = DeviceDescription()
        device.name = "Acme Touch"
        #expect(found.options(of: device).size == PhysicalSize(width: 300, height: 200, source: .configuration))
        device.name = "Other"
        #expect(found.options(of: device).size == nil)
        (device.vendor, device.product) = (0x1234, 0xab)
        #expect(found.options(of: device).size == PhysicalSize(width: 30.5, height: 20, source: .configuration))
    }

    @Test(arguments: [
        (
            "[gestures]\n\ntap-gap = fast\n",
            "g.conf:3: [gestures] tap-gap: \"fast\": expected milliseconds, 0 … 10000, e.g. 300"
        ),
        ("[gestures]\nslop = 101\n", "g.conf:2: [gestures] slop: \"101\": expected pt, 0 … 100, e.g. 20"),
        ("[gestures]\nslop = -1\n", "g.conf:2: [gestures] slop: \"-1\": expected pt, 0 … 100, e.g. 20"),
        ("[gestures]\nslop =\n", "g.conf:2: [gestures] slop: \"\": expected pt, 0 … 100, e.g. 20"),
        (
            "[gestures]\nslap = 1\n",
            "g.conf:2: [gestures] slap: \"1\": expected one of the keys slop, touchpad-slop, tap-gap, tap-distance, tap-run, long-press, swipe-distance, edge or deceleration-rate (did you mean 'slop'?)"
        ),
        (
            "[what]\nslop = 1\n",
            "g.conf:2: [what] slop: \"1\": expected a section [gestures], [haptics], [input], [limits], [others], [recorder], [device NAME], [user NAME] or [group NAME]"
        ),
        ("[limits]\nconnections = 0\n", "g.conf:2: [limits] connections: \"0\": expected a whole number, 1 … 65536"),
        (
            "[device A]\nsize = 5x5\n",
            "g.conf:2: [device A] size: \"5x5\": expected WIDTHxHEIGHT in mm, each 10 … 3000, e.g. 345x194"
        ),
        (
            "[user nobody-of-that-name]\ncontrol = yes\n",
            "g.conf:2: [user nobody-of-that-name] control: \"yes\": expected the name or number of a user in the section"
        ),
        (
            "[group -1]\ncontrol = yes\n",
            "g.conf:2: [group -1] control: \"yes\": expected the name or number of a group in the section"
        ),
        (
            "[device A]\nkind = mouse\n",
            "g.conf:2: [device A] kind: \"mouse\": expected touchscreen, touchpad or ignore"
        ),
        ("[device A]\ngrab = maybe\n", "g.conf:2: [device A] grab: \"maybe\": expected yes or no"),
        ("[device A]\nfilter = edges\n", "g.conf:2: [device A] filter: \"edges\": expected yes or no"),
        (
            "[device A]\nwithhold = wake, edge\n",
            "g.conf:2: [device A] withhold: \"wake, edge\": expected none, or a list of wake, idle:120s (1 … 86400), edges, edge:left, edge:right, edge:top, edge:bottom and fingers:3+ (2 … 10), each at most once"
        ),
        ("[device A]\nrotation = 45\n", "g.conf:2: [device A] rotation: \"45\": expected 0, 90, 180 or 270"),
        ("[device A]\nmirror = x\n", "g.conf:2: [device A] mirror: \"x\": expected none, horizontal or vertical"),
        ("[device A]\noutput =\n", "g.conf:2: [device A] output: \"\": expected the name of a display, e.g. HDMI-A-1"),
        (
            "[device A]\nlift-duration = 4001\n",
            "g.conf:2: [device A] lift-duration: \"4001\": expected milliseconds, 0 … 4000, e.g. 300"
        ),
        ("[device A]\nsteady = 2\n", "g.conf:2: [device A] steady: \"2\": expected yes or no"),
        (
            "[device A]\nhold-duration = 4001\n",
            "g.conf:2: [device A] hold-duration: \"4001\": expected milliseconds, 0 … 4000, e.g. 300"
        ),
        (
            "[device A]\nignore-repeat = -1\n",
            "g.conf:2: [device A] ignore-repeat: \"-1\": expected milliseconds, 0 … 4000, e.g. 300"
        ),
        ("[device A]\npalm-size = 0.5\n", "g.conf:2: [device A] palm-size: \"0.5\": expected mm, 1 … 1000, e.g. 40"),
        ("[device A]\nreach = 0\n", "g.conf:2: [device A] reach: \"0\": expected mm, 1 … 10000, e.g. 250"),
        ("[user 0]\ncontrol = maybe\n", "g.conf:2: [user 0] control: \"maybe\": expected yes or no"),
        ("[group 0]\npositions = some\n", "g.conf:2: [group 0] positions: \"some\": expected all or none"),
        ("[haptics]\ntaps = maybe\n", "g.conf:2: [haptics] taps: \"maybe\": expected yes or no"),
        (
            "[haptics]\ntap = yes\n",
            "g.conf:2: [haptics] tap: \"yes\": expected one of the keys device, presses or taps (did you mean 'taps'?)"
        ),
        (
            "[gestures\nslop = 1\n",
            "g.conf:1: expected a [section], a key = value, or a comment; the rest is not read"
        ),
        (
            "# \(String(repeating: "long ", count: 100))\n[device \(String(repeating: "n", count: 43))]\nsize = 30x30\n",
            "g.conf:2: expected a line of at most 51 bytes; the rest is not read"
        ),
        (
            "[gestures]\nslop = \(String(repeating: "1", count: 300))\n",
            "g.conf:2: expected a line of at most 199 bytes; the rest is not read"
        ),
        (
            "[gestures]\nnonsense\n",
            "g.conf:2: expected a [section], a key = value, or a comment; the rest is not read"
        ),
        ("[gestures]\nslop = 1\u{0}2\n", "g.conf:2: [gestures] slop: \"1?2\": expected pt, 0 … 100, e.g. 20"),
    ])
    func `an error names file, line, section, key, value and valid values`(text: String, message: String) {
        #expect(throws: ConfigurationError(message: message)) { try configuration(text) }
    }

    @Test func `a missing file is an error with its name`() {
        #expect(throws: ConfigurationError(message: "/nowhere/g.conf: No such file or directory")) {
            try ConfigurationFiles(path: "/nowhere/g.conf")
        }
    }

    @Test func `reports every error up to the first syntax error`() {
        let text = "[gestures]\nslop = a\nedge = 5\nslap = 1\nwhat\n[limits]\nconnections = 0\n"
        #expect(
            throws: ConfigurationError(messages: [
                "g.conf:2: [gestures] slop: \"a\": expected pt, 0 … 100, e.g. 20",
                "g.conf:4: [gestures] slap: \"1\": expected one of the keys slop, touchpad-slop, tap-gap, tap-distance, tap-run, long-press, swipe-distance, edge or deceleration-rate (did you mean 'slop'?)",
                "g.conf:5: expected a [section], a key = value, or a comment; the rest is not read",
            ])
        ) { try configuration(text) }
    }

    @Test func `later sections of a device override earlier ones`() throws {
        let found = try configuration(
            "[device 1234:00ab]\nrotation = 90\nmirror = vertical\n[device Acme]\nrotation = 180\n[device usb-1/input0]\ngrab = yes\n"
        )
        var device = DeviceDescription()
        device.name = "Acme"
        (device.vendor, device.product) = (0x1234, 0xab)
        var expected = DeviceOptions()
        expected.rotation = .half
        expected.mirror = .vertical
        #expect(found.options(of: device) == expected)
        device.physicalPath = "usb-1/input0"
        expected.grab = true
        #expect(found.options(of: device) == expected)
    }

    @Test(arguments: [
        ("", UInt32(1000), [UInt32(1000)], true, false),
        ("[user 1000]\ncontrol = yes\n", 1000, [1000], true, true),
        ("[user 1000]\ncontrol = yes\n", 1001, [1000], true, false),
        ("[group 5]\npositions = none\n", 1000, [1000, 5], false, false),
        ("[group 5]\npositions = none\n", 1000, [1000, 6], true, false),
        ("[group 5]\npositions = none\n[user 1000]\npositions = all\ncontrol = yes\n", 1000, [5], true, true),
        ("[user 1000]\npositions = all\n[group 5]\npositions = none\n", 1000, [5], false, false),
        ("[user 0]\npositions = none\ncontrol = no\n", 0, [0], true, true),
        ("[others]\npositions = none\ncontrol = yes\n", 1000, [1000], false, true),
        ("[others]\npositions = none\n[user 1000]\ncontrol = yes\n", 1000, [5], true, true),
        ("[user 1000]\ncontrol = yes\n[others]\npositions = none\n", 1000, [5], true, true),
        ("[group 5]\ncontrol = yes\n[others]\npositions = none\n", 1000, [5], true, true),
        ("[user 1000]\ncontrol = yes\n[others]\npositions = none\n", 1001, [1001], false, false),
        ("[others]\npositions = none\ncontrol = no\n", 0, [0], true, true),
        ("[group root]\npositions = none\n[user root]\ncontrol = no\n", 1000, [0], false, false),
    ])
    func `rights come from the sections of the user and its groups, later ones override`(
        text: String, uid: UInt32, groups: [UInt32], positions: Bool, control: Bool
    ) throws {
        let rights = try configuration(text).rights(uid: uid, groups: groups)
        #expect((rights.positions, rights.control) == (positions, control))
    }

    @Test(arguments: [
        ("[user 1000]\npositions = none\n", ["[user 1000] positions"]),
        ("[group 5]\ncontrol = no\npositions = none\n", ["[group 5] positions"]),
        ("[others]\ncontrol = yes\n[group 5]\ncontrol = no\n", ["[group 5] control"]),
        ("[user 1000]\npositions = none\n[others]\npositions = none\n", []),
        ("[user 1000]\npositions = all\ncontrol = no\n", []),
        ("[others]\npositions = none\n[user 1000]\npositions = all\n", []),
        ("[device user]\ngrab = no\n", []),
    ])
    func `a denial by name is weak if others are allowed`(text: String, denials: [String]) {
        var files = ConfigurationFiles()
        #expect(files.add(Array(text.utf8), path: "g.conf") == [])
        #expect(files.denialsByName.map { "[\($0.section)] \($0.key)" } == denials)
    }

    @Test func `a denial for the group gestured is reliable`() {
        var files = ConfigurationFiles()
        for section in ["group gestured", "group gestures"] {
            files.settings.append(
                .init(section: ByteString(section), key: "positions", value: "none", path: "g.conf", line: 2))
        }
        #expect(files.denialsByName.map(\.section) == ["group gestures"])
    }

    @Test func `drop-ins override the file, in the order of their names`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "g.conf.d/folder.conf"), withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let path = folder.path(percentEncoded: false) + "/g.conf"
        try write("g.conf", "[gestures]\nslop = 1\nedge = 1\ntap-gap = 1\n[haptics]\ndevice = Pad\n")
        try write("g.conf.d/10-a.conf", "[gestures]\nslop = 2\nedge = 2\n")
        try write("g.conf.d/9-b.conf", "[gestures]\nslop = 3\n[haptics]\ndevice =\n")
        for name in ["x.conf~", ".hidden.conf", "notes.txt"] {
            try write("g.conf.d/" + name, "[gestures]\nslop = 99\n")
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "g.conf.d/20-masked.conf"), withDestinationURL: URL(filePath: "/dev/null"))
        let files = try ConfigurationFiles(path: path)
        #expect(files.paths == [path, path + ".d/10-a.conf", path + ".d/9-b.conf"])
        var expected = Configuration()
        expected.thresholds.slop = 3
        expected.thresholds.edge = 2
        expected.thresholds.tapGap = .milliseconds(1)
        expected.recognition = [
            ("tap-gap", "1", "", 4), ("edge", "2", ".d/10-a.conf", 3), ("slop", "3", ".d/9-b.conf", 2),
        ]
        .map {
            ConfiguredSetting(
                section: "gestures", key: ByteString($0.0), value: $0.1, path: path + $0.2, line: $0.3)
        }
        #expect(files.configuration == expected)
        try write("g.conf.d/9-b.conf", "[gestures]\nslop = x\n")
        try write("g.conf.d/10-a.conf", "[gestures]\nedge = x\n")
        let errors = #expect(throws: ConfigurationError.self) { try ConfigurationFiles(path: path) }
        #expect(
            errors?.messages == [
                "\(path).d/10-a.conf:2: [gestures] edge: \"x\": expected pt, 0 … 1000, e.g. 20",
                "\(path).d/9-b.conf:2: [gestures] slop: \"x\": expected pt, 0 … 100, e.g. 20",
            ])
    }

    @Test func `an unreadable drop-in is an error`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let parts = folder.appending(path: "g.conf.d")
        try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: true)
        let path = folder.path(percentEncoded: false) + "/g.conf"
        try Data().write(to: URL(filePath: path))
        try FileManager.default.createSymbolicLink(
            at: parts.appending(path: "rights.conf"), withDestinationURL: folder.appending(path: "gone"))
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFiles(path: path) }
        #expect(error?.messages == ["\(path).d/rights.conf: No such file or directory"])
    }
}
