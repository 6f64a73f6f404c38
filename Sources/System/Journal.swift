internal import CLinux
import Text

/// The journal of systemd.
package enum Journal {
    /// Returns whether a descriptor is the stream to the journal that $JOURNAL_STREAM names by device and inode. The variable alone
    /// says nothing: programs in a terminal can inherit it.
    package static func isStream(_ fd: CInt) -> Bool {
        guard let stream = environmentVariable("JOURNAL_STREAM") else { return false }
        let numbers = stream.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var status = stat()
        guard numbers.count == 2, unsafe fstat(fd, &status) == 0 else { return false }
        return parseInteger(numbers[0]) == UInt64(status.st_dev) && parseInteger(numbers[1]) == UInt64(status.st_ino)
    }

    /// Sends an entry in the journal's own protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL), without blocking: sd_journal_sendv() would
    /// wait for a slow journal.
    ///
    /// - Returns: whether the journal received it.
    package static func send(_ entry: [UInt8]) -> Bool {
        unsafe linux_send_datagram("/run/systemd/journal/socket", entry, entry.count) == 0
    }
}
