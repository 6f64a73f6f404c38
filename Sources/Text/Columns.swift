// The width of text on a terminal. Words of programs are narrow; names of devices, applications and files can be anything.

/// Returns how many columns text takes on a terminal.
package func columns(of text: some Sequence<UInt8>) -> Int {
    var columns = 0
    forEachScalar(of: text) { columns += $0.terminalColumns }
    return columns
}

/// Cuts text to a number of columns, and ends it with `mark` if it was cut.
///
/// - Parameter mark: of one column.
package func truncated(_ text: [UInt8], to limit: Int, mark: StaticString = "…") -> [UInt8] {
    guard columns(of: text) > limit else { return text }
    guard limit > 0 else { return [] }
    var (kept, width, isFull): ([UInt8], Int, Bool) = ([], 0, false)
    forEachScalar(of: text) { scalar in
        isFull = isFull || width + scalar.terminalColumns > limit - 1
        if isFull { return }
        kept.append(utf8Of: scalar)
        width += scalar.terminalColumns
    }
    return kept + Array("\(mark)".utf8)
}

/// Breaks a line at spaces into parts of a largest number of columns. Longer words, such as paths, stay whole.
///
/// - Parameters:
///   - indent: the number of spaces before all parts but the first.
///   - gap: how many spaces separate words. Words then contain shorter runs of spaces.
package func wrapped(_ line: [UInt8], to limit: Int, indent: Int, gap: Int = 1) -> [[UInt8]] {
    let space = UInt8(ascii: " ")
    let margin = [UInt8](repeating: space, count: indent)
    var (parts, part, hasWord): ([[UInt8]], [UInt8], Bool) = ([], [], false)
    var (spaces, word) = (0, [UInt8]())

    func endWord() {
        if hasWord, columns(of: part) + spaces + columns(of: word) > limit {
            parts.append(part)
            part = margin + word
        } else {
            part += [UInt8](repeating: space, count: spaces) + word
        }
        (hasWord, spaces, word) = (true, 0, [])
    }

    var run = 0
    for byte in line {
        if byte == space {
            run += 1
            continue
        }
        if word.isEmpty || run >= gap {
            if !word.isEmpty { endWord() }
            spaces = run
        } else {
            word += [UInt8](repeating: space, count: run)
        }
        run = 0
        word.append(byte)
    }
    endWord()
    return parts + [part]
}

extension Unicode.Scalar {
    /// The width of a character that is no control: 0 to 2. Source: EastAsianWidth.txt of Unicode, with unassigned characters
    /// between wide ones counted as wide.
    package var terminalColumns: Int {
        switch value {
        case ..<0x300: 1
        case ...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x200b...0x200d, 0x20d0...0x20ff, 0xfe00...0xfe0f,
            0xfe20...0xfe2f:
            0
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
            0x1f900...0x1faff, 0x20000...0x3fffd:
            2
        default: 1
        }
    }
}
