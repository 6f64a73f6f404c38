internal import CLinux
import ServiceAccess
import System
import Terminal
import Text

/// Follows which application has the focus.
///
/// It asks the first of these that runs: sway, Hyprland, any Wayland compositor that lists its windows. If there is none, or it goes
/// away, the watcher tries again every two seconds. Nothing blocks.
final class ApplicationWatcher {
    enum Update: Equatable {
        case unchanged
        /// Another application has the focus; nil for none.
        case focused(ByteString?)
        /// Nothing reports the focus, for another reason than before. Until the next ``focused(_:)``, no application has it. The
        /// text says why, for a warning.
        case unavailable(String)
    }

    /// Has an event while ``read()`` has something to do.
    private let loop: EventLoop
    /// Readable while ``read()`` has something to do; it is the same one for the watcher's life.
    var fd: CInt { loop.descriptor }

    private enum Compositor {
        case sway(SwayConnection)
        case hyprland(HyprlandConnection)
        case wayland(WaylandConnection)
    }

    private let environment: SessionEnvironment
    /// In µs.
    private let retryInterval: Int64
    private var compositor: Compositor?
    private var reported: ByteString?
    /// The reason that was reported last, until an application has the focus.
    private var reason: ByteString?

    /// Connects in the first ``read()``, which is due at once.
    ///
    /// - Parameters:
    ///   - environment: the variables to go by.
    ///   - retryInterval: between attempts to connect, in µs.
    init(environment: SessionEnvironment = .ofProcess, retryInterval: Int64 = 2_000_000) throws(Failure) {
        loop = try makeLoop()
        (self.environment, self.retryInterval) = (environment, retryInterval)
        loop.setAlarm(0)
    }

    /// Connects if there is no connection, otherwise handles what has arrived, at most 64 KB at a time.
    func read() -> Update {
        do throws(CompositorError) {
            if let compositor {
                try read(compositor)
            } else {
                compositor = try connect()
                loop.setAlarm(nil)
            }
        } catch {
            compositor = nil
            loop.setAlarm(EventLoop.microseconds + retryInterval)
            return unavailable(error.reason)
        }
        return update()
    }

    /// Reads until it is known whether this desktop reports which application has the focus, for at most 300 ms.
    ///
    /// - Parameter session: the type of the session, as in XDG_SESSION_TYPE.
    /// - Returns: the reason why not; nil if it does, or if that stays unknown, for example outside of the session.
    func obstacle(session: String? = environmentVariable("XDG_SESSION_TYPE")) -> String? {
        let end = EventLoop.microseconds + 300_000
        while linux_wait_readable(fd, CInt(max(0, end - EventLoop.microseconds) / 1000)) > 0 {
            switch read() {
            case .unchanged: break
            case .focused: return nil
            case .unavailable(let reason):
                // X11 has no compositor to connect to. In other sessions, it does not run now.
                return compositor != nil || session.map({ ByteString($0) }) == "x11" ? reason : nil
            }
        }
        return nil
    }

    private func connect() throws(CompositorError) -> Compositor {
        let session = environment.completed()
        if let path = session.swaySocket, let sway = try? SwayConnection("\(path)", loop: loop) { return .sway(sway) }
        if let path = session.hyprlandFolder, let hyprland = try? HyprlandConnection(path, loop: loop) {
            return .hyprland(hyprland)
        }
        if let path = session.waylandSocket { return .wayland(try WaylandConnection(path, loop: loop)) }
        guard let folder = session.runtimeFolder else {
            throw CompositorError("XDG_RUNTIME_DIR", "not set, and /run/user/\(getuid()) does not exist")
        }
        throw CompositorError("\(folder)", "no running compositor; set WAYLAND_DISPLAY if there are several")
    }

    private func read(_ compositor: Compositor) throws(CompositorError) {
        switch compositor {
        case .sway(let connection): try connection.read()
        case .hyprland(let connection): try connection.read()
        case .wayland(let connection): try connection.read()
        }
    }

    private func update() -> Update {
        let application: ByteString?
        switch compositor {
        case .sway(let connection): application = connection.application
        case .hyprland(let connection): application = connection.application
        case .wayland(let connection):
            // Stays connected: the compositor can offer its list later, and its end is noticed.
            if let problem = connection.problem { return unavailable(problem) }
            application = connection.application
        case nil: application = nil
        }
        if application == reported { return .unchanged }
        reported = application
        reason = nil
        return .focused(application)
    }

    private func unavailable(_ text: String) -> Update {
        reported = nil
        if reason == ByteString(text) { return .unchanged }
        reason = ByteString(text)
        return .unavailable("the compositor reports no focused applications: \(text)")
    }
}
