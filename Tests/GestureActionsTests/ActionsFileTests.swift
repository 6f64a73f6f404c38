import GestureActions
import GestureCore
import GestureProtocol
import Testing
import Text

@Suite struct ActionsFileTests {
    private static func file(_ text: String) -> ActionsFile { ActionsFile(Array(text.utf8)) }
    private static func errors(_ text: String) -> [String] { file(text).errors.map { "\($0.line): \($0.text)" } }
    private static func trigger(_ gesture: String) throws -> Binding.Trigger {
        .gesture(try GestureReader.list(gesture.utf8)[0])
    }

    // MARK: Lines

    @Test func `reads sections, comments and empty lines`() throws {
        let file = Self.file(
            """
            # a comment
            ; another

            [actions] ; the first
              swipe   left 3=a b
            \tpinch in 3+ = c\r
            [application firefox]# the second
            swipe left 3 = d
            [ device   My Pad ]
            tap = e
            [action menu one]
            gesture = tap 5, hold 2s
            # between
            within = 5s
            cooldown = 3s
            application = chromium
            device = touchscreen
            run = f

            """)
        #expect(file.errors == [])
        #expect(file.notes == [])
        #expect(
            file.bindings.map { "\($0.line) \($0.name): \($0.text)" } == [
                "5 swipe left 3: a b", "6 pinch in 3+: c", "8 swipe left 3: d", "10 tap: e", "11 menu one: f",
            ])
        #expect(file.bindings.map { $0.scope.application } == [nil, nil, "firefox", nil, "chromium"])
        #expect(file.bindings.map { $0.scope.device } == [nil, nil, nil, "My Pad", "touchscreen"])
        let menu = try #require(file.bindings.last)
        #expect(menu.trigger == (try Self.trigger("tap 5 then hold 2s within 5s")))
        #expect(menu.cooldown == .milliseconds(3000))
    }

    @Test(arguments: [
        "a ; b", "a # b", "a = b", "sh -c 'echo = ; # [x]'", "a\tb", "\"a  b\"", "é", "run", "keyboard a", "a [b]",
    ])
    func `takes a command as it is`(_ command: String) {
        let file = Self.file("[actions]\ntap = \(command == "run" ? "run run" : command)   \n")
        #expect(file.errors == [])
        #expect(file.bindings.map { $0.text } == [ByteString(command)])
    }

    @Test func `a line has at most 4096 bytes, a comment any number`() {
        let start = "tap = "
        let longest = start + String(repeating: "a", count: 4096 - start.utf8.count)
        #expect(Self.errors("[actions]\n\(longest)\n") == [])
        #expect(Self.errors("[actions]\n\(longest)a\n") == ["2: expected a line of at most 4096 bytes"])
        #expect(Self.errors("[actions]\n#\(longest)a\ntap = a") == [])
    }

    @Test func `a file has at most 256 bindings`() {
        func text(_ count: Int) -> String {
            "[actions]\n" + (1...count).map { "hold \($0)ms = a\n" }.joined()
        }
        #expect(Self.errors(text(255)) == [])
        #expect(Self.errors(text(256)) == [])
        #expect(Self.errors(text(258)) == ["258: expected at most 256 bindings"])
    }

    @Test func `a subscription has at most 512 gestures`() {
        // A sequence counts with its members.
        func text(_ count: Int) -> String {
            "[actions]\n" + (1...count).map { "swipe 1 \($0)pt, swipe 2, swipe 3 = a\n" }.joined()
        }
        #expect(Self.errors(text(128)) == [])
        #expect(Self.errors(text(129)).map { String($0.prefix(43)) } == ["130: all gestures together: expected at mos"])
    }

    @Test func `at most 50 errors are reported`() {
        #expect(Self.errors("[actions]\n" + String(repeating: "a=b\n", count: 6000)).count == 50)
        #expect(Self.errors("[action a]\n" + (0..<3000).map { "k\($0)=\n" }.joined()).count == 50)
    }

    // MARK: Actions

    @Test func `reads commands, keys and clicks`() throws {
        let file = Self.file(
            """
            [actions]
            tap = run key a
            tap 2 = key super+w
            tap 3 = click right
            [action a]
            gesture = tap 4
            key = ctrl+k ctrl+s
            [action b]
            gesture = tap 5
            click = middle
            [action c]
            gesture = tap 6
            run = key a
            """)
        #expect(file.errors == [])
        #expect(
            file.bindings.map { $0.action } == [
                .command(try CommandWords("key a".utf8)), .keys(try KeyChord.chords("super+w".utf8)), .click(.right),
                .keys(try KeyChord.chords("ctrl+k ctrl+s".utf8)), .click(.middle),
                .command(try CommandWords("key a".utf8)),
            ])
    }

    @Test func `notes shell syntax in commands`() {
        let file = Self.file("[actions]\ntap = a | b\ntap 2 = sh -c 'a | b'\ntap 3 = key a\n")
        #expect(file.errors == [])
        #expect(file.notes.map { $0.line } == [2])
    }

    // MARK: Options

    @Test func `reads options after the gesture, and as keys`() throws {
        let file = Self.file(
            """
            [actions]
            drag up 3 every 10mm limit 5 cooldown 100ms = a
            drag on update limit 1 = b
            hold 2s on end = c
            tap 2 on end = d
            hold 3s on begin = e
            [action x]
            gesture = pinch out
            every = 20%
            limit = 9999
            [action y]
            gesture = rotate
            every = 15deg
            run = g
            """.replacing("limit = 9999", with: "limit = 9999\nrun = f"))
        #expect(file.errors == [])
        let steps = file.bindings.map { $0.step }
        #expect(steps.map { $0?.direction } == [.travel(.up), nil, nil, nil, nil, .spread(.outwards), nil])
        #expect(steps[5]?.size == .scale(1.2))
        #expect(steps[6]?.size == .angle(15))
        #expect(file.bindings.map { $0.moment } == [nil, .update, .end, nil, nil, nil, nil])
        #expect(file.bindings.map { $0.limit } == [5, 1, nil, nil, nil, 9999, nil])
        #expect(file.bindings[0].cooldown == .milliseconds(100))
        #expect(file.bindings.map { $0.isContinuous } == [true, true, false, false, false, true, true])
    }

    @Test(arguments: [
        ("0.9mm", false), ("1mm", true), ("1586mm", true), ("10000pt", true), ("10001pt", false), ("0.9deg", false),
        ("1deg", true), ("1°", true), ("3600deg", true), ("3601deg", false), ("0.9%", false), ("1%", true),
        ("1000%", true),
        ("1001%", false), ("5", false), ("5s", false),
    ])
    func `steps have limits`(_ step: String, _ isValid: Bool) {
        let kind = step.hasSuffix("%") ? "pinch" : step.hasSuffix("deg") || step.hasSuffix("°") ? "rotate" : "drag"
        #expect(Self.errors("[actions]\n\(kind) every \(step) = a").isEmpty == isValid)
    }

    // MARK: Errors

    @Test(arguments: [
        ("tap = a", "1: expected a section such as [actions] before the first line"),
        ("[actions", "1: expected a section such as [actions]"),
        ("[actions] x", "1: expected a section such as [actions]"),
        (
            "[acttions]",
            "1: 'acttions': expected [actions], [application NAME], [device NAME] or [action NAME] (did you mean 'actions'?)"
        ),
        (
            "[actions x]",
            "1: 'actions': expected [actions], [application NAME], [device NAME] or [action NAME] (did you mean 'actions'?)"
        ),
        ("[application]", "1: expected a name after 'application' in the section"),
        ("[actions]\ntap", "2: expected 'gesture = action'"), ("[actions]\ntap a", "2: expected 'gesture = action'"),
        ("[actions]\ntap =", "2: the command is empty: expected a program and its arguments"),
        ("[actions]\ntap = \u{0}", "2: expected a line without null bytes"),
        (
            "[actions]\n= a", "2: at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"
        ),
        ("[actions]\ntap evry 3 = a", "2: 'evry': expected every, on, limit or cooldown (did you mean 'every'?)"),
        ("[actions]\ntap on = a", "2: at the end: expected begin, update, end or cancel after 'on'"),
        (
            "[actions]\nhold on uptade = a",
            "2: 'uptade': expected begin, update, end or cancel after 'on' (did you mean 'update'?)"
        ),
        ("[actions]\ntap on begin = a", "2: on: expected 'end': tap is recognized when it ends"),
        ("[actions]\ntap limit 0 = a", "2: '0': expected a number of runs after 'limit', 1 to 9999"),
        ("[actions]\ntap limit 2 = a", "2: limit: expected 'every' or 'on update' together with it"),
        ("[actions]\ntap cooldown = a", "2: at the end: expected a time after 'cooldown', e.g. 3s"),
        ("[actions]\ntap every 10mm = a", "2: every: expected mm, cm or pt with drag, deg with rotation, % with pinch"),
        ("[actions]\ndrag every 10% = a", "2: every: expected mm, cm or pt with drag, deg with rotation, % with pinch"),
        ("[actions]\ndrag up-left every 10mm = a", "2: every: expected up, down, left or right, not 'up-left'"),
        ("[actions]\ndrag every 10mm on end = a", "2: on: expected no 'on' together with 'every'"),
        (
            "[actions]\ntap = click rihgt",
            "2: 'rihgt': expected left, middle or right after 'click' (did you mean 'right'?)"
        ),
        ("[actions]\ntap cooldown 1s cooldown 2s = a", "2: cooldown: expected it once"),
        ("[actions]\ntap = click", "2: at the end: expected left, middle or right after 'click'"),
        ("[actions]\ntap 11 = a", "2: '11': expected 1 to 10 taps"),
        ("[actions]\ntouch = a", "2: 'touch': expected another gesture, such as press"),
        ("[actions]\nidle = a", "2: at the end: expected a time, e.g. idle 2min"),
        ("[actions]\nidle 0s = a", "2: '0s': expected a time above 0, e.g. idle 2min"),
        ("[actions]\nwake 0s = a", "2: '0s': expected a time above 0, e.g. wake 2min"),
        ("[actions]\nwake = a", "2: wake: expected a time, e.g. wake 2min, or a binding for idle"),
        ("[actions]\nidle 5s on end = a", "2: expected no every, on, limit or device for idle and wake"),
        ("[device touchpad]\nidle 5s = a", "2: expected no every, on, limit or device for idle and wake"),
        ("[action x]\nrun = a", "1: expected the key 'gesture' in the section"),
        ("[action x]\ngesture = tap", "1: expected one of the keys run, key and click in the section"),
        ("[action x]\ngesture = tap\nrun = a\nkey = a", "4: 'key': expected one of run, key and click"),
        ("[action x]\ngesture = tap\nrun = a\nrun = b", "4: 'run': expected each key once"),
        (
            "[action x]\ngesture = tap\nrun = a\nlimmit = 2",
            "4: 'limmit': expected a key such as gesture, run or cooldown (did you mean 'limit'?)"
        ),
        (
            "[action x]\ngesture = tap\nrun = a\nwithin = 5s",
            "1: within: expected two gestures or more, with a comma between"
        ),
        ("[action x]\ngesture = tap, tap\nrun = a\nwithin = 5s 6s", "4: '6s': expected only a time after 'within'"),
        (
            "[action x]\ngesture = tap, tap within 2s\nrun = a\nwithin = 5s",
            "1: within: expected it once, as a key or in the gesture"
        ),
        ("[action x]\ngesture = tap\nrun = a\ndevice =", "4: 'device': expected a name"),
        (
            "[action x]\ngesture = tab\nrun = a",
            "2: 'tab': expected a gesture, e.g. double tap, swipe left or hold 2s (did you mean 'tap'?)"
        ),
        (
            "[action x]\ngesture = tap\nrnu = a",
            "3: 'rnu': expected a key such as gesture, run or cooldown (did you mean 'run'?)"
        ),
        ("[actions]\nswipe left = a\ntap = b\nswipe left = c", "4: line 2 already binds this gesture"),
        ("[actions]\nswipe left 3 = a\n[actions]\nswipe 3 fingers left = c", "4: line 2 already binds this gesture"),
        ("[actions]\nhold = a\nhold on begin = b", "3: line 2 already binds this gesture"),
        ("[actions]\ntap = a\ntap on end = b", "3: line 2 already binds this gesture"),
        ("[actions]\nidle 120s = a\nidle 2min = b", "3: line 2 already binds this gesture"),
        ("[actions]\nstroke v in left = a\nstroke v in right = b", "3: stroke v: expected the same words as in line 2"),
    ])
    func `says which line is wrong, and why`(_ text: String, _ error: String) {
        #expect(Self.errors(text) == [error])
    }

    @Test func `every mistake is reported, in the order of the lines`() {
        let errors = Self.errors("x\n[action a]\nrun = a\n[actions]\ntap = a\ntap = b\nswip = c\n")
        #expect(errors.map { String($0.prefix(2)) } == ["1:", "2:", "6:", "7:"])
    }

    @Test(arguments: [
        "[actions]\nhold = a\nhold on end = b",
        "[actions]\ndrag up every 10mm = a\ndrag down every 10mm = b\ndrag every 10mm = c",
        "[actions]\ntap = a\n[application x]\ntap = b\n[device y]\ntap = c",
        "[actions]\nidle 5s = a\nwake = b\nwake 5s = c",
    ])
    func `different parts and scopes of a gesture can be bound`(_ text: String) {
        #expect(Self.errors(text) == [])
    }

    @Test func `random lines are read or rejected`() {
        let pieces = [
            "[", "]", "[actions]\n", "[action x]\n", "[application f]\n", "\n", "=", " ", "tap", "hold", "drag",
            "every", "10mm", "gesture",
            "run", "key", "click", "left", "within", "5s", "'", "\"", "\\", ",", "\u{0}", "\t", "#", ";", "wake",
            "idle", "on", "end",
        ]
        var seed: UInt64 = 3
        for _ in 0..<3000 {
            var text = "[actions]\n"
            for _ in 0..<20 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(seed >> 33) % pieces.count] + (seed >> 62 == 0 ? "" : " ")
            }
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(Self.file(text).errors.allSatisfy { 1...lines ~= $0.line })
        }
    }
}
