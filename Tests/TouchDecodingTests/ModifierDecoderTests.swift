import GestureCore
import TestSupport
import Testing

@testable import TouchDecoding

@Suite struct ModifierDecoderTests {
    /// What is held after each word: `+29` and `-29` are a key, `*29` its repetition, `lit` and `dark` the lamp of caps lock, `dropped` an
    /// overrun, `report` the end of a report.
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
    func `the left and the right key hold it until they are lifted`(key: Int, modifier: EventModifiers) throws {
        #expect(try held("+\(key) *\(key) -\(key)") == [modifier, modifier, []])
    }

    @Test(
        arguments: [
            ("either of two holds a modifier", "+42 +54 -42 -54", [.shift, .shift, .shift, []]),
            ("several are held together", "+42 +29 -42", [.shift, [.shift, .control], .control]),
            ("other keys hold nothing", "+30 +58 -30", [[], [], []]),
            ("a lift of what was not seen to be pressed changes nothing", "-42 +42", [[], .shift]),
            ("caps lock is what its lamp shows", "lit dark", [.capsLock, []]),
            ("after an overrun nothing is held", "+42 dropped report", [.shift, [], []]),
            ("what comes with an overrun does not count", "dropped +42 report +29", [[], [], [], .control]),
            (
                "a key held over an overrun counts when it repeats", "+42 dropped report *42 -42 +42",
                [.shift, [], [], .shift, [], .shift]
            ),
        ] as [(Comment, String, [EventModifiers])])
    func `holds`(rule: Comment, script: String, expected: [EventModifiers]) throws {
        #expect(try held(script) == expected, rule)
    }
}
