internal import CLinux
import GestureActions
import GestureCore
import GestureProtocol
import System
import Terminal

/// Where the actions file is, and whether it can be trusted.
package struct ActionsLocation {
    package let path: String

    /// - Parameter given: the path on the command line.
    package init(_ given: String?) {
        if let given {
            path = given
            return
        }
        let own = Self.own
        path = own.flatMap { isMissing($0) ? nil : $0 } ?? (isMissing(Self.shared) ? own ?? Self.shared : Self.shared)
    }

    static let shared = "/etc/gestured/actions.conf"

    /// The file of the user who runs this program; nil without a home.
    static var own: String? {
        if let folder = environmentVariable("XDG_CONFIG_HOME"), folder.utf8.first == UInt8(ascii: "/") {
            return "\(folder)/gestured/actions.conf"
        }
        return environmentVariable("HOME").map { "\($0)/.config/gestured/actions.conf" }
    }

    /// The folder of the file.
    var folder: String {
        let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
        let folder = String(decoding: Array(path.utf8.dropLast(name.count)), as: UTF8.self)
        return folder.utf8.isEmpty ? "." : folder
    }

    /// Reads the file. Its commands are run, so it must belong to this user or to root, and no other user can be allowed to write to it.
    package func read() throws(Failure) -> ActionsFile {
        do throws(FileError) {
            return ActionsFile(try contents(ofRegularFile: path, limit: ActionsFile.largest, check: check))
        } catch {
            let hint = error.errno == ENOENT ? "; 'gesturectl actions --init' writes an example" : ""
            throw .failed(error.message + hint)
        }
    }

    private func check(owner: UInt32, mode: UInt32) throws(FileError) {
        guard owner == getuid() || owner == 0 else {
            throw FileError(
                message:
                    "\(path): belongs to another user; expected a file of yours or of root, because its commands are run"
            )
        }
        guard mode & 0o022 == 0 else {
            throw FileError(
                message: "\(path): other users can write to it, and its commands are run; fix: chmod go-w \(path)")
        }
    }

    package func text(note: ActionsFile.Message) -> String { "\(path):\(note.line): note: \(note.text)" }

    func text(warning: ActionsFile.Message) -> String { "\(path):\(warning.line): warning: \(warning.text)" }

    package func text(_ message: ActionsFile.Message) -> String { "\(path):\(message.line): \(message.text)" }

    /// The request of the file as a service with these thresholds would carry it out.
    func compiled(
        _ request: RequestedSubscription, _ thresholds: Thresholds
    ) throws(Failure) -> CompiledSubscription {
        do throws(InvalidParameter) {
            return try CompiledSubscription(checking: request, thresholds: thresholds)
        } catch {
            throw .failed("\(path): \(error.message)")
        }
    }
}
