internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import Platform
import TouchInput

/// The parts of the service, joined.
public final class Service {
    /// Where touches come from.
    public enum Source {
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
    private var signals: [SignalSource] = []

    public init(
        _ source: Source, listener: CInt, configuration: Configuration
    ) throws(ServiceError) {
        do throws(LoopError) {
            loop = try EventLoop()
            deadline = try TimerSource(loop) { [self] in _ = readInput() }
            signals = [
                try SignalSource(loop, SIGTERM) { [self] in stop() },
                try SignalSource(loop, SIGINT) { [self] in stop() },
            ]
            server = try SocketServer(
                loop, hub: hub, listener: listener, configuration: configuration, onChange: { [self] in armTimer() },
                readInput: { [self] in readInput() })
        } catch {
            throw ServiceError(message: "cannot run: \(errorMessage(error.errno))")
        }
        do throws(InputError) {
            switch source {
            case .devices:
                live = try LiveInput(loop, hub: hub, configuration: configuration) { [self] in settle($0) }
                server?.live = live
            case .recording(let device, let path, let loops):
                let output = configuration.options(of: device.description).output
                recorded = try RecordedInput(
                    loop, hub: hub, device: device, path: path, output: output, loops: loops
                ) { [self] in
                    settle($0)
                }
            }
        } catch {
            throw ServiceError(message: error.message)
        }
    }

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit code.
    public func run() -> CInt {
        ServiceManager.ready("Recognizing gestures")
        let code = loop.run()
        return code < 0 ? 1 : code
    }

    private func stop() {
        ServiceManager.stopping()
        loop.quit(0)
    }

    /// Processes all input that has come, or as much of it as is processed at once.
    ///
    /// - Returns: up to when; long ago if there is more.
    private func readInput() -> Instant {
        let complete = if let live { live.readAll() } else { recorded?.readAll() ?? EventLoop.now }
        settle(complete)
        return complete ?? .distantPast
    }

    /// After a wake-up: lets deadlines up to now pass, and arms the timer for the next.
    ///
    /// - Parameter complete: up to when all input was read. Where it was not, no deadline may pass, for older input may
    ///   still wait; and the loop has to come back by itself, for what libevdev has read already wakes nobody.
    private func settle(_ complete: Instant?) {
        isDry = complete != nil
        if let complete, let next = hub.nextDeadline, next < complete { hub.advance(to: complete) }
        armTimer()
    }

    private func armTimer() {
        guard isDry else {
            deadline?.arm(at: EventLoop.now)
            return
        }
        // A deadline has passed once the clock is beyond it.
        deadline?.arm(at: hub.nextDeadline.map { $0 + Interval(microseconds: 1) })
    }
}

/// Why the service cannot run.
public struct ServiceError: Error, Equatable, Sendable {
    public var message: String
    /// What to exit with: 78 (EX_CONFIG of sysexits.h) says that starting again would not help.
    public var exitCode: CInt

    public init(message: String, exitCode: CInt = 1) {
        self.message = message
        self.exitCode = exitCode
    }

    public static func wrongConfiguration(_ message: String) -> ServiceError {
        ServiceError(message: message, exitCode: 78)
    }
}
