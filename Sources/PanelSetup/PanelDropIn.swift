internal import CLinux
import System
import Terminal
import Text

/// The configuration file that `gesturectl setup` writes for one panel, in the folder of drop-ins.
///
/// The file that was there before is kept beside it for `--undo`, under a name that the service does not read.
struct PanelDropIn {
    /// e.g. `/etc/gestured/gestured.conf.d/60-setup-ILITEK-ILITEK-TP.conf`
    let path: String
    private let folder: String

    private static let prefix = "60-setup-"
    private static let suffix = ".conf"
    /// The first line, by which a file of this command is recognized.
    private static let mark =
        "# Written by 'gesturectl setup', which replaces it. 'gesturectl setup --undo' takes it back."
    private static let largestSize = 1 << 16

    private var undoPath: String { path + ".undo" }

    /// - Parameters:
    ///   - configuration: the path of the main file.
    ///   - section: the device in the name of the section.
    init(configuration: String, section: ByteString) {
        let name = section.bytes.map { Self.isKept($0) ? $0 : UInt8(ascii: "-") }
        self.init(
            folder: configuration + ".d", name: Self.prefix + String(decoding: name, as: UTF8.self) + Self.suffix)
    }

    private init(folder: String, name: String) {
        self.folder = folder
        path = folder + "/" + name
    }

    /// Letters, digits, and what no shell treats specially.
    private static func isKept(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Returns all such files.
    static func all(configuration: String) throws(Failure) -> [PanelDropIn] {
        let folder = configuration + ".d"
        let names: [String]
        do throws(FileError) {
            names = try namesOfEntries(in: folder)
        } catch {
            if error.errno == ENOENT { return [] }
            throw .failed(error.message)
        }
        let wanted = names.filter { name in
            let bytes = Array(name.utf8)
            return bytes.starts(with: prefix.utf8) && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        }
        return wanted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { PanelDropIn(folder: folder, name: $0) }
    }

    /// Returns the content for a section with these lines.
    static func text(section: ByteString, _ lines: [String]) -> String {
        joined([mark, "[device \(section)]"] + lines, "\n") + "\n"
    }

    /// The device in the name of the file's section; nil if there is no such file.
    func section() throws(Failure) -> ByteString? { Self.section(in: try content() ?? []) }

    private static func section(in content: [UInt8]) -> ByteString? {
        let start = Array("[device ".utf8)
        for line in content.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
            return ByteString(Array(line.dropFirst(start.count).dropLast()))
        }
        return nil
    }

    // MARK: Reading and writing

    /// The files as they were before a change.
    struct Former {
        fileprivate var content: [UInt8]?
        fileprivate var undo: [UInt8]?
    }

    /// Returns the content; nil if the file does not exist.
    ///
    /// - Throws: if it is a link, or was not written by this command.
    private func content() throws(Failure) -> [UInt8]? {
        let content = try Self.content(of: path)
        guard content?.starts(with: Self.mark.utf8) ?? true else {
            throw .failed("\(path): not written by 'gesturectl setup'; rename it first")
        }
        return content
    }

    private static func content(of path: String) throws(Failure) -> [UInt8]? {
        guard !isMissing(path) else { return nil }
        guard !isLink(path) else {
            throw .failed("\(path): is a symbolic link, and links are not followed; remove it first")
        }
        do throws(FileError) {
            return try contents(ofRegularFile: path, limit: largestSize)
        } catch {
            throw .failed(error.message)
        }
    }

    /// Writes the file, and keeps the one before.
    ///
    /// - Returns: what to give ``restore(_:)`` to take it back.
    /// - Throws: also if the file is that of another device, whose name differs only in characters that are replaced in the path.
    func write(_ text: String) throws(Failure) -> Former {
        try makeFolder()
        let former = Former(content: try content(), undo: try Self.content(of: undoPath))
        let new = Array(text.utf8)
        guard former.content != new else { return former }
        if let other = Self.section(in: former.content ?? []), other != Self.section(in: new) {
            throw .failed("\(path): contains the settings of another device, '\(other)'; rename it first")
        }
        try put(former.content, at: undoPath)
        do throws(Failure) {
            try put(new, at: path)
        } catch {
            // For example, the disk is full.
            try? put(former.undo, at: undoPath)
            throw error
        }
        return former
    }

    /// Puts back what was there before ``write(_:)``.
    func restore(_ former: Former) throws(Failure) {
        try put(former.content, at: path)
        try put(former.undo, at: undoPath)
    }

    /// Puts back the file that the last ``write(_:)`` replaced, or removes the file if there was none.
    ///
    /// - Returns: whether a former file was put back.
    func undo() throws(Failure) -> Bool {
        guard try content() != nil else { throw .failed("\(path): no such file; there is nothing to undo") }
        let former = try Self.content(of: undoPath)
        try put(former, at: path)
        try put(nil, at: undoPath)
        return former != nil
    }

    /// - Parameter content: nil to remove the file.
    private func put(_ content: [UInt8]?, at path: String) throws(Failure) {
        do throws(FileError) {
            if let content {
                // The service, which is no root, has to read it.
                try replaceFile(path, with: content, mode: 0o644)
            } else {
                try removeFile(path)
            }
        } catch {
            throw .failed(error.message)
        }
    }

    // MARK: The folder

    /// - Throws: if this user cannot write files there.
    func checkAccess() throws(Failure) {
        var place = folder
        while isMissing(place) {
            place = Self.parent(of: place)
        }
        guard !Self.isLink(folder) else {
            throw .failed("\(folder): is a symbolic link, and links are not followed; use a folder")
        }
        guard unsafe access(place, W_OK) != 0 else { return }
        let error = linux_errno()
        let hint = error == EACCES ? "; run the command with sudo, or use --print to print the settings" : ""
        throw .failed("\(place): \(errorMessage(error))\(hint)")
    }

    private func makeFolder() throws(Failure) {
        for path in [Self.parent(of: folder), folder] where isMissing(path) {
            // The mode is set, because a umask could hide the folder from the service.
            let isMade = unsafe mkdir(path, 0o755) == 0 && chmod(path, 0o755) == 0
            let error = linux_errno()
            guard isMade else { throw .failed("\(path): \(errorMessage(error))") }
        }
    }

    private static func parent(of path: String) -> String {
        let bytes = Array(path.utf8)
        guard let end = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return end == 0 ? "/" : String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && linux_is_link(status.st_mode) != 0
    }
}
