import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text

/// Two subscriptions to the service: one to the gestures of the request, and one to touches.
///
/// With one subscription to both, fingers outside the regions of the request and phases that it leaves out would not be seen.
struct ServiceSource: WatchSource {
    private let request: CompiledSubscription
    private let configuration: ConfigurationFiles
    private let gestures: ServiceStream
    /// nil without permission to learn positions.
    private var touches: ServiceStream?
    private(set) var isReady = false
    private var gesturesAreAway = false
    private var touchesAreAway = false
    /// A line about the state of the service.
    private var notice: String?

    /// So that keys and signals count while events keep coming.
    private static let mostItems = 64

    /// - Parameters:
    ///   - compiled: the same request.
    ///   - configuration: that of the service.
    ///   - loop: reports ``WatchTag/touches`` or ``WatchTag/gestures`` if there is something to read.
    init(
        _ request: RequestedSubscription, _ compiled: CompiledSubscription, _ configuration: ConfigurationFiles,
        path: String, loop: EventLoop, at now: Instant
    ) {
        self.configuration = configuration
        self.request = compiled
        gestures = ServiceStream(request, path: path, loop: loop, tag: WatchTag.gestures, at: now)
        let touch = RequestedSubscription(
            gestures: [RequestedGesture(.gesture(GesturePattern(.touch)))], devices: request.devices)
        touches = ServiceStream(touch, path: path, loop: loop, tag: WatchTag.touches, at: now)
    }

    var deadline: Instant? {
        guard let touch = touches?.deadline, let gesture = gestures.deadline else {
            return touches?.deadline ?? gestures.deadline
        }
        return min(touch, gesture)
    }

    var settlingTime: Interval { .milliseconds(100) }

    func time(at now: Instant) -> Instant { now }

    func clock(at time: Instant) -> Instant? { time }

    mutating func work(
        _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant
    ) throws(Failure) -> Bool {
        var hasChanged = try readGestures(&model, at: now)
        if try readTouches(&model, &status, at: now) { hasChanged = true }
        let shown = gesturesAreAway || touchesAreAway ? "service gone, waiting" : notice
        hasChanged = hasChanged || shown?.utf8.count != status.notice?.utf8.count
        status.notice = shown
        return hasChanged
    }

    private mutating func readGestures(_ model: inout WatchModel, at now: Instant) throws(Failure) -> Bool {
        var items = 0
        do throws(ConnectionError) {
            while items < Self.mostItems, let item = try gestures.next(at: now) {
                items += 1
                switch item {
                case .state(let state):
                    isReady = true
                    gesturesAreAway = false
                    take(state, &model)
                case .event(let event): take(event, &model, at: now)
                case .disconnected(let error):
                    guard isReady else { throw error }
                    gesturesAreAway = true
                    model.disconnect(at: now)
                }
            }
        } catch {
            throw Failure(error)
        }
        return items > 0
    }

    private mutating func readTouches(
        _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant
    ) throws(Failure) -> Bool {
        guard let touches else { return false }
        var items = 0
        do throws(ConnectionError) {
            while items < Self.mostItems, let item = try touches.next(at: now) {
                items += 1
                switch item {
                case .state(let state):
                    touchesAreAway = false
                    take(state, &model)
                case .event(let event): take(event, &model, at: now)
                case .disconnected:
                    touchesAreAway = true
                    model.disconnect(at: now)
                }
            }
        } catch {
            guard error.hidesPositions else { throw Failure(error) }
            self.touches = nil
            touchesAreAway = false
            status.hasPositions = false
            notice = "no permission to see positions ('positions = none' in gestured.conf): gestures are listed"
            return true
        }
        return items > 0
    }

    // MARK: Items

    @inline(never)
    private mutating func take(_ state: StateReport, _ model: inout WatchModel) {
        takeDevices(state.devices, &model)
        guard touches != nil else { return }
        notice =
            if state.isLocked {
                "touches are locked; 'gesturectl unlock' unlocks them"
            } else if state.isPaused {
                "recognition is paused; 'gesturectl resume' resumes it"
            } else {
                nil
            }
    }

    private func takeDevices(_ devices: [DeviceReport], _ model: inout WatchModel) {
        let wanted = devices.filter { request.wants(deviceID: $0.id.bytes, name: $0.name.bytes) }
        model.setDevices(wanted.map { WatchedDevice($0, configuration) })
    }

    @inline(never)
    private mutating func take(_ event: Event, _ model: inout WatchModel, at now: Instant) {
        // The service sends none while it is paused or locked.
        if touches != nil { notice = nil }
        if model.index(ofDevice: event.device) == nil {
            // It was plugged in after the start.
            if let devices = gestures.devices() { takeDevices(devices, &model) }
        }
        model.handle(event, at: now)
        if event.kind.known == .touch {
            let latency = Instant.now - event.time
            // The time of a recording that the service plays can lie ahead.
            if Interval.zero...Self.longestLatency ~= latency { model.note(latency: latency, at: now) }
        }
    }

    private static let longestLatency = Interval.milliseconds(10_000)

    func press(_ key: UInt8, _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant) {}
}

extension ConnectionError {
    /// Whether the service refused the call because the user is not permitted to learn positions.
    fileprivate var hidesPositions: Bool {
        guard case .permissionDenied(let right, _)? = reply else { return false }
        return right.known == .positions
    }
}
