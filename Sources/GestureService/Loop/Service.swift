internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import TouchRecordings

/// The parts of the service, joined.
package final class Service {
    /// Where touches come from.
    package enum Source {
        case devices
        /// Played in their place; `path` is what it is called.
        case recording(RecordedDevice, path: String, loops: Bool)
    }

    private let loop: EventLoop
    private let hub = GestureHub()
    private var live: LiveInput?
    private var recorded: RecordedInput?
    private var server: SocketServer?
    private var deadline: TimerSource?
    private var isDry = true
    private let manager: ServiceManager

    private let readConfiguration: () throws(ConfigurationError) -> Configuration

    /// - Parameters:
    ///   - listener: a listening socket; stays the caller's.
    ///   - configuration: what holds until SIGHUP.
    ///   - readConfiguration: reads anew what holds from then on.
    package init(
        _ source: Source, listener: CInt, configuration: Configuration,
        readConfiguration: @escaping () throws(ConfigurationError) -> Configuration
    ) throws(ServiceError) {
        self.readConfiguration = readConfiguration
        do throws(LoopError) {
            loop = try EventLoop()
            manager = ServiceManager(loop)
            Log.follow(loop)
            deadline = TimerSource(loop) { [self] in _ = readInput() }
            try loop.handleSignals([SIGTERM, SIGINT, SIGHUP]) { [self] signal in
                switch signal {
                case SIGTERM, SIGINT: stop()
                case SIGHUP: _ = reload()
                default: break  // taken by nobody: the kernel had nothing to report
                }
            }
            server = try SocketServer(
                loop, hub: hub, listener: listener, configuration: configuration,
                onChange: { [self] in armTimer(for: hub.nextDeadline) },
                readInput: { [self] in readInput() })
            server?.reload = { [self] in reload() }
        } catch {
            throw ServiceError(message: "cannot run: \(errorMessage(error.errno))")
        }
        switch source {
        case .devices:
            do throws(InputError) {
                live = try LiveInput(loop, hub: hub, configuration: configuration) { [self] in settle($0) }
            } catch {
                throw ServiceError(message: error.message)
            }
            server?.live = live
        case .recording(let device, let path, let loops):
            let output = configuration.options(of: device.description).output
            recorded = RecordedInput(
                loop, hub: hub, device: device, path: path, output: output, loops: loops
            ) { [self] in
                settle($0)
            }
        }
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit code.
    package func run() -> CInt {
        manager.started("Recognizing gestures")
        let code = loop.run()
        return code < 0 ? 1 : code
    }

    private func stop() {
        Log.tellLeftOut(until: .distantFuture)
        Log.info("asked to stop")
        manager.stopping()
        loop.quit(0)
    }

    /// Reads the configuration anew and goes on by it; by the old one, where there is anything wrong with it.
    ///
    /// - Returns: what is wrong.
    private func reload() -> [String] {
        manager.reloading()
        do throws(ConfigurationError) {
            let configuration = try readConfiguration()
            server?.configure(configuration)
            live?.configure(configuration)
            _ = readInput()
            Log.info("the configuration was read anew")
            manager.ready("Recognizing gestures")
            return []
        } catch {
            for message in error.messages { Log.error(message) }
            Log.error("the configuration is wrong: the old one stays in force")
            manager.ready("Recognizing gestures by the old configuration: the new one is wrong")
            return error.messages
        }
    }

    /// Processes all input that has come, or as much of it as is processed at once.
    ///
    /// - Returns: up to when; long ago if there is more.
    private func readInput() -> Instant {
        let complete = if let live { live.readAll() } else if let recorded { recorded.readAll() } else { EventLoop.now }
        settle(complete)
        return complete ?? .distantPast
    }

    /// After a wake-up: lets deadlines up to now pass, sends what was recognized, and arms the timer for the next deadline.
    ///
    /// - Parameter complete: up to when all input was read. Where it was not, no deadline may pass, for older input may
    ///   still wait; and the loop has to come back by itself, for what libevdev has read already wakes nobody.
    private func settle(_ complete: Instant?) {
        isDry = complete != nil
        var next = hub.nextDeadline
        if let complete, let deadline = next, deadline < complete {
            hub.advance(to: complete)
            next = hub.nextDeadline
        }
        hub.flush()
        armTimer(for: next)
        live?.reportMessages()
    }

    private func armTimer(for next: Instant?) {
        // A deadline has passed once the clock is beyond it.
        deadline?.arm(at: isDry ? next.map { $0 + Interval(microseconds: 1) } : EventLoop.now)
    }
}

/// Why the service cannot run.
package struct ServiceError: Error, Equatable, Sendable {
    /// One line each.
    package var messages: [String]
    /// What to exit with: 78 (EX_CONFIG of sysexits.h) says that starting again would not help.
    package var exitCode: CInt = 1

    package static func wrongConfiguration(_ error: ConfigurationError) -> ServiceError {
        ServiceError(messages: error.messages, exitCode: 78)
    }
}

extension ServiceError {
    package init(message: String) { self.init(messages: [message]) }
}
