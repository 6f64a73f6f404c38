import GestureActions
import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchRecordings

/// `gesturectl actions --try`: a trial with the touches of a recording, or with those on the devices of the service.
package struct TrialRun {
    private let file: ActionsFile
    private let location: ActionsLocation

    package init(_ file: ActionsFile, _ location: ActionsLocation) {
        self.file = file
        self.location = location
    }

    /// - Parameter configuration: what recognizes the touches.
    package func run(_ recorded: RecordedDevice, _ configuration: ConfigurationFiles) throws(Failure) {
        var frames = RecordedFrames(recorded)
        let thresholds = configuration.configuration.thresholds
        var trial = try ActionTrial(file, location, thresholds, start: recorded.firstTime ?? .distantPast)
        trial.attach(DeviceReport(recorded), frames.surface, settings: configuration.settings(of: recorded))
        while frames.next() { trial.process(frames.frame, loss: frames.loss) }
        trial.detach(frames.surface.id, at: frames.areFingersDown ? frames.end : .distantFuture)
    }

    /// Runs until it is stopped.
    package func run(socket: String) throws(Failure) {
        let list = try listDevices(connect(socket))
        let configuration = ConfigurationFiles(list.configuredSettings)
        var trial = try ActionTrial(file, location, configuration.configuration.thresholds, start: .now)
        var devices: [ByteString] = []
        func surface(of device: ByteString) -> SurfaceID? {
            devices.firstIndex(of: device).map { SurfaceID(UInt32($0) + 1) }
        }
        func attach(_ reports: [DeviceReport]) {
            for report in reports where !devices.contains(report.id) {
                devices.append(report.id)
                let surface = configuration.surface(of: report, id: SurfaceID(UInt32(devices.count)))
                trial.attach(report, surface, settings: configuration.settings(of: report))
            }
        }
        attach(list.devices)
        let touch = RequestedSubscription(gestures: [RequestedGesture(.gesture(GesturePattern(.touch)))])
        let stream = GestureStream(touch, path: socket, reconnects: false)
        var frames = TouchFrameCollector()
        Console.error("gesturectl: touch the device; nothing runs; Ctrl-C ends the trial")
        while true {
            do throws(ConnectionError) {
                switch try stream.next(timeout: Self.settlingTime) {
                case .state(let state): attach(StateReport(state).devices)
                case .event(let event):
                    let event = Event(event)
                    guard let surface = surface(of: event.device) else { continue }
                    if let frame = frames.add(event, on: surface) { trial.process(frame) }
                case .disconnected: continue  // never, because the stream does not reconnect
                }
            } catch .timedOut {
                if let frame = frames.take() { trial.process(frame) }
                trial.advance(to: Instant.now + Interval(microseconds: Int64(-1000 * Self.settlingTime)))
            } catch {
                throw Failure(error)
            }
        }
    }

    /// In ms: by then, all events of a frame have arrived.
    private static let settlingTime = 100
}
