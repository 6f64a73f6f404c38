import Text

/// The names of applications in sections `[application NAME]`.
package enum ApplicationName {
    /// Returns whether `name` stands for an application: its id, or the last part of its id. Ignores the case of ASCII letters.
    ///
    /// `firefox` matches the ids `firefox`, `Firefox` and `org.mozilla.firefox`.
    ///
    /// - Parameter application: the `app_id` of a Wayland window, or the class of an X11 window.
    package static func matches(_ name: ByteString, application: ByteString) -> Bool {
        if isEqual(name.bytes, application.bytes) { return true }
        guard let dot = application.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return isEqual(name.bytes, application.bytes[application.bytes.index(after: dot)...])
    }

    private static func isEqual(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        left.elementsEqual(right) { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
