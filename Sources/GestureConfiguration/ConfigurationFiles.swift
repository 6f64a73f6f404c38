internal import CLinux
import System

/// The configuration as it lies on disk: one file, and what is laid beside it.
package struct ConfigurationFiles: Equatable, Sendable {
    /// What is read unless the command line names another file.
    package static let defaultPath = "/etc/gestured/gestured.conf"

    /// What all of them say together.
    package var configuration = Configuration()
    /// What was read, in this order.
    package var paths: [String] = []
    /// Every key that is said, in this order.
    package var settings: [Setting] = []

    /// A key as a file says it.
    package struct Setting: Equatable, Sendable {
        package var section: String
        package var key: String
        package var value: String
        package var path: String
        package var line: Int
    }

    /// No files: all is at its default.
    package init() {}

    /// Reads `path`, then `path.d/*.conf` in the order of their names; what is said later holds.
    ///
    /// - Parameters:
    ///   - path: nil for the usual one, which need not be there.
    package init(path: String?) throws(ConfigurationError) {
        let main = path ?? Self.defaultPath
        var read = ConfigurationFiles()
        var errors: [String] = []
        var files = try Self.dropIns(of: main)
        if path != nil || !isMissing(main) { files.insert(main, at: 0) }
        for file in files {
            do throws(FileError) {
                let text = try contents(ofRegularFile: file, limit: 1 << 20)
                errors += read.add(text, path: file)
            } catch {
                errors.append(error.message)
            }
        }
        if !errors.isEmpty { throw ConfigurationError(messages: errors) }
        self = read
    }

    /// Settings that deny a user or a group what clients that no section names may do.
    ///
    /// They do not hold against the user's programs: in a user namespace (user_namespaces(7)) a program can run under other
    /// user and group numbers, which no section names. Only the group gestured cannot be left: without it nobody connects.
    package var denialsByName: [Setting] {
        let others = configuration.rightsOfOthers
        return settings.filter { setting in
            let isUser = setting.section.name(after: "user ") != nil
            let group = setting.section.name(after: "group ")
            guard isUser || group.map({ !$0.utf8.elementsEqual("gestured".utf8) }) ?? false else { return false }
            var options = ClientOptions()
            for key in Keys.client where key.name.utf8.elementsEqual(setting.key.utf8) {
                _ = key.read(setting.value, &options)
            }
            return options.positions == false && others.positions || options.control == false && others.control
        }
    }

    /// What `text` says beside what others said before it.
    ///
    /// - Parameter path: what errors call it.
    /// - Returns: what is wrong with it.
    mutating func add(_ text: [UInt8], path: String) -> [String] {
        let reader = ConfigurationReader(self, text: text, path: path)
        let errors = reader.read()
        self = reader.files
        paths.append(path)
        return errors
    }

    /// All but folders, and links to /dev/null, which is how a file that a package ships is masked. Reading what is no file, or a
    /// link that leads nowhere, is an error: it may be meant to restrict clients.
    private static func dropIns(of path: String) throws(ConfigurationError) -> [String] {
        let folder = path + ".d"
        var names: [String] = []
        do throws(FileError) {
            names = try namesOfEntries(in: folder)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
        } catch {
            throw ConfigurationError(message: error.message)
        }
        let wanted = names.filter { name in
            let bytes = Array(name.utf8)
            return bytes.first != UInt8(ascii: ".") && bytes.suffix(5).elementsEqual(".conf".utf8)
                && !isFolderOrNull(folder + "/" + name)
        }
        return wanted.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder + "/" + $0 }
    }
}

/// What is wrong with the configuration, and where.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// One line each, e.g. `gestured.conf:12: [gestures] tap-gap: "fast": expected milliseconds, 0 … 10000`
    package var messages: [String]

    package init(messages: [String]) { self.messages = messages }
    init(message: String) { messages = [message] }
}

extension Configuration {
    /// Reads one text; what it does not say stays at its default.
    ///
    /// - Parameter path: what errors call it.
    package init(_ text: [UInt8], path: String) throws(ConfigurationError) {
        var files = ConfigurationFiles()
        let errors = files.add(text, path: path)
        if !errors.isEmpty { throw ConfigurationError(messages: errors) }
        self = files.configuration
    }
}
