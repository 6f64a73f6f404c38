import GestureCore
import TestSupport
import Testing

@testable import TouchDecoding

@Suite struct ModifierDecoderTests {
    /// Returns the modifiers after each word: `+29` presses a key, `*29` repeats it, `-29` releases it; `lit` and `dark` are the
    /// LED of caps lock, `dropped` is an overrun, `report` the end of a report.
    private func held(_ script: String) throws -> [EventModifiers] {
        var decoder = ModifierDecoder()
        return try script.split(separator: " ").map { word in
            let (type, code, value): (UInt16, UInt16, Int32) =
                switch word {
                case "lit": (EventType.led, 1, 1)
                case "dark": (EventType.led, 1, 0)
                case "dropped": (EventType.syn, EventCode.synDropped, 0)
                case "report": (EventType.syn, EventCode.synReport, 0)
                default:
                    (
                        EventType.key, try #require(UInt16(word.dropFirst())),
                        word.first == "+" ? 1 : word.first == "*" ? 2 : 0
                    )
                }
            decoder.handle(RawEvent(time: .milliseconds(0), type: type, code: code, value: value))
            return decoder.modifiers
        }
    }

    @Test(
        arguments: [
            (29, .control), (97, .control), (42, .shift), (54, .shift), (56, .alt), (100, .alt), (125, .super),
            (126, .super),
        ] as [(Int, EventModifiers)])
    func `the left and the right key hold their modifier until released`(key: Int, modifier: EventModifiers) throws {
        #expect(try held("+\(key) *\(key) -\(key)") == [modifier, modifier, []])
    }

    @Test(
        arguments: [
            ("either of two holds a modifier", "+42 +54 -42 -54", [.shift, .shift, .shift, []]),
            ("several modifiers are held together", "+42 +29 -42", [.shift, [.shift, .control], .control]),
            ("other keys are not modifiers", "+30 +58 -30", [[], [], []]),
            ("ignores the release of a key that was not pressed", "-42 +42", [[], .shift]),
            ("caps lock follows its LED", "lit dark", [.capsLock, []]),
            ("an overrun releases all modifiers", "+42 dropped report", [.shift, [], []]),
            (
                "ignores events between an overrun and the next report", "dropped +42 report +29",
                [[], [], [], .control]
            ),
            (
                "a key held during an overrun is held again once it repeats", "+42 dropped report *42 -42 +42",
                [.shift, [], [], .shift, [], .shift]
            ),
        ] as [(Comment, String, [EventModifiers])])
    func `tracks the modifiers that are held`(rule: Comment, script: String, expected: [EventModifiers]) throws {
        #expect(try held(script) == expected, rule)
    }
}
