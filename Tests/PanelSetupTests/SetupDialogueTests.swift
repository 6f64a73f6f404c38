import GestureCore
import TestSupport
import Testing
import Text
import TouchDecoding

@testable import PanelSetup

/// The conversation with a person who sets up a panel.
@Suite struct SetupDialogueTests {
    /// A person in front of a panel.
    private struct Person {
        var panel = SetupPanel(rotation: .none, isMirrored: false)
        var dialogue: SetupDialogue
        var fingers: SetupFingers

        init(
            _ panel: SetupPanel = SetupPanel(rotation: .none, isMirrored: false), resolution: Int32 = 0,
            screens: [PanelFacts.Screen] = [], configured: PhysicalSize? = nil, output: ByteString? = nil,
            asksToWrite: Bool = true
        ) throws {
            var facts = try PanelFacts(
                name: "Panel", SetupPanel.axes(resolution: resolution), calibration: panel.calibration,
                configured: configured)
            facts.screens = screens
            facts.output = output
            self.panel = panel
            dialogue = SetupDialogue(facts, asksToWrite: asksToWrite)
            fingers = try SetupFingers(calibration: panel.calibration)
        }

        /// Touches a place in mm from the top left corner as the person sees it.
        @discardableResult mutating func touch(_ x: Double, _ y: Double) -> [String] {
            guard let touch = fingers.touch(panel.counts(Vector(x: x, y: y))) else { return ["no touch"] }
            return dialogue.handle(.touch(touch))
        }

        @discardableResult mutating func type(_ line: String) -> [String] {
            dialogue.handle(.line(Array(line.utf8)))
        }

        mutating func touchCorners() {
            let (right, bottom) = (panel.seen.x - 8, panel.seen.y - 8)
            for (x, y) in [(8, 8), (right, 8), (right, bottom), (8, bottom)] { touch(x, y) }
        }

        /// - Parameter stretch: how much longer the person makes the card's width.
        mutating func measureWithCard(stretch: Double = 1) {
            touch(60, 70)
            touch(60 + 85.6 * stretch, 71)
            touch(60, 50)
            touch(61, 50 + 53.98)
        }

        mutating func touchTestPlace() {
            guard case .test(let place) = dialogue.step else { return }
            let position = SetupDialogue.testPlaces[place].position
            touch(position.x * panel.seen.x, position.y * panel.seen.y)
        }
    }

    private static let hdmi = PanelFacts.Screen(
        name: "HDMI-A-1", size: PhysicalSize(width: 400, height: 200, source: .display))

    // MARK: All orientations

    @Test(arguments: SetupPanel.all, SetupPanel.calibrations)
    func `positions and sizes are right afterwards, however the panel is mounted`(
        panel: SetupPanel, calibration: Affine?
    ) throws {
        var panel = panel
        panel.calibration = calibration
        var person = try Person(panel)
        person.touchCorners()
        #expect(person.dialogue.step == .size)
        person.type("card")
        person.measureWithCard()
        person.touchTestPlace()
        person.type("yes")
        #expect(person.dialogue.step == .done)
        let settings = person.dialogue.settings
        let geometry = try TouchGeometry(
            SetupPanel.axes(), kind: .touchscreen,
            setup: DeviceSetup(size: settings.size, calibration: calibration, orientation: settings.orientation))
        // A calibration that stretches the panel leaves less of it visible.
        let visible = calibration?.numbers == [1.1, 0, -0.05, 0, 1.2, -0.1]
        guard !visible else {
            // Directions are right, and lengths too.
            let (start, end) = (
                geometry.at(panel.counts(panel.seen * 0.5)), geometry.at(panel.counts(panel.seen * 0.6))
            )
            let way = (end - start) * Points.millimetresPerPoint
            #expect((way.x / (panel.seen.x * 0.1) - 1).magnitude < 0.02)
            #expect((way.y / (panel.seen.y * 0.1) - 1).magnitude < 0.02)
            return
        }
        for (x, y) in [(0.0, 0.0), (1, 0), (0.25, 0.75), (0.5, 1)] {
            let place = Vector(x: x * panel.seen.x, y: y * panel.seen.y)
            let found = geometry.at(panel.counts(place)) * Points.millimetresPerPoint
            #expect((found.x - place.x).magnitude <= 0.02 * panel.seen.x, "\(place) is at \(found)")
            #expect((found.y - place.y).magnitude <= 0.02 * panel.seen.y, "\(place) is at \(found)")
        }
    }

