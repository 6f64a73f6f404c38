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
/// - Parameters:
///   - limit: the largest size in bytes; larger files are an error.
///   - check: is called once, with the first MiB of a larger file, and throws if it is invalid. It stops reading an endless device
///     or pipe early.
package func contents(
    of path: String, limit: Int, check: (_ beginning: [UInt8]) throws(FileError) -> Void = { _ throws(FileError) in }
) throws(FileError) -> [UInt8] {
    let isInput = ByteString(path) == "-"
    let fd = isInput ? 0 : unsafe linux_open(path, O_RDONLY | O_NOCTTY)
    guard fd >= 0 else { throw FileError(path, linux_errno()) }
    defer { if !isInput { close(fd) } }
    return try contents(of: fd, path, limit: limit, check: check)
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
    return try contents(of: fd, path, limit: limit) { _ throws(FileError) in }
}

/// In bytes: larger than most files, and read within a millisecond.
private let checkedSize = 1 << 20

private func contents(
    of fd: CInt, _ path: String, limit: Int, check: (_ beginning: [UInt8]) throws(FileError) -> Void
) throws(FileError) -> [UInt8] {
    let tooLarge = FileError(message: "\(path): larger than \(limit) bytes")
    // 0 for devices, pipes and the files of /proc.
    var status = stat()
    let size = unsafe fstat(fd, &status) == 0 ? Int64(status.st_size) : 0
    guard size <= Int64(limit) else { throw tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(size))
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var isChecked = false
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(fd, $0.baseAddress, $0.count) }
        let error = linux_errno()
        if count < 0, error == EINTR { continue }
        guard count >= 0 else { throw FileError(path, error) }
        if count == 0 { return bytes }
        guard bytes.count + count <= limit else { throw tooLarge }
        bytes.append(contentsOf: chunk[..<count])
        if !isChecked, bytes.count >= checkedSize {
            isChecked = true
            try check(bytes)
        }
    }
}

/// Replaces a file, or creates it, in one step: other programs see the old content or the new one, also after a crash. A link at
/// this path is replaced, too, and not followed.
///
/// - Parameter mode: the permissions, whatever the umask is.
package func replaceFile(_ path: String, with content: [UInt8], mode: UInt32) throws(FileError) {
    let (folder, file) = parts(of: path)
    let name = String(decoding: folder + Array(".".utf8) + file + Array(".new".utf8), as: UTF8.self)
    // One of a run that crashed.
    _ = unsafe unlink(name)
    let fd = unsafe linux_create(name, O_WRONLY | O_EXCL | O_NOFOLLOW, 0o600)
    guard fd >= 0 else { throw FileError(path, linux_errno()) }
    var isDone = writeAll(content, to: fd) && fchmod(fd, mode) == 0 && fsync(fd) == 0
    var error = linux_errno()
    close(fd)
    if isDone {
        isDone = unsafe rename(name, path) == 0
        error = linux_errno()
    }
    guard isDone else {
        _ = unsafe unlink(name)
        throw FileError(path, error)
    }
    synchronize(folder: folder)
}

/// Removes a file, which can be missing.
package func removeFile(_ path: String) throws(FileError) {
    guard unsafe unlink(path) != 0 else {
        synchronize(folder: parts(of: path).folder)
        return
    }
    let error = linux_errno()
    if error != ENOENT { throw FileError(path, error) }
}

/// Divides a path into the folder, with a slash at the end, and the name of the file.
private func parts(of path: String) -> (folder: [UInt8], file: [UInt8]) {
    let bytes = Array(path.utf8)
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    return (Array(bytes[..<start]), Array(bytes[start...]))
}

/// Makes a change of the names in a folder permanent.
private func synchronize(folder: [UInt8]) {
    let fd = unsafe linux_open(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self), O_RDONLY | O_DIRECTORY)
    guard fd >= 0 else { return }
    _ = fsync(fd)
    close(fd)
}

/// - Returns: false with errno set if not all could be written.
private func writeAll(_ content: [UInt8], to fd: CInt) -> Bool {
    var sent = 0
    while sent < content.count {
        let count = unsafe content.withUnsafeBytes {
            unsafe write(fd, $0.baseAddress?.advanced(by: sent), $0.count - sent)
        }
        if count < 0, linux_errno() == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
    }
    return true
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

/// Returns whether a path is a file that this user can execute, or a link to one.
package func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && linux_is_regular(status.st_mode) != 0 && access(path, X_OK) == 0
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
