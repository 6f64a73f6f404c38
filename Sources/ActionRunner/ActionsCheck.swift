internal import CLinux
import GestureActions
import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text

/// A closer look at an actions file than running it takes: its mistakes, and warnings about what is valid and does not work, here or
/// anywhere.
package struct ActionsCheck {
    private let location: ActionsLocation
    private let file: ActionsFile
    private let warnings: [ActionsFile.Message]

    /// - Parameters:
    ///   - location: of the file.
    ///   - service: the devices and settings that the service tells; nil if it cannot be asked.
    package init(_ location: ActionsLocation, _ file: ActionsFile, service: DeviceList?) {
        (self.location, self.file) = (location, file)
        let files = service.map { ConfigurationFiles($0.configuredSettings) } ?? (try? ConfigurationFiles(path: nil))
        let thresholds = files?.configuration.thresholds ?? Thresholds()
        let all =
            file.warnings(devices: service?.devices, thresholds) + file.missingPrograms + file.missingPermission
            + file.unknownFocus
        warnings = Array(all.sorted { $0.line < $1.line }.prefix(ActionsFile.mostMessages))
    }

    package var hasMistakes: Bool { !file.errors.isEmpty }
    package var hasWarnings: Bool { !warnings.isEmpty }

    /// The mistakes, the warnings and the notes with their lines.
    package var messages: [String] {
        file.errors.map { location.text($0) } + warnings.map { location.text(warning: $0) }
            + file.ambiguities.map { location.text(note: $0) }
    }

    /// e.g. `actions.conf: 5 gestures bound, 2 warnings`
    package var summary: String {
        let result = hasMistakes ? file.mistakes : "\(counted(file.bindings.count, "gesture")) bound"
        return "\(location.path): \(result)\(hasWarnings ? ", \(counted(warnings.count, "warning"))" : "")"
    }
}

extension ActionsFile {
    /// e.g. `2 mistakes`
    package var mistakes: String { counted(errors.count, "mistake") }

    /// Warnings about programs that cannot be started. A line with syntax of the shell has a warning already.
    fileprivate var missingPrograms: [Message] {
        bindings.compactMap { binding in
            guard case .command(let command) = binding.action, shellHint(for: binding.text.bytes) == nil,
                let obstacle = programObstacle(command.words[0])
            else { return nil }
            return Message(line: binding.line, text: obstacle)
        }
    }

    /// A warning at the first key or click if this user cannot make the device for them.
    fileprivate var missingPermission: [Message] {
        let first = bindings.first { if case .command = $0.action { false } else { true } }
        guard let first, unsafe access("/dev/uinput", R_OK | W_OK) != 0 else { return [] }
        return [Message(line: first.line, text: VirtualDeviceError(errno: linux_errno()).message)]
    }

    /// A warning at the first section for an application if this desktop does not tell which one has the focus.
    fileprivate var unknownFocus: [Message] {
        guard let first = sections.first(where: { $0.scope.application != nil }),
            let obstacle = (try? ApplicationWatcher())?.obstacle()
        else { return [] }
        let text = "sections for applications have no effect: \(obstacle); see ACTIONS FILE in 'man gesturectl'"
        return [Message(line: first.line, text: text)]
    }
}

/// Returns why posix_spawnp(3) cannot start a program; nil if it can, or if that depends on the folder in which it is started.
///
/// - Parameter word: the first word of a command.
func programObstacle(_ word: [UInt8]) -> String? {
    let program = String(decoding: word, as: UTF8.self)
    let slash = UInt8(ascii: "/")
    // Of a name that is not UTF-8, the file is not known here.
    guard program.utf8.elementsEqual(word) else { return nil }
    if word.contains(slash) {
        guard word.first == slash, !isExecutable(program) else { return nil }
        if isMissing(program) { return "'\(program)' does not exist: correct the path, or install the program" }
        return isFolderOrNull(program)
            ? "'\(program)' is no program"
            : "'\(program)' is not executable for this user: run 'chmod +x', or name the program that reads it"
    }
    let folders = (environmentVariable("PATH") ?? "/bin:/usr/bin").utf8.split(
        separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for folder in folders where folder.first != slash || isExecutable("\(ByteString(Array(folder)))/\(program)") {
        return nil
    }
    return "'\(program)' is not on the PATH: correct the name, or install the program; a command of the shell itself "
        + "needs sh -c '…'"
}
