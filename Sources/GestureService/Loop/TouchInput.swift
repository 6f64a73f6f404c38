import GestureConfiguration
import GestureCore
import System
import TouchRecordings

/// The source of all frames.
enum TouchInput {
    case live(LiveInput)
    case recording(RecordingPlayer)
    /// Frames are given to the hub from outside, for tests.
    case manual(ManualInput)

    init(
        _ source: Service.Source, _ loop: EventLoop, _ hub: GestureHub, _ configuration: Configuration
    ) throws(ServiceError) {
        switch source {
        case .devices:
            do throws(InputError) {
                self = .live(try LiveInput(loop, hub: hub, configuration: configuration))
            } catch {
                throw ServiceError(message: error.message)
            }
        case .recording(let device, let path, let loops):
            let output = configuration.options(of: device.description).output
            self = .recording(RecordingPlayer(hub: hub, device: device, path: path, output: output, loops: loops))
        }
    }

    /// The devices of this machine; nil if frames come from elsewhere.
    var live: LiveInput? { if case .live(let live) = self { live } else { nil } }

    /// Processes the frames that have arrived, or as many as one wake-up may.
    ///
    /// - Returns: the instant up to which all input was processed; nil if more is waiting.
    func processAll() -> Instant? {
        switch self {
        case .live(let live): live.processAll()
        case .recording(let player): player.processAll()
        case .manual(let input): input.processAll()
        }
    }

    /// When the input has something to do even if no frame arrives; nil if it does not.
    var nextDeadline: Instant? {
        switch self {
        case .live(let live): live.nextDeadline
        case .recording(let player): player.nextDeadline
        case .manual: nil
        }
    }
}

/// Stands for devices in tests: the test gives frames to the hub, and keeps the time.
final class ManualInput {
    /// The time up to which all input was processed; nil for the clock.
    var time: Instant?
    /// How often input was processed.
    private(set) var passes = 0

    func processAll() -> Instant? {
        passes += 1
        return time ?? EventLoop.now
    }
}
