internal import CLinux
import Text

/// Why a file or folder could not be read.
package struct FileError: Error, Equatable, Sendable {
    package var message: String
    /// 0 if no system call failed.
    package var errno: CInt = 0

    package init(message: String, errno: CInt = 0) {
        self.message = message
        self.errno = errno
    }
}

/// Reads a whole file, or standard input for `-`. Blocks on a pipe.
///
/// - Parameter limit: the largest size in bytes; larger files are an error.
package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let isInput = ByteString(path) == "-"
    let fd = isInput ? 0 : unsafe linux_open(path, O_RDONLY | O_NOCTTY)
    guard fd >= 0 else { throw FileError(path, linux_errno()) }
    defer { if !isInput { close(fd) } }
    return try contents(of: fd, path, limit: limit)
}

/// Reads a whole regular file, or nothing from /dev/null. Other types, such as pipes, are an error, because reading them can block.
///
/// - Parameters:
///   - limit: the largest size in bytes; larger files are an error.
///   - check: is given the user id of the owner and the mode, and throws if the file cannot be trusted.
package func contents(
    ofRegularFile path: String, limit: Int,
    check: (_ owner: UInt32, _ mode: UInt32) throws(FileError) -> Void = { _, _ in }
) throws(FileError) -> [UInt8] {
    let fd = unsafe linux_open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    guard fd >= 0 else { throw FileError(path, linux_errno()) }
    defer { close(fd) }
    var status = stat()
    guard unsafe fstat(fd, &status) == 0 else { throw FileError(path, linux_errno()) }
    guard linux_is_regular(status.st_mode) != 0 || linux_is_null(status.st_mode, status.st_rdev) != 0 else {
        throw FileError(message: "\(path): not a regular file")
    }
    try check(status.st_uid, status.st_mode)
    return try contents(of: fd, path, limit: limit)
}

private func contents(of fd: CInt, _ path: String, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(fd, $0.baseAddress, $0.count) }
        let error = linux_errno()
        if count < 0, error == EINTR { continue }
        guard count >= 0 else { throw FileError(path, error) }
        if count == 0 { return bytes }
        bytes.append(contentsOf: chunk[..<count])
        if bytes.count > limit { throw FileError(message: "\(path): larger than \(limit) bytes") }
    }
}

/// Returns the names of the entries of a folder, unsorted.
package func namesOfEntries(in path: String) throws(FileError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw FileError(path, linux_errno()) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let name = unsafe linux_next_name(folder) { unsafe names.append(String(cString: name)) }
    return names
}

/// Returns whether a path does not exist; false if that cannot be determined.
package func isMissing(_ path: String) -> Bool {
    var status = stat()
    let result = unsafe lstat(path, &status)
    let error = linux_errno()
    return result != 0 && error == ENOENT
}

/// Returns whether a path is a folder, /dev/null, or a link to one of them; false if that cannot be determined.
package func isFolderOrNull(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return linux_is_folder(status.st_mode) != 0 || linux_is_null(status.st_mode, status.st_rdev) != 0
}

extension FileError {
    fileprivate init(_ path: String, _ errno: CInt) {
        self.init(message: "\(path): \(errorMessage(errno))", errno: errno)
    }
}