    // MARK: Corners

    @Test func `touches that are no corner are refused with the reason`() throws {
        var person = try Person()
        #expect(
            person.touch(200, 100).first
                == "That was no corner: the panel reports 50 % of its first axis and 50 % of its second.")
        person.touch(5, 5)
        #expect(person.touch(5, 5).first == "That is where you touched the top left corner.")
        #expect(person.touch(395, 195).first?.utf8.starts(with: "Corners in this order".utf8) == true)
        #expect(person.dialogue.step == .corners(CornerTouches()))
        #expect(
            person.dialogue.handle(.touch(.flawed(.severalFingers))).first == "That was more than one finger. Use one.")
        #expect(person.dialogue.handle(.touch(.flawed(.moved))).count > 1)
        #expect(person.dialogue.handle(.touch(.flawed(.cancelled))).count > 1)
        #expect(person.dialogue.step == .corners(CornerTouches()))
    }

    // MARK: The display

    @Test func `the only display is proposed, and its size is kept without a setting`() throws {
        var person = try Person(screens: [Self.hdmi])
        person.touchCorners()
        #expect(person.dialogue.step == .output)
        #expect(person.type("maybe").first == "Type yes or no.")
        person.type("")
        #expect(person.dialogue.step == .size)
        person.type("")
        #expect(person.dialogue.settings == PanelSettings(output: "HDMI-A-1"))
    }

    @Test func `of several displays one is chosen by its number`() throws {
        let screens = [Self.hdmi, PanelFacts.Screen(name: "DP-1"), PanelFacts.Screen(name: "DP-2")]
        for (answer, output) in [("2", "DP-1"), ("0", nil), ("", "DP-2")] as [(String, ByteString?)] {
            var person = try Person(screens: screens, output: "DP-2")
            person.touchCorners()
            #expect(person.type("4").first == "Type a number from 0 to 3.")
            person.type(answer)
            #expect(person.dialogue.settings.output == output && person.dialogue.step == .size)
        }
    }

    @Test func `without a display there is no question, and the configured one stays`() throws {
        var person = try Person(output: "DP-2")
        person.touchCorners()
        #expect(person.dialogue.step == .size && person.dialogue.settings.output == "DP-2")
    }

    // MARK: The size

    @Test func `a size that the panel reports is kept by Enter, and not set`() throws {
        var person = try Person(resolution: 10)
        person.touchCorners()
        person.type("")
        #expect(person.dialogue.settings.size == nil && person.dialogue.step == .test(0))
    }

    @Test func `a configured size is kept by Enter, and set again`() throws {
        let size = PhysicalSize(width: 390, height: 195, source: .configuration)
        var person = try Person(resolution: 10, configured: size)
        person.touchCorners()
        person.type("")
        #expect(person.dialogue.settings.size == size)
    }

    @Test func `Enter is no answer if no size is known`() throws {
        var person = try Person()
        person.touchCorners()
        #expect(person.type("").first?.utf8.starts(with: "Expected the diagonal".utf8) == true)
        #expect(person.dialogue.step == .size)
    }

    @Test func `width and height are as the person sees the screen`() throws {
        var person = try Person(SetupPanel(rotation: .quarter, isMirrored: false))
        person.touchCorners()
        person.type("20 x 40 cm")
        #expect(person.dialogue.settings.size == PhysicalSize(width: 400, height: 200, source: .configuration))
    }

    @Test(arguments: [
        ("9.9x50", false), ("10x50", true), ("3000x2000", true), ("3000.1x2000", false), ("500x99", false),
    ])
    func `an implausible size is refused`(text: String, counts: Bool) throws {
        var person = try Person()
        person.touchCorners()
        person.type(text)
        #expect(person.dialogue.step == (counts ? .test(0) : .size))
    }

    @Test func `a diagonal has the proportions of the panel, of its display, or those that are typed`() throws {
        // √(400² + 200²)
        let diagonal = "447.2136 mm"
        let size = PhysicalSize(width: 400, height: 200, source: .configuration)
        for (resolution, screens) in [(10, []), (0, [Self.hdmi])] as [(Int32, [PanelFacts.Screen])] {
            var person = try Person(resolution: resolution, screens: screens)
            person.touchCorners()
            if !screens.isEmpty { person.type("yes") }
            person.type(diagonal)
            #expect(person.dialogue.settings.size == size)
        }
        // The coordinates suggest 2:1; as the person sees it, it is upright.
        for answer in ["", "1:2"] {
            var person = try Person(SetupPanel(rotation: .quarter, isMirrored: false))
            person.touchCorners()
            #expect(
                person.type(diagonal).last == "Press Enter for 0.50:1, or type e.g. 4:3."
            )
            #expect(person.type("wide").first == "Expected two numbers, e.g. 16:9.")
            person.type(answer)
            #expect(person.dialogue.settings.size == size)
        }
    }

    // The display has 2:1, and 10 % less is the limit: the card is 1/0.9 of its width.
    @Test(arguments: [(1.109, true), (1.113, false)])
    func `a card that gives other proportions than the display is measured again`(stretch: Double, counts: Bool) throws
    {
        var person = try Person(screens: [Self.hdmi])
        person.touchCorners()
        person.type("")
        person.type("card")
        // A longer way makes the screen narrower.
        person.measureWithCard(stretch: stretch)
        #expect(person.dialogue.step == (counts ? .test(0) : .card(CardMeasurement())))
        guard !counts else { return }
        person.measureWithCard(stretch: stretch * 1.02)
        #expect(person.dialogue.step == .test(0))
    }

    @Test func `two measurements that differ from each other are not taken either`() throws {
        var person = try Person(screens: [Self.hdmi])
        person.touchCorners()
        person.type("")
        person.type("card")
        person.measureWithCard(stretch: 1.2)
        person.measureWithCard(stretch: 1.3)
        #expect(person.dialogue.step == .card(CardMeasurement()))
        // A typed size ends it.
        person.type("400x200")
        #expect(person.dialogue.step == .test(0))
    }

    // MARK: Test and end

    @Test func `a touch elsewhere fails the test, which then asks for another place`() throws {
        var person = try Person(resolution: 10)
        person.touchCorners()
        person.type("")
        #expect(
            person.touch(20, 100).first
                == "With these settings, that touch is 5 % from the left and 50 % from the top, not at the right edge.")
        #expect(person.dialogue.step == .test(1))
        person.touchTestPlace()
        #expect(person.dialogue.step == .confirm)
        #expect(person.type("what").first == "Type yes or no.")
        person.type("no")
        #expect(person.dialogue.step == .ended)
    }

    @Test func `settings that are only printed are not confirmed`() throws {
        var person = try Person(resolution: 10, asksToWrite: false)
        person.touchCorners()
        person.type("")
        person.touchTestPlace()
        #expect(person.dialogue.step == .done)
        #expect(person.dialogue.settings.lines == ["rotation = 0", "mirror = none"])
    }

    @Test func `s starts over and q ends`() throws {
        var person = try Person(SetupPanel(rotation: .half, isMirrored: false), resolution: 10)
        person.touchCorners()
        person.type("s")
        #expect(person.dialogue.step == .corners(CornerTouches()) && person.dialogue.settings == PanelSettings())
        person.type("q")
        #expect(person.dialogue.step == .ended && person.dialogue.handle(.touch(.flawed(.moved))) == [])
    }

    @Test func `after five minutes without a touch it gives up`() throws {
        var person = try Person()
        for _ in 0..<4 { #expect(!person.dialogue.handle(.silence).isEmpty) }
        person.touch(5, 5)
        for _ in 0..<4 { #expect(!person.dialogue.handle(.silence).isEmpty) }
        #expect(person.dialogue.handle(.silence) == [] && person.dialogue.step == .abandoned)
    }

    @Test func `questions wait without limit`() throws {
        var person = try Person()
        person.touchCorners()
        #expect(!person.dialogue.awaitsTouch && person.dialogue.handle(.silence) == [])
        #expect(person.touch(5, 5) == [])
    }

    // MARK: Random touches and answers

    @Test(arguments: 0..<40) func `whatever is touched and typed, the settings are those of one panel`(round: Int)
        throws
    {
        var random = SplitMix64(seed: UInt64(round) + 1)
        var panel = SetupPanel.axes(resolution: [0, 1, 10, .max][random.below(4)])
        if random.oneIn(3) {
            for axis in [EventCode.absMTPositionX, EventCode.absMTPositionY] {
                panel.axes[Int(axis)]?.minimum = random.oneIn(2) ? .min : 0
                panel.axes[Int(axis)]?.maximum = random.oneIn(2) ? .max : 1
            }
        }
        var facts = try PanelFacts(name: "Panel", panel, calibration: nil)
        facts.screens = Array(
            [Self.hdmi, PanelFacts.Screen(name: "DP-1", pictureRatio: .infinity)].prefix(random.below(3)))
        var dialogue = SetupDialogue(facts, asksToWrite: true, seed: .min)
        var isFilled = false
        for _ in 0..<2000 {
            if dialogue.isOver { dialogue = SetupDialogue(facts, asksToWrite: true, seed: Int(random.next() >> 1)) }
            _ = dialogue.handle(Self.randomInput(&random))
            let keys = dialogue.settings.lines.map { String($0.prefix { $0 != " " }) }
            #expect(["rotation", "mirror", "size", "output"].filter { keys.contains($0) } == keys)
            #expect(dialogue.settings.lines.allSatisfy { $0.utf8.allSatisfy { 0x20..<0x7f ~= $0 } })
            if let size = dialogue.settings.size {
                isFilled = true
                #expect(size.isPlausible)
            }
        }
        #expect(isFilled || facts.reported != nil)
    }

    private static func randomInput(_ random: inout SplitMix64) -> SetupDialogue.Input {
        guard random.oneIn(2) else {
            let places = [0, 0.02, 0.5, 0.98, 1, -1, .nan, .infinity, -.infinity, 1e308, 5e-324]
            let count = random.oneIn(20) ? places.count : 5
            return .touch(.at(Vector(x: places[random.below(count)], y: places[random.below(count)])))
        }
        let lines = [
            "", "", "1", "2", "yes", "400x200", "21.5", "card", "16:9", "s", "1e999", "nan", "infx1", "-1x-1", "0x0",
            "\u{1b}[2J", "\0", "\r", "9x\n[others]", String(repeating: "9", count: 4000), "1:0", "170",
            "99999999999999999999",
        ]
        switch random.below(12) {
        case 0: return .line((0..<random.below(40)).map { _ in UInt8(random.below(256)) })
        case 1: return .silence
        default: return .line(Array(lines[random.below(lines.count)].utf8))
        }
    }
}

extension TouchGeometry {
    fileprivate func at(_ counts: (x: Int32, y: Int32)) -> Vector { point(SlotValues(x: counts.x, y: counts.y)) }
}
