import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import TouchRecordings

/// Shows touches and gestures as a picture in the terminal, until the person or a signal ends it.
package struct LiveView {
    private let requested: RequestedSubscription
    private let request: CompiledSubscription
    private let configuration: ConfigurationFiles
    private let device: String?
    private let terminal: Terminal

    /// - Parameters:
    ///   - requested: selects the gestures and devices.
    ///   - request: the same, as the service carries it out.
    ///   - configuration: what recognizes the touches.
    ///   - device: the id or name of the one device to show; nil for the one that was touched last.
    ///   - terminal: one whose cursor can be moved.
    package init(
        _ requested: RequestedSubscription, _ request: CompiledSubscription, _ configuration: ConfigurationFiles,
        device: String?, on terminal: Terminal
    ) {
        self.configuration = configuration
        self.requested = requested
        self.request = request
        self.device = device
        self.terminal = terminal
    }

    /// Follows the service.
    package func run(socket: String) throws(Failure) {
        let now = Instant.now
        let loop = try makeLoop()
        let source = ServiceSource(requested, request, configuration, path: socket, loop: loop, at: now)
        try WatchLoop(source, model(since: now), renderer, terminal: terminal, loop).run()
    }

    /// Plays a recording at its own pace, without the service.
    package func run(playing recorded: RecordedDevice) throws(Failure) {
        let now = Instant.now
        let source = RecordingSource(recorded, request, configuration, at: now)
        let model = model(since: recorded.firstTime ?? now)
        try WatchLoop(source, model, renderer, terminal: terminal, try makeLoop()).run()
    }

    private func model(since start: Instant) -> WatchModel {
        WatchModel(request.options, terminal: terminal, start: start)
    }

    private var renderer: WatchRenderer {
        WatchRenderer(
            terminal: terminal, edge: request.options.thresholds.edge, regions: request.options.regions, device: device)
    }
}
