import Text

/// Returns the name of an application as a compositor reported it; nil if it is empty, longer than 256 bytes, or has control
/// characters: it is logged, and passed to commands in their environment.
func reportedName(_ bytes: some Collection<UInt8>) -> ByteString? {
    guard 1...256 ~= bytes.count, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
    return ByteString(bytes)
}
