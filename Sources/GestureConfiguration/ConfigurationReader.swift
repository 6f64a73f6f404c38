internal import CLibinih
internal import CLinux
import GestureCore
import System
import Text
import TouchDecoding

/// Reads one file, and reports its errors with their lines.
final class ConfigurationReader {
    private(set) var files: ConfigurationFiles
    private var errors: [(line: Int, message: String)] = []
    /// The first line that inih would truncate.
    private var longLine: (line: Int, limit: Int)?
    private let text: [UInt8]
    private let path: String
    private var position = 0
    private var line = 0

    /// The largest number of errors to report.
    private static let mostErrors = 50

    /// - Parameter files: the files that were read before.
    init(_ files: ConfigurationFiles, text: [UInt8], path: String) {
        self.files = files
        self.text = text
        self.path = path
    }

    /// - Returns: the error messages.
    func read() -> [String] {
        // inih requests one line at a time and reports its content before the next, so the reader knows the line number.
        let status = unsafe ini_parse_stream(
            { buffer, size, context in
                guard let buffer = unsafe buffer, let context = unsafe context else { return nil }
                let reader = unsafe Unmanaged<ConfigurationReader>.fromOpaque(context).takeUnretainedValue()
                return unsafe reader.copyLine(to: buffer, size: Int(size)) ? buffer : nil
            }, Unmanaged.passUnretained(self).toOpaque(),
            { context, section, key, value in
                guard let context = unsafe context, let section = unsafe section, let key = unsafe key else { return 0 }
                let reader = unsafe Unmanaged<ConfigurationReader>.fromOpaque(context).takeUnretainedValue()
                let value = unsafe value.map { unsafe String(cString: $0) } ?? ""
                unsafe reader.set(ByteString(String(cString: section)), ByteString(String(cString: key)), value)
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
        // inih continues after a syntax error and reports only the line of the first. Settings after it are unreliable.
        var unreadable: (line: Int, expected: String)?
        if let longLine { unreadable = (longLine.line, "a line of at most \(longLine.limit) bytes") }
        if status > 0, Int(status) < unreadable?.line ?? .max {
            unreadable = (Int(status), "a [section], a key = value, or a comment")
        }
        guard let (line, expected) = unreadable else { return errors.map { $0.message } }
        return errors.filter { $0.line < line }.map { $0.message }
            + ["\(path):\(line): expected \(expected); the rest is not read"]
    }

    /// Copies the next line without its line feed and its indentation: inih would treat an indented line as a continuation of the
    /// line before.
    private func copyLine(to buffer: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
        guard position < text.count, size > 1 else { return false }
        line += 1
        let end = text[position...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        let content = text[position..<end].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        position = end + 1
        let isComment = content.first == UInt8(ascii: "#") || content.first == UInt8(ascii: ";")
        if !isComment { checkLength(content, size) }
        var count = 0
        for byte in content.prefix(isComment ? 1 : size - 1) {
            // inih's lines are C strings: a NUL would hide the rest of the line.
            unsafe buffer[count] = CChar(bitPattern: byte == 0 ? UInt8(ascii: "?") : byte)
            count += 1
        }
        unsafe buffer[count] = 0
        return true
    }

    /// inih truncates long lines silently.
    private func checkLength(_ content: ArraySlice<UInt8>, _ size: Int) {
        let limit = content.first == UInt8(ascii: "[") ? Self.longestSection + 2 : size - 1
        if longLine == nil, content.count > limit { longLine = (line, limit) }
    }

    /// inih's MAX_SECTION without the final NUL.
    private static let longestSection = 49

    // MARK: Sections

    private func set(_ section: ByteString, _ key: ByteString, _ value: String) {
        if let expected = take(section, key, value) {
            guard errors.count < Self.mostErrors else { return }
            errors.append(
                (line, ConfigurationError.message(path, line: line, (section, key, value), expected: expected)))
        } else {
            files.settings.append(
                ConfigurationFiles.Setting(section: section, key: key, value: value, path: path, line: line))
        }
    }

    /// - Returns: the expected values for the error message; nil if the setting is valid.
    private func take(_ section: ByteString, _ key: ByteString, _ value: String) -> String? {
        if let device = section.name(after: "device ") { return takeDevice(ByteString(device), key, value) }
        if let user = section.name(after: "user ") {
            guard let uid = userID(named: user) else { return "the name or number of a user in the section" }
            return takeClient(.user(uid), key, value)
        }
        if let group = section.name(after: "group ") {
            guard let gid = groupID(named: group) else { return "the name or number of a group in the section" }
            return takeClient(.group(gid), key, value)
        }
        if section == "others" {
            return Self.take(key, value, Keys.client, &files.configuration.others)
        }
        guard let keys = Keys.sections.first(where: { $0.name == section })?.keys else {
            return ConfigurationError.expectedSections(not: section)
        }
        return Self.take(key, value, keys, &files.configuration)
    }

    private func takeDevice(_ device: ByteString, _ key: ByteString, _ value: String) -> String? {
        let isNew = files.configuration.devices.last?.device != device
        if isNew { files.configuration.devices.append(Configuration.DeviceSection(device: device)) }
        let last = files.configuration.devices.count - 1
        return Self.take(key, value, Keys.device, &files.configuration.devices[last].options)
    }

    private func takeClient(_ who: Configuration.ClientSection.Who, _ key: ByteString, _ value: String) -> String? {
        if files.configuration.clients.last?.who != who {
            files.configuration.clients.append(Configuration.ClientSection(who: who))
        }
        let last = files.configuration.clients.count - 1
        return Self.take(key, value, Keys.client, &files.configuration.clients[last].options)
    }

    private static func take<Target>(
        _ key: ByteString, _ value: String, _ keys: [Key<Target>], _ target: inout Target
    ) -> String? {
        if let known = keys.first(where: { $0.name == key }) {
            return known.read(value, &target) ? nil : known.expected
        }
        return ConfigurationError.expectedKeys(keys, not: key)
    }
}

extension ByteString {
    /// The name in a section such as `user NAME`; nil if this is another section.
    func name(after prefix: String) -> String? {
        guard bytes.starts(with: prefix.utf8) else { return nil }
        return String(decoding: Array(bytes.dropFirst(prefix.utf8.count)), as: UTF8.self)
    }
}
