import Foundation
import GestureCore
import GestureProtocol
import Testing
import Text

@testable import Diagnosis
@testable import GestureConfiguration
@testable import Terminal
@testable import TouchDevices

@Suite struct FindingTests {
    @Test func `advice follows the finding`() {
        #expect(shown(.ok("fine")) == "ok       fine\n")
        #expect(
            shown(.problem("wrong", "first", "second")) == """
                problem  wrong
                         → first
                           second

                """)
        #expect(shown(.note("odd", "look")) == "note     odd\n         → look\n")
    }

    @Test func `a terminal has rows and colours`() {
        var terminal = Terminal(
            isPresent: true, size: .init(columns: 80, rows: 24), environment: { ["LANG": "C.UTF-8"][$0] })
        terminal.size.columns = 30
        #expect(
            shown(.problem("first words and second", "third words and fourth"), on: terminal) == """
                \u{1b}[31mproblem  \u{1b}[0mfirst words and
                         second
                         → third words and
                  fourth

                """)
        #expect(
            shown(.note("a", "the kernel's log: 'sudo dmesg | grep'"), on: terminal).hasSuffix(
                "→ the kernel's log:\n  'sudo dmesg | grep'\n"))
        terminal.size.columns = 31
        #expect(
            shown(.note("a", "third words and fourth"), on: terminal).hasSuffix("third words and\n           fourth\n"))
    }

    private static let pipe = Terminal(
        isPresent: false, size: .init(columns: 80, rows: 24), environment: { _ in nil })

    private func shown(_ finding: Finding, on terminal: Terminal = pipe) -> String {
        String(decoding: finding.paragraphs.rows(on: terminal), as: UTF8.self)
    }
}

@Suite struct OpenFilesTests {
    @Test func `the service is left out by its process, not by its name`() throws {
        let proc = FileManager.default.temporaryDirectory.appending(path: "proc-\(UUID())")
        defer { try? FileManager.default.removeItem(at: proc) }
        for (process, name) in [("7", "gestured"), ("8", "gestured"), ("9", "sway"), ("self", "sway")] {
            let folder = proc.appending(path: "\(process)/fd")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\(name)\n".utf8).write(to: proc.appending(path: "\(process)/comm"))
            for (descriptor, path) in [("0", "/dev/null"), ("3", "/dev/input/event1"), ("4", "/dev/input/event1")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appending(path: descriptor).path, withDestinationPath: path)
            }
        }
        let files = OpenFiles(in: proc.path, except: 7)
        #expect(files.programs(of: "/dev/input/event1").sorted() == ["gestured (pid 8)", "sway (pid 9)"])
        #expect(files.programs(of: "/dev/input/event2").isEmpty)
        #expect(OpenFiles(in: proc.path, except: 0).programs(of: "/dev/input/event1").count == 3)
    }
}

@Suite struct ServiceFindingsTests {
    private var running: StatusReport {
        var status = StatusReport()
        (status.version, status.uptime) = ("1.2.3", Interval(microseconds: 61_000_000))
        (status.clients, status.frames) = (2, 5)
        return status
    }

    private func latency(p50: Int64 = 20, p90: Int64 = 30, p99: Int64, maximum: Int64) -> LatencyReport {
        var latency = LatencyReport()
        (latency.samples, latency.p50, latency.p90, latency.p99, latency.maximum) = (1, p50, p90, p99, maximum)
        return latency
    }

    private func findings(
        _ answer: ServiceFindings.Answer? = nil, units: ServiceFindings.Units? = nil,
        _ change: (inout StatusReport) -> Void = { _ in }
    ) -> [Finding] {
        var status = running
        change(&status)
        return ServiceFindings(answer: answer ?? .status(status), version: "1.2.3", units: units).all
    }

    private func units(
        load: ByteString = "loaded", service: ByteString = "active", socket: ByteString = "active",
        file: ByteString = "enabled",
        exitStatus: Int32 = 0
    ) -> ServiceFindings.Units {
        ServiceFindings.Units(
            service: .init(load: load, active: service, file: "static"),
            socket: .init(load: load, active: socket, file: file), user: "gestured", exitStatus: exitStatus)
    }

    private func levels(_ findings: [Finding]) -> [Finding.Level] { findings.map(\.level) }

