/// The lines of Hyprland's socket for events, `EVENT>>DATA`, cut out of the bytes that arrive.
struct HyprlandLines {
    /// The longest line in bytes.
    static let longest = 65_536

    private var incoming = IncomingBytes()

    mutating func append(_ chunk: [UInt8]) { incoming.append(chunk) }

    /// Removes and returns the next line without its end; nil until it is complete.
    mutating func next() -> ArraySlice<UInt8>? {
        let rest = incoming.rest
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return incoming.take(end + 1 - rest.startIndex).dropLast()
    }

    /// Whether the incomplete line at the end is too long.
    var isTooLong: Bool { incoming.count > Self.longest }

    /// Returns the class in an event `activewindow>>CLASS,TITLE`, empty if no window has the focus; nil for other events.
    static func activeClass(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let event = "activewindow>>".utf8
        guard line.starts(with: event) else { return nil }
        return line.dropFirst(event.count).prefix { $0 != UInt8(ascii: ",") }
    }
}
