internal import CLinux
import System
import Text

/// The variables by which programs find the compositor of a session.
///
/// A unit that starts before the compositor, or outside of the session, lacks them. The sockets of the session are then found by
/// their names.
struct SessionEnvironment: Equatable {
    /// nil also for variables that are set to nothing.
    var runtimeFolder: ByteString?
    var waylandDisplay: ByteString?
    var swaySocket: ByteString?
    var hyprlandInstance: ByteString?

    /// The variables of this process.
    static var ofProcess: SessionEnvironment {
        func variable(_ name: String) -> ByteString? {
            environmentVariable(name).flatMap { $0.utf8.isEmpty ? nil : ByteString($0) }
        }
        return SessionEnvironment(
            runtimeFolder: variable("XDG_RUNTIME_DIR"), waylandDisplay: variable("WAYLAND_DISPLAY"),
            swaySocket: variable("SWAYSOCK"), hyprlandInstance: variable("HYPRLAND_INSTANCE_SIGNATURE"))
    }

    /// Returns the variables to add to the environment of a command, those whose sockets are found by now. A few system calls, of
    /// which none blocks.
    static func additions() -> [(name: String, value: ByteString)] {
        let given = ofProcess
        return given.completed().differences(from: given)
    }

    func differences(from other: SessionEnvironment) -> [(name: String, value: ByteString)] {
        [
            ("XDG_RUNTIME_DIR", runtimeFolder, other.runtimeFolder),
            ("WAYLAND_DISPLAY", waylandDisplay, other.waylandDisplay),
            ("SWAYSOCK", swaySocket, other.swaySocket),
            ("HYPRLAND_INSTANCE_SIGNATURE", hyprlandInstance, other.hyprlandInstance),
        ].compactMap { name, value, old in value.flatMap { $0 == old ? nil : (name, $0) } }
    }

    /// Returns these variables with those that are missing, as far as they can be found.
    ///
    /// A `SWAYSOCK` to which nothing listens counts as missing: the service manager of a user keeps the variable of an earlier
    /// session. Of several sway sockets the newest is taken. Of several other compositors none is.
    ///
    /// - Parameter runtimeFolders: where each user has a folder.
    func completed(runtimeFolders: String = "/run/user") -> SessionEnvironment {
        var found = self
        let usual = "\(runtimeFolders)/\(getuid())"
        if runtimeFolder == nil, isFolderOrNull(usual) { found.runtimeFolder = ByteString(usual) }
        guard let folder = found.runtimeFolder else { return found }
        let names = Self.names(in: "\(folder)")
        if swaySocket.map({ !CompositorSocket.isServed("\($0)") }) ?? true {
            found.swaySocket = Self.newestSwaySocket(in: "\(folder)", names) ?? swaySocket
        }
        if waylandDisplay == nil {
            found.waylandDisplay = Self.only(names.filter { Self.isDisplay($0) }) { "\(folder)/\($0)" }
        }
        if hyprlandInstance == nil {
            found.hyprlandInstance = Self.only(Self.names(in: "\(folder)/hypr")) {
                HyprlandConnection.eventSocket(in: "\(folder)/hypr/\($0)")
            }
        }
        return found
    }

    /// The path of the Wayland socket; nil if no display is known.
    var waylandSocket: String? {
        guard let waylandDisplay else { return nil }
        if waylandDisplay.bytes.first == UInt8(ascii: "/") { return "\(waylandDisplay)" }
        return runtimeFolder.map { "\($0)/\(waylandDisplay)" }
    }

    /// The folder of Hyprland's sockets; nil if no instance is known.
    var hyprlandFolder: String? {
        guard let runtimeFolder, let hyprlandInstance else { return nil }
        return "\(runtimeFolder)/hypr/\(hyprlandInstance)"
    }

    /// Returns the newest socket `sway-ipc.UID.PID.sock` that is served.
    private static func newestSwaySocket(in folder: String, _ names: [String]) -> ByteString? {
        var newest: (path: String, time: Int64)?
        for name in names {
            guard name.utf8.starts(with: "sway-ipc.\(getuid()).".utf8), name.utf8.suffix(5).elementsEqual(".sock".utf8)
            else { continue }
            let path = "\(folder)/\(name)"
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { continue }
            let time = Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
            if let newest, newest.time >= time { continue }
            if CompositorSocket.isServed(path) { newest = (path, time) }
        }
        return newest.map { ByteString($0.path) }
    }

    /// Returns whether a name is `wayland-` and a number. The file of the lock has another ending.
    private static func isDisplay(_ name: String) -> Bool {
        let prefix = "wayland-".utf8
        return name.utf8.starts(with: prefix) && parseInteger(name.utf8.dropFirst(prefix.count)) != nil
    }

    /// Returns the name whose socket is served; nil unless it is the only one.
    private static func only(_ names: [String], socket: (String) -> String) -> ByteString? {
        let served = names.filter { CompositorSocket.isServed(socket($0)) }
        return served.count == 1 ? ByteString(served[0]) : nil
    }

    /// The names in a folder; empty if it is not readable.
    private static func names(in folder: String) -> [String] { (try? namesOfEntries(in: folder)) ?? [] }
}