    @Test func `units are read from what systemctl show prints`() {
        let text = """
            ExecMainStatus=78
            MainPID=1793
            User=gestured
            LoadState=loaded
            ActiveState=failed
            UnitFileState=static

            LoadState=loaded
            ActiveState=active
            UnitFileState=enabled

            """
        var expected = units(service: "failed", exitStatus: 78)
        expected.mainPID = 1793
        #expect(ServiceFindings.Units(systemctl: Array(text.utf8)) == expected)
    }

    @Test func `a unit that is not installed has no user and no file`() {
        let text =
            "ExecMainStatus=0\nUser=\nLoadState=not-found\nActiveState=inactive\nUnitFileState=\n\n"
            + "LoadState=not-found\nActiveState=inactive\nUnitFileState=\n"
        let unit = ServiceFindings.Unit(load: "not-found", active: "inactive", file: "")
        #expect(
            ServiceFindings.Units(systemctl: Array(text.utf8))
                == ServiceFindings.Units(service: unit, socket: unit, user: "root"))
    }

    @Test(arguments: [
        "", "\n\n\n", "Failed to connect to bus", "LoadState=loaded\nActiveState=active\nUnitFileState=static\n",
        "LoadState=loaded\nActiveState=active\n\nLoadState=loaded\nActiveState=active\n", "LoadState\n\nLoadState=",
    ])
    func `rejects other output`(text: String) {
        #expect(ServiceFindings.Units(systemctl: Array(text.utf8)) == nil)
    }

    @Test func `advice for another socket does not use systemd`() {
        let found = ServiceFindings(answer: .refused, version: "1.2.3", socket: "/tmp/s").all
        #expect(found.map(\.advice) == [["start it: gestured --socket '/tmp/s'"]])
        #expect(findings(.refused).map(\.advice) == [["run 'sudo systemctl restart gestured'"]])
    }

    @Test func `without systemd, no advice uses it`() {
        var status = running
        status.version = "1.2.2"
        status.droppedClients = 1
        status.latency = latency(p99: 20_000, maximum: 20_000)
        let answers: [ServiceFindings.Answer] = [.refused, .failed(reason: "no reply"), .status(status)]
        for answer in answers {
            let advice = ServiceFindings(answer: answer, version: "1.2.3", initSystem: .other).all.flatMap(\.advice)
            #expect(!advice.isEmpty)
            #expect(!advice.contains { $0.contains("systemctl") || $0.contains("journalctl") }, "\(advice)")
        }
    }

    @Test func `a service that replies is ok`() {
        #expect(findings() == [.ok("gestured 1.2.3 is running, up 1 min 1 s, 2 clients, 5 frames read")])
    }

    @Test func `another version is a problem`() {
        let found = findings { $0.version = "1.2.2" }
        #expect(levels(found) == [.problem])
        #expect(found.first?.text == "gestured 1.2.2 is running, up 1 min 1 s, but this is gesturectl 1.2.3")
    }

    @Test func `pauses, locks, dropped and refused clients get notes`() {
        #expect(levels(findings { $0.isPaused = true }) == [.ok, .note])
        #expect(findings { $0.isPaused = true }.last?.advice == ["sudo gesturectl resume"])
        #expect(findings { $0.isLocked = true }.last?.advice == ["sudo gesturectl unlock"])
        #expect(levels(findings { $0.droppedClients = 1 }) == [.ok, .note])
        #expect(levels(findings { $0.refusedClients = 1 }) == [.ok, .note])
    }

    @Test(arguments: [(Int64(16_667), Finding.Level.ok), (16_668, .note)])
    func `a latency above one display frame gets a note`(p99: Int64, level: Finding.Level) {
        #expect(levels(findings { $0.latency = latency(p99: p99, maximum: p99) }) == [.ok, level])
    }

    @Test func `a socket without a listener is a problem, a missing socket is reported elsewhere`() {
        #expect(levels(findings(.refused)) == [.problem])
        #expect(findings(.noSocket).isEmpty)
        #expect(
            findings(.failed(reason: "the service did not reply in time")).first?.text
                == "the service does not reply: the service did not reply in time")
    }

    @Test func `active units are ok`() { #expect(levels(findings(units: units())) == [.ok, .ok]) }

    @Test func `an inactive service with an active socket is ok`() {
        #expect(findings(.noSocket, units: units(service: "inactive")) == [.ok("gestured.service is inactive")])
    }

    @Test func `missing units are a problem`() {
        #expect(levels(findings(.noSocket, units: units(load: "not-found"))) == [.problem])
    }

    @Test(arguments: [(Int32(78), ", exit status 78: the configuration is invalid"), (1, ", exit status 1")])
    func `a failed service is a problem`(exitStatus: Int32, words: String) {
        let found = findings(.noSocket, units: units(service: "failed", exitStatus: exitStatus))
        #expect(levels(found) == [.problem])
        #expect(found.first?.text == "gestured.service has failed\(words)")
    }

    @Test(arguments: [ServiceFindings.Answer.refused, .failed(reason: "the service has closed the connection")])
    func `a failure is reported once`(answer: ServiceFindings.Answer) {
        #expect(levels(findings(answer, units: units(service: "failed", exitStatus: 1))) == [.problem])
        #expect(levels(findings(answer, units: units())) == [.ok, .problem])
    }

    @Test func `a missing user is a problem`() {
        var units = units(service: "inactive")
        units.hasUser = false
        #expect(findings(.noSocket, units: units).first?.advice == ["sudo systemd-sysusers"])
    }

    @Test func `an inactive socket is a problem, a disabled one gets a note`() {
        #expect(levels(findings(.noSocket, units: units(socket: "inactive", file: "disabled"))) == [.ok, .problem])
        #expect(levels(findings(.noSocket, units: units(file: "disabled"))) == [.ok, .note])
    }
}

