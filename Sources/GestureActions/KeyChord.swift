internal import CLibevdev
import Text

/// Keys that are pressed together, e.g. `super+w`.
///
/// A key is named as in linux/input-event-codes.h without `KEY_`, in any case, or by one of the common words below. Names stand for
/// positions on a US keyboard: with a French layout, `q` types an `a`. Exceptions are keys without a position, such as `volumeup`,
/// and `plus`, which is the key on the number pad, because that types a + in all layouts.
package struct KeyChord: Equatable, Sendable {
    /// Codes of linux/input-event-codes.h, in the order in which they are pressed. All differ.
    package var keys: [UInt16]

    static let mostKeys = 8
    static let mostChords = 16

    package init(keys: [UInt16]) { self.keys = keys }

    /// A change of one key.
    package struct Stroke: Equatable, Sendable {
        package var key: UInt16
        package var isPressed: Bool

        package init(_ key: UInt16, isPressed: Bool) {
            self.key = key
            self.isPressed = isPressed
        }
    }

    /// The changes that type the chord: presses in order, then releases in reverse order.
    package var strokes: [Stroke] {
        keys.map { Stroke($0, isPressed: true) } + keys.reversed().map { Stroke($0, isPressed: false) }
    }

    /// Parses chords that are typed one after the other, e.g. `ctrl+k ctrl+s`.
    package static func chords(_ text: some Collection<UInt8>) throws(KeyError) -> [KeyChord] {
        var chords: [KeyChord] = []
        for word in text.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
            guard chords.count < mostChords else { throw .tooManyChords }
            chords.append(try KeyChord(word))
        }
        guard !chords.isEmpty else { throw .empty }
        return chords
    }

    private init(_ word: some Collection<UInt8>) throws(KeyError) {
        keys = []
        for name in word.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
            guard !name.isEmpty else { throw .missingKey }
            guard keys.count < Self.mostKeys else { throw .tooManyKeys }
            guard let key = KeyName.code(name) else {
                throw .unknown(ByteString(printable(name)), nearest: KeyName.nearest(to: name))
            }
            guard !keys.contains(key) else { throw .repeated(ByteString(printable(name))) }
            keys.append(key)
        }
    }
}

/// Why text is not a list of chords.
package enum KeyError: Error, Equatable, Sendable {
    case empty
    /// Nothing before or after a `+`.
    case missingKey
    case unknown(ByteString, nearest: ByteString?)
    case repeated(ByteString)
    case tooManyKeys
    case tooManyChords

    /// The end of an error message: the mistake, and the expected text.
    package var message: String {
        switch self {
        case .empty: "expected keys (example: super+w)"
        case .missingKey: "expected a key before and after each + (for the key + itself, write plus)"
        case .unknown(let name, let nearest?): "unknown key '\(name)' (did you mean '\(nearest)'?)"
        case .unknown(let name, nil):
            "unknown key '\(name)': expected a name from linux/input-event-codes.h without KEY_ (example: volumeup)"
        case .repeated(let name): "the key '\(name)' is pressed already: expected each key once in a chord"
        case .tooManyKeys: "expected at most \(KeyChord.mostKeys) keys in a chord"
        case .tooManyChords: "expected at most \(KeyChord.mostChords) chords"
        }
    }
}

/// The names of keys.
enum KeyName {
    /// Common words, and the names that linux/input-event-codes.h has for them without `KEY_`.
    private static let words: [(word: ByteString, name: ByteString)] = [
        ("super", "LEFTMETA"), ("meta", "LEFTMETA"), ("win", "LEFTMETA"), ("ctrl", "LEFTCTRL"), ("control", "LEFTCTRL"),
        ("alt", "LEFTALT"), ("altgr", "RIGHTALT"), ("shift", "LEFTSHIFT"),
        ("escape", "ESC"), ("return", "ENTER"), ("pgup", "PAGEUP"), ("pgdn", "PAGEDOWN"), ("del", "DELETE"),
        ("ins", "INSERT"), ("caps", "CAPSLOCK"), ("printscreen", "SYSRQ"), ("screenlock", "COFFEE"),
        ("plus", "KPPLUS"), ("equals", "EQUAL"), ("period", "DOT"), ("quote", "APOSTROPHE"), ("backtick", "GRAVE"),
    ]

    /// Returns the code of a key; nil if no key has this name.
    static func code(_ name: some Collection<UInt8>) -> UInt16? {
        let name = name.map { uppercase($0) }
        let known = words.first { $0.word.bytes.elementsEqual(name, by: { uppercase($0) == $1 }) }
        let isFullName = ByteString(name.prefix(4)) == "KEY_"
        let constant = (isFullName ? [] : Array("KEY_".utf8)) + (known.map { Array($0.name.bytes) } ?? name)
        let code = unsafe constant.withUnsafeBytes { bytes in
            unsafe libevdev_event_code_from_name_n(
                UInt32(EV_KEY), bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        // KEY_RESERVED and KEY_MAX are no keys.
        return code > 0 && code < KEY_MAX ? UInt16(code) : nil
    }

    /// Returns the name that is most similar to a misspelt one; nil if none is similar.
    static func nearest(to name: some Collection<UInt8>) -> ByteString? {
        var known = words.map { $0.word }
        for code in 1..<UInt32(KEY_MAX) {
            guard let constant = unsafe libevdev_event_code_get_name(UInt32(EV_KEY), code) else { continue }
            let name = Array(unsafe String(cString: constant).utf8)
            if ByteString(name.prefix(4)) == "KEY_" {
                known.append(ByteString(name.dropFirst(4).map { lowercase($0) }))
            }
        }
        return nearestWord(to: name.map { lowercase($0) }, among: known)
    }

    private static func uppercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
    }
}
