import GestureActions
import Testing
import Text

@Suite struct KeyChordTests {
    private static func chords(_ text: String) throws -> [[UInt16]] {
        try KeyChord.chords(Array(text.utf8)).map(\.keys)
    }

    // Codes of linux/input-event-codes.h.
    @Test(arguments: [
        ("super+w", [[125, 17]]), ("meta+w", [[125, 17]]), ("win+W", [[125, 17]]),
        ("ctrl+alt+left", [[29, 56, 105]]), ("Control+Shift+T", [[29, 42, 20]]), ("altgr+e", [[100, 18]]),
        ("volumeup", [[115]]), ("KEY_PLAYPAUSE", [[164]]), ("key_playpause", [[164]]), ("rightctrl", [[97]]),
        ("ctrl+k  ctrl+s", [[29, 37], [29, 31]]), (" f11\t", [[87]]), ("1 0", [[2], [11]]),
        (
            "esc escape return enter pgup pgdn pagedown del ins plus minus comma space",
            [[1], [1], [28], [28], [104], [109], [109], [111], [110], [78], [12], [51], [57]]
        ),
        ("screenlock printscreen period", [[152], [99], [52]]),
    ])
    func `knows keys by name`(_ text: String, _ keys: [[UInt16]]) throws {
        #expect(try Self.chords(text) == keys)
    }

    @Test(arguments: [
        ("", KeyError.empty), ("  ", .empty), ("+", .missingKey), ("ctrl+", .missingKey), ("ctrl++", .missingKey),
        ("ctrl+ w", .missingKey), ("ctrl+control", .repeated("control")),
        ("volumup", .unknown("volumup", nearest: "volumeup")), ("SUPPER+w", .unknown("SUPPER", nearest: "super")),
        ("xyzzyx", .unknown("xyzzyx", nearest: nil)), ("btn_left", .unknown("btn_left", nearest: nil)),
        ("reserved", .unknown("reserved", nearest: nil)), ("max", .unknown("max", nearest: nil)),
        ("KEY_super", .unknown("KEY_super", nearest: nil)), ("a\u{1b}b", .unknown("a?b", nearest: nil)),
    ])
    func `rejects what is no chord`(_ text: String, _ error: KeyError) {
        #expect(throws: error) { try Self.chords(text) }
        #expect(!error.message.isEmpty)
    }

    @Test func `takes at most 8 keys in a chord`() throws {
        #expect(try Self.chords("a+b+c+d+e+f+g+h").first?.count == 8)
        #expect(throws: KeyError.tooManyKeys) { try Self.chords("a+b+c+d+e+f+g+h+i") }
    }

    @Test func `takes at most 16 chords`() throws {
        let most = String(repeating: "a ", count: 16)
        #expect(try Self.chords(most).count == 16)
        #expect(throws: KeyError.tooManyChords) { try Self.chords(most + "a") }
    }

    @Test func `releases keys in reverse order`() {
        #expect(
            KeyChord(keys: [29, 56, 105]).strokes == [
                .init(29, isPressed: true), .init(56, isPressed: true), .init(105, isPressed: true),
                .init(105, isPressed: false), .init(56, isPressed: false), .init(29, isPressed: false),
            ])
    }

    @Test func `suggests the nearest key`() {
        #expect(
            KeyError.unknown("volumup", nearest: "volumeup").message
                == "unknown key 'volumup' (did you mean 'volumeup'?)")
    }

    @Test func `knows the buttons of a mouse`() {
        #expect(
            ["left", "middle", "right", "Left", ""].map { PointerButton(name: $0.utf8)?.code }
                == [0x110, 0x112, 0x111, nil, nil])
    }
}
