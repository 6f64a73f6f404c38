internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import TouchRecordings

/// The service: waits for events, and handles each by ``handle(_:)``, which says when to come back if nothing happens before.
///
/// It owns all parts. None of them refers back to it.
package final class Service {
    /// Where touches come from.
    package enum Source {
        case devices
        /// Played in place of devices.
        case recording(RecordedDevice, path: String, loops: Bool)
    }

    private let loop: EventLoop
    let hub: GestureHub
    private let input: TouchInput
    /// The devices of this machine; nil if frames come from elsewhere.
    let live: LiveInput?
    let server: SocketServer
    private let manager = ServiceManager()
    private let readConfiguration: () throws(ConfigurationError) -> Configuration
    /// Whether all input was processed that had arrived when it was last read.
    private var isInputProcessed = true
    /// The deadline of the hub after the touches that were processed last. Finding it takes as long as there are subscriptions.
    private var hubDeadline: Instant?
    private var exitCode: CInt?

    /// Starts reading touches and answering clients.
    ///
    /// - Parameters:
    ///   - listener: a listening socket. The caller continues to own it.
    ///   - configuration: the configuration until SIGHUP.
    ///   - readConfiguration: reads the configuration again.
    package convenience init(
        _ source: Source, listener: CInt, configuration: Configuration,
        readConfiguration: @escaping () throws(ConfigurationError) -> Configuration
    ) throws(ServiceError) {
        let hub = GestureHub()
        let loop: EventLoop
        let server: SocketServer
        do throws(LoopError) {
            loop = try EventLoop()
            try loop.watchSignals([SIGTERM, SIGINT, SIGHUP], tag: ServiceEvent.signals)
            server = try SocketServer(loop, hub: hub, listener: listener, configuration: configuration)
        } catch {
            throw ServiceError(message: "cannot run: \(errorMessage(error.errno))")
        }
        let input = try TouchInput(source, loop, hub, configuration)
        self.init(loop, hub: hub, input: input, server: server, readConfiguration: readConfiguration)
    }

    init(
        _ loop: EventLoop, hub: GestureHub, input: TouchInput, server: SocketServer,
        readConfiguration: @escaping () throws(ConfigurationError) -> Configuration
    ) {
        self.loop = loop
        self.hub = hub
        self.input = input
        live = input.live
        self.server = server
        self.readConfiguration = readConfiguration
    }

    // MARK: Events

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit code.
    package func run() -> CInt {
        manager.started("Recognizing gestures")
        processTouches()
        var deadline = nextDeadline
        while exitCode == nil {
            do throws(LoopError) {
                if let event = try loop.wait(until: deadline) { deadline = handle(event) }
            } catch {
                return 1
            }
        }
        return exitCode ?? 0
    }

    /// Handles one event, if one is ready, for tests.
    ///
    /// - Returns: whether one was ready.
    package func step() -> Bool {
        guard let event = try? loop.wait(until: nextDeadline, blocks: false) else { return false }
        _ = handle(event)
        return true
    }

    /// Handles an event, and after it the touches that have arrived: if many clients call without pause, touches wait for one
    /// call only.
    ///
    /// - Returns: when to come back if no event happens before; nil for never.
    private func handle(_ event: ServiceEvent) -> Instant? {
        switch event.source {
        case .touchDevice:
            if !event.readiness.isDisjoint(with: .hungUp) { live?.handleHangUp(fd: event.fd) }
        case .auxiliaryInput: break
        case .laptopSwitch: live?.readSwitches(fd: event.fd)
        case .udev: live?.followDeviceChanges()
        case .clock: live?.handleClockChange()
        case .listener: server.accept()
        case .client: answer(server.handle(event))
        case .signal: handleSignal(loop.takeSignal())
        case .deadline: handleDeadlines(at: EventLoop.now)
        }
        server.charge()
        let frames = hub.frameCount
        processTouches()
        if hub.frameCount != frames { server.chargeNobody() }
        return nextDeadline
    }

    private func handleSignal(_ signal: CInt) {
        switch signal {
        case SIGTERM, SIGINT: stop()
        case SIGHUP: _ = reload()
        default: break  // no signal was pending
        }
    }

    private func handleDeadlines(at now: Instant) {
        manager.advance(to: now)
        Log.advance(to: now)
        live?.advance(to: now)
        answer(server.advance(to: now))
    }

    /// Answers a call, if there is one.
    private func answer(_ received: ReceivedCall?) {
        guard let received else { return }
        answer(received.call, from: received.connection)
        received.connection.finishAnswer()
    }

    /// The earliest deadline of all parts.
    private var nextDeadline: Instant? {
        // More input waits that libevdev has read already, for which epoll reports no event.
        if !isInputProcessed { return EventLoop.now }
        // A deadline has passed once the clock is beyond it.
        var next = hubDeadline.map { $0 + Interval(microseconds: 1) }
        next = earlier(next, input.nextDeadline)
        next = earlier(next, server.nextDeadline)
        next = earlier(next, manager.nextDeadline)
        return earlier(next, unsafe Log.nextDeadline)
    }

    // MARK: Touches

    /// Processes the touches that have arrived, or as many as one wake-up may, and the deadlines up to now, and sends the
    /// events. After that it does the work that must not be done in between.
    ///
    /// - Returns: the instant up to which all input was processed; the distant past if more is waiting. No deadline may pass then,
    ///   since older input may be among it.
    @discardableResult
    func processTouches() -> Instant {
        let complete = input.processAll()
        isInputProcessed = complete != nil
        // Frames come first. Deadlines that pass in the same wake-up are rare.
        hub.flush()
        if let complete { live?.advanceFilters(to: complete) }
        hubDeadline = hub.nextDeadline
        if let complete, let deadline = hubDeadline, deadline < complete {
            hub.advance(to: complete)
            live?.withholdClaims(at: complete)
            hubDeadline = hub.nextDeadline
            hub.flush()
        }
        server.reap()
        if let count = hub.takePulseCount() { _ = live?.pulse(count) }
        followInputMode()
        if server.hasRecordings { server.sendRecordings() }
        live?.reportMessages()
        return complete ?? .distantPast
    }

    /// Applies the lock and the pause of the hub to devices and clients, if they have changed.
    func followInputMode() {
        guard let change = hub.takeInputModeChange() else { return }
        live?.followInputMode()
        // A device may have turned out to be gone: come back at once.
        isInputProcessed = false
        switch change {
        case .other: break
        case .unlocked:
            Log.info("touches are unlocked")
            server.finishLockCalls()
        }
    }

    // MARK: Configuration and the end

    /// Reads the configuration again, and applies it. If it has errors, the old one stays in force.
    ///
    /// - Returns: the errors.
    func reload() -> [String] {
        manager.reloading()
        do throws(ConfigurationError) {
            let configuration = try readConfiguration()
            server.configure(configuration)
            live?.configure(configuration)
            processTouches()
            Log.info("the configuration is reloaded")
            manager.ready("Recognizing gestures")
            return []
        } catch {
            for message in error.messages { Log.error(message) }
            Log.error("the configuration has errors: the old one stays in force")
            manager.ready("Recognizing gestures with the old configuration: the new one has errors")
            return error.messages
        }
    }

    private func stop() {
        Log.reportSuppressed(until: .distantFuture)
        Log.info("stopping")
        manager.stopping()
        exitCode = 0
    }
}