@Suite struct SocketFindingsTests {
    private let permissions = FilePermissions(owner: 0, group: 990, mode: 0o660)

    private func finding(
        _ file: SocketFindings.File, isInstalled: Bool = true, groups: [UInt32] = [1000], isMember: Bool = false
    ) -> Finding? {
        SocketFindings(
            path: "/run/s", file: file, isInstalled: isInstalled, user: UserAccount(uid: 1000, groups: groups),
            userName: "ann", isMember: isMember
        ).all.first
    }

    private var socket: SocketFindings.File { .socket(permissions, owner: "root", group: "gestured") }

    @Test func `members of the group can connect`() {
        #expect(
            finding(socket, groups: [1000, 990])
                == .ok("the socket /run/s belongs to root, group gestured, mode 0660: ann can connect"))
    }

    @Test func `other users get advice to join the group`() {
        #expect(finding(socket)?.level == .problem)
        #expect(finding(socket)?.advice == ["sudo adduser ann gestured, then log out and in again"])
        #expect(finding(socket, isInstalled: false)?.advice == ["run this as root, or start the service as ann"])
        #expect(
            finding(socket, isMember: true)?.advice == [
                "ann is in the group gestured, but was not at log-in: log out and in again"
            ])
    }

    @Test func `a missing, inaccessible or wrong file is a problem`() {
        #expect(finding(.missing)?.advice == ["run 'sudo systemctl enable --now gestured.socket'"])
        #expect(finding(.missing, isInstalled: false)?.advice.first?.contains("gestured --socket /run/s") == true)
        #expect(finding(.hidden(reason: "Permission denied"))?.text == "the socket /run/s: Permission denied")
        #expect(finding(.other)?.text == "/run/s is not a socket")
        for file in [SocketFindings.File.missing, .hidden(reason: ""), .other] {
            #expect(finding(file)?.level == .problem)
        }
    }
}

@Suite struct ConfigurationFindingsTests {
    private func findings(
        _ files: Result<ConfigurationFiles, ConfigurationError>, unreadable: [String] = [], used: [DeviceReport] = []
    ) -> [Finding] {
        var panel = InputDevice(path: "/dev/input/event3")
        panel.kind = .touchscreen
        panel.description.name = "ILITEK"
        return ConfigurationFindings(
            files: files, unreadable: unreadable, devices: [panel], service: DeviceList(devices: used, refused: [])
        ).all
    }

    private func read(_ text: String) throws -> Result<ConfigurationFiles, ConfigurationError> {
        var files = ConfigurationFiles()
        files.configuration = try Configuration(Array(text.utf8), path: "/g.conf")
        files.paths = ["/g.conf"]
        return .success(files)
    }

