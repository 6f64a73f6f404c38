internal import CLinux
import GestureActions
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text

/// The loop of `gesturectl actions`: gestures in, actions out, one thread.
package final class ActionsLoop {
    /// What became ready, as a tag of the loop.
    private enum Source {
        static let service: UInt64 = 1
        static let signals: UInt64 = 2
        static let file: UInt64 = 3
        static let applications: UInt64 = 4
    }

    private let location: ActionsLocation
    private let loop: EventLoop
    private let inotify: CInt
    private var file: ActionsFile
    private var engine: ActionEngine
    private var performer: ActionPerformer
    private let stream: ServiceStream
    private var devices: [DeviceReport] = []
    private var applications: ApplicationWatcher?
    private var isEnding = false
    /// The bindings before the last reload, until the service has accepted the new ones.
    private var previous: ActionsFile?
    /// The file that was read last, with or without errors.
    private var lastRead: ActionsFile
    /// When to read the file again.
    private var reloadDeadline: Instant?

    /// So that a file is not read while an editor replaces it, which takes several steps.
    private static let reloadDelay = Interval.milliseconds(100)

    /// - Parameter file: without errors.
    package init(_ location: ActionsLocation, _ file: ActionsFile, socket: String) throws(Failure) {
        let now = Instant.now
        self.location = location
        self.file = file
        lastRead = file
        loop = try makeLoop()
        try loop.takeSignals([SIGTERM, SIGINT, SIGHUP, SIGCHLD], tag: Source.signals)
        inotify = linux_create_inotify()
        guard inotify >= 0 else { throw .failed("cannot watch \(location.folder): \(errorMessage(-inotify))") }
        loop.add(inotify, tag: Source.file)
        _ = unsafe linux_watch_folder(inotify, location.folder)
        engine = ActionEngine(file.bindings, at: now)
        performer = ActionPerformer(file.bindings, path: location.path)
        stream = ServiceStream(engine.request, path: socket, loop: loop, tag: Source.service, at: now)
        try watchApplications()
    }

    // MARK: Running

    /// Runs until SIGTERM or SIGINT.
    package func run() throws(Failure) {
        while !isEnding {
            let isDone = try work()
            // Events that were received already do not end a wait.
            switch try loop.next(until: nextDeadline, blocks: isDone)?.tag {
            case Source.signals: takeSignals()
            case Source.file:
                if linux_take_folder_changes(inotify) != 0 { reloadDeadline = Instant.now + Self.reloadDelay }
            case Source.applications: readApplications()
            default: break
            }
        }
        performer.endAll()
    }

    private var nextDeadline: Instant? {
        var earliest = stream.deadline
        for deadline in [engine.deadline, performer.deadline, reloadDeadline] {
            if let deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        return earliest
    }

    /// - Returns: false if there may be more events to handle.
    private func work() throws(Failure) -> Bool {
        var left = Self.mostItems
        do throws(ConnectionError) {
            while left > 0, let item = try stream.next(at: Instant.now) {
                handle(item)
                left -= 1
            }
        } catch {
            guard let previous else {
                performer.endAll()
                throw Failure(error)
            }
            Console.log("gesturectl: \(error.message); the previous bindings stay")
            try use(previous, at: Instant.now)
            self.previous = nil
        }
        let now = Instant.now
        if let reloadDeadline, reloadDeadline <= now {
            self.reloadDeadline = nil
            reload()
        }
        perform(engine.advance(to: now), device: nil, at: now)
        performer.startCommands(at: now)
        return left > 0
    }

    /// So that commands start and signals count while events keep coming.
    private static let mostItems = 64

    private func handle(_ item: ServiceStream.Item) {
        let now = Instant.now
        switch item {
        case .state(let state):
            previous = nil
            devices = state.devices
            Console.log(
                "gesturectl: connected; \(counted(file.bindings.count, "gesture")) bound in \(location.path)")
        case .event(let event):
            let device = device(event.device)
            perform(engine.follow(event, from: device), device: device, at: now)
        case .disconnected(let error):
            Console.log("gesturectl: disconnected: \(error.message)")
            perform(engine.disconnect(at: now), device: nil, at: now)
        }
    }

    private func perform(_ runs: [ActionEngine.Run], device: DeviceReport?, at now: Instant) {
        for run in runs { performer.perform(run, application: engine.application, device: device, at: now) }
    }

    // MARK: Devices

    /// The device with an id. One that was plugged in after the start is asked for.
    private func device(_ id: ByteString) -> DeviceReport? {
        if let known = devices.first(where: { $0.id == id }) { return known }
        if let used = stream.devices() { devices = used }
        // So that a device that is gone again is not asked for with each event.
        if !devices.contains(where: { $0.id == id }) {
            var gone = DeviceReport()
            gone.id = id
            gone.kind = .other("")
            devices.append(gone)
        }
        return devices.first { $0.id == id }
    }

    // MARK: Applications

    /// Follows the focus only if a binding depends on it.
    private func watchApplications() throws(Failure) {
        guard applications == nil, file.bindings.contains(where: { $0.scope.application != nil }) else { return }
        let watcher = try ApplicationWatcher()
        loop.add(watcher.fd, tag: Source.applications)
        applications = watcher
    }

    private func readApplications() {
        switch applications?.read() {
        case .focused(let application): engine.application = application
        case .unavailable(let warning):
            engine.application = nil
            Console.log("gesturectl: \(warning); bindings for applications are not used")
        case .unchanged, nil: break
        }
    }

    // MARK: Signals and the file

    private func takeSignals() {
        while true {
            switch loop.takeSignal() {
            case 0: return
            case SIGCHLD: performer.reap(at: Instant.now)
            case SIGHUP: reload(again: true)
            default: isEnding = true
            }
        }
    }

    /// Reads the file again. If it is wrong, the old bindings stay.
    ///
    /// - Parameter again: reports the mistakes of a file that has not changed too.
    private func reload(again: Bool = false) {
        let now = Instant.now
        do throws(Failure) {
            let new = try location.read()
            guard again || new != lastRead else { return }
            lastRead = new
            guard new != file else { return }
            guard new.errors.isEmpty else {
                for message in new.errors.prefix(10) { Console.log("gesturectl: \(location.text(message))") }
                Console.log("gesturectl: \(location.path) is wrong: the previous bindings stay")
                return
            }
            for message in new.notes { Console.log("gesturectl: \(location.text(note: message))") }
            previous = previous ?? file
            try use(new, at: now)
        } catch {
            Console.log("gesturectl: \(error.message); the previous bindings stay")
        }
    }

    private func use(_ new: ActionsFile, at now: Instant) throws(Failure) {
        perform(engine.disconnect(at: now), device: nil, at: now)
        performer.startCommands(at: now)
        let application = engine.application
        file = new
        engine = ActionEngine(new.bindings, at: now)
        engine.application = application
        performer.replace(new.bindings)
        stream.subscribe(engine.request, at: now)
        try watchApplications()
    }
}
