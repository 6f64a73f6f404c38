internal import CLinux
import System
import Terminal
import Text

/// `gesturectl actions --init`: an example file for the desktop that is running.
package struct ExampleActions {
    private let path: String

    /// - Parameter given: the path on the command line.
    package init(_ given: String?) throws(Failure) {
        guard let path = given ?? ActionsLocation.own else { throw .failed("HOME: not set; name a file with --config") }
        self.path = path
    }

    package func write() throws(Failure) {
        let (desktop, text) = Self.example
        try makeFolders()
        let fd = unsafe linux_create(path, O_WRONLY | O_EXCL, 0o644)
        let error = linux_errno()
        guard fd >= 0 else {
            let hint = error == EEXIST ? "; remove it first, or edit it" : ""
            throw .failed("\(path): \(errorMessage(error))\(hint)")
        }
        defer { close(fd) }
        Console.write(text, to: fd, named: path)
        Console.write("\(path): written for \(desktop)\n")
        for step in nextSteps { Console.write(printable(step) + [UInt8(ascii: "\n")]) }
    }

    private func makeFolders() throws(Failure) {
        var folder: [UInt8] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast() {
            folder += part + [UInt8(ascii: "/")]
            let name = String(decoding: folder, as: UTF8.self)
            guard !part.isEmpty, unsafe mkdir(name, 0o755) != 0 else { continue }
            let error = linux_errno()
            guard error == EEXIST || isFolderOrNull(name) else { throw .failed("\(name): \(errorMessage(error))") }
        }
    }

    /// The desktop by the names that XDG_CURRENT_DESKTOP lists, and its example.
    private static var example: (desktop: String, text: [UInt8]) {
        for name in (environmentVariable("XDG_CURRENT_DESKTOP") ?? "").utf8.split(separator: UInt8(ascii: ":")) {
            switch ByteString(Array(name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 })) {
            case "sway": return ("sway", PackageResources.sway_conf)
            case "hyprland": return ("Hyprland", PackageResources.hyprland_conf)
            case "labwc", "wlroots": return ("labwc", PackageResources.labwc_conf)
            case "gnome": return ("GNOME", PackageResources.gnome_conf)
            case "kde": return ("KDE Plasma", PackageResources.kde_conf)
            default: break
            }
        }
        if SessionEnvironment.ofProcess.completed().swaySocket != nil { return ("sway", PackageResources.sway_conf) }
        return ("any desktop, because XDG_CURRENT_DESKTOP names none that is known", PackageResources.generic_conf)
    }

    private var nextSteps: [String] {
        // The unit reads the files that are read without --config.
        let isRead =
            ActionsLocation.own.map { ByteString($0) } == ByteString(path)
            || ByteString(path) == ByteString(ActionsLocation.shared)
        let option = isRead ? "" : " --config \(path)"
        return ["try it now:        gesturectl actions\(option)"]
            + (isRead ? ["at every login:    systemctl --user enable --now gestured-actions"] : [])
            + ["what is bound:     gesturectl actions\(option) --print"]
    }
}