    @Test func `a missing configuration is ok, an invalid one is a problem`() {
        #expect(findings(.success(ConfigurationFiles())).map(\.level) == [.ok])
        let found = findings(
            .failure(ConfigurationError(messages: ["/g.conf:2: [gestures] slop: expected"])))
        #expect(found.map(\.level) == [.problem])
        #expect(found.first?.text == "/g.conf:2: [gestures] slop: expected")
    }

    @Test(arguments: ["", "[device ILITEK]\nsize = 345x194", "[device 0000:0000]\nrotation = 0"])
    func `a configuration whose device sections match is ok`(text: String) throws {
        #expect(findings(try read(text)) == [.ok("/g.conf is valid")])
    }

    @Test func `a valid configuration that the service cannot read is a problem`() throws {
        let found = findings(try read(""), unreadable: ["/g.conf"])
        #expect(found.map(\.level) == [.problem])
        #expect(found.first?.advice == ["sudo chmod a+rX /g.conf"])
    }

    @Test func `a denial by name gets a note if others are allowed`() throws {
        var files = try read("").get()
        files.settings = [.init(section: "user 1000", key: "positions", value: "none", path: "/g.conf", line: 2)]
        let found = findings(.success(files))
        #expect(found.map(\.level) == [.ok, .note])
        #expect(found.last?.text.hasPrefix("/g.conf:2: [user 1000] positions = none: ") == true)
        #expect(found.last?.advice == ["deny it by default with [others] positions = none, and allow it by name"])
    }

    @Test func `a section without a device gets a note with the connected ones`() throws {
        let file = try read("[device ILITEKK]\nsize = 345x194")
        let found = findings(file)
        #expect(found.map(\.level) == [.ok, .note])
        #expect(found.last?.text == "[device ILITEKK] in the configuration matches no connected device")
        #expect(found.last?.advice.first?.hasSuffix(": ILITEK") == true)
        var used = DeviceReport()
        used.name = "ILITEKK"
        #expect(findings(file, used: [used]).map(\.level) == [.ok])
    }
}

@Suite struct DisplayFindingsTests {
    @Test func `no display gets a note`() { #expect(DisplayFindings.all([]).map(\.level) == [.note]) }

    @Test func `a display is listed with its size`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var edid = [UInt8](repeating: 0, count: 128)
        edid.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
        // The basic parameters, in cm.
        (edid[21], edid[22]) = (52, 29)
        edid[127] = 0 &- edid.reduce(0, &+)
        try Data(edid).write(to: folder.appending(path: "edid"))
        #expect(
            DisplayFindings.all([
                Display(sysname: "card0-DP-1", path: folder.path), Display(sysname: "card0-VGA-1", path: "/none"),
            ]) == [.ok("display DP-1: 520 × 290 mm"), .ok("display VGA-1: reports no size")])
    }

    @Test(arguments: [
        ("1920x1080\n1280x1024\n", 16.0 / 9), ("1920x1080i\n", 16.0 / 9), ("", nil), ("1920\n", nil), ("0x0\n", nil),
    ])
    func `the proportions of a display are those of its first mode`(modes: String, ratio: Double?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(modes.utf8).write(to: folder.appending(path: "modes"))
        #expect(Display(sysname: "card0-DSI-1", path: folder.path).pictureRatio == ratio)
    }
}

@Suite struct TextTests {
    @Test(arguments: [
        (Int64(10_000_000), "0.0 s ago"), (6_800_000, "3.2 s ago"), (-49_900_000, "59.9 s ago"),
        (-50_000_000, "1 min 0 s ago"), (20_000_000, "0.0 s ago"), (.min, "0.0 s ago"),
    ])
    func `an age uses a suitable unit`(instant: Int64, text: String) {
        #expect(age(Instant(microseconds: instant), at: Instant(microseconds: 10_000_000)) == text)
    }

    @Test(arguments: [
        (0.0, "0"), (1, "1"), (-1, "-1"), (0.9375, "0.938"), (-0.25, "-0.25"), (0.05, "0.05"), (0.0001, "0"),
        (12.5, "12.5"),
    ])
    func `numbers have no trailing zeros`(number: Double, text: String) {
        #expect(thousandths(number) == text)
    }

    @Test(arguments: [(0.9, "0.9"), (0.998, "0.998"), (0.9999, "0.9999"), (0.99985, "0.99985"), (1, "1"), (0, "0")])
    func `a rate near 1 is not rounded to 1`(number: Double, text: String) {
        #expect(millionths(number) == text)
    }
}
