internal import CLinux

/// Why a file could not be read.
public struct FileError: Error, Equatable, Sendable {
    public var message: String
}

/// Reads a whole file, `-` being standard input.
///
/// - Parameter limit: more bytes than this are refused.
public func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let isInput = path.utf8.elementsEqual("-".utf8)
    let fd = isInput ? 0 : unsafe linux_open(path, O_RDONLY | O_NOCTTY)
    guard fd >= 0 else { throw FileError(path, linux_errno()) }
    defer { if !isInput { close(fd) } }
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

extension FileError {
    fileprivate init(_ path: String, _ errno: CInt) {
        self.init(message: "\(path): \(errorMessage(errno))")
    }
}
