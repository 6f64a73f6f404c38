internal import CLinux
import GestureCore
import System
import Text

/// The configuration files: the main file and its drop-ins.
package struct ConfigurationFiles: Equatable, Sendable {
    /// The main file, unless the command line specifies another one.
    package static let defaultPath = "/etc/gestured/gestured.conf"

    /// The settings of all files combined.
    package var configuration = Configuration()
    /// The files, in the order in which they were read.
    package var paths: [String] = []
    /// Every setting, in the same order.
    package var settings: [Setting] = []

    package typealias Setting = ConfiguredSetting

    /// No files: every setting has its default.
    package init() {}

    /// Reads `path`, then `path.d/*.conf` in the order of their names. Later settings override earlier ones.
    ///
    /// - Parameters:
    ///   - path: nil for the default one, which can be missing.
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
        configuration.recognition = settingsOfRecognition
    }

    /// Settings that deny a user or group what clients without a section are allowed.
    ///
    /// A program of the user can evade them: in a user namespace (user_namespaces(7)) it runs with other user and group ids, which
    /// have no section. It cannot leave the group gestured, without which it cannot connect.
    package var denialsByName: [Setting] {
        let others = configuration.rightsOfOthers
        return settings.filter { setting in
            let isUser = setting.section.name(after: "user ") != nil
            let isGroup = setting.section.name(after: "group ") != nil && setting.section != "group gestured"
            guard isUser || isGroup else { return false }
            var options = ClientOptions()
            for key in Keys.client where key.name == setting.key {
                _ = key.read(setting.value, &options)
            }
            return options.positions == false && others.positions || options.control == false && others.control
        }
    }

    /// Adds the settings of a file to those of the files before it.
    ///
    /// - Parameter path: the file name for error messages.
    /// - Returns: the error messages.
    mutating func add(_ text: [UInt8], path: String) -> [String] {
        let reader = ConfigurationReader(self, text: text, path: path)
        let errors = reader.read()
        self = reader.files
        paths.append(path)
        return errors
    }

    /// The drop-ins, without folders and links to /dev/null, which mask a file of a package. A broken link or a special file stays
    /// in the list, and reading it fails: it could be meant to restrict clients.
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

extension Configuration {
    /// Reads one text. Missing settings have their defaults.
    ///
    /// - Parameter path: the file name for error messages.
    package init(_ text: [UInt8], path: String) throws(ConfigurationError) {
        var files = ConfigurationFiles()
        let errors = files.add(text, path: path)
        if !errors.isEmpty { throw ConfigurationError(messages: errors) }
        self = files.configuration
    }
}
