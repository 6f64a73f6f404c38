import GestureCore
import GestureProtocol

/// Connects a program to the gesture service.
///
/// ```swift
/// let client = GestureClient()
/// for try await event in client.events(of: TapGesture(count: 2)) {
///     if case .ended(let tap) = event { print("double tap with \(tap.fingers) fingers") }
/// }
/// ```
///
/// Gestures can be observed as streams, ``events(of:in:options:)``, or attached to regions with callbacks, ``attach(_:to:including:priority:)``.
/// A client opens a connection for each stream and each request, and one for all attached gestures.
public final class GestureClient: Sendable {
    let transport: any Transport
    let attachments: AttachedGestures

    /// Creates a client. It connects with the first stream, attached gesture or request.
    ///
    /// - Parameters:
    ///   - socket: the path of the service's socket.
    ///   - options: the devices, phases and thresholds of attached gestures.
    public convenience init(
        socket: String = GestureClient.defaultSocket, options: SubscriptionOptions = SubscriptionOptions()
    ) {
        self.init(SocketTransport(path: socket), options)
    }

    package init(_ transport: any Transport, _ options: SubscriptionOptions) {
        self.transport = transport
        attachments = AttachedGestures(transport, options)
    }

    /// The socket of the installed service.
    public static var defaultSocket: String { GestureProtocol.defaultSocket }

    // MARK: Streams

    /// The steps of a gesture, with its values.
    ///
    /// - Parameter region: where the fingers have to land; anywhere if nil.
    public func events<Value>(
        of gesture: some GestureSource<Value>, in region: Region? = nil,
        options: SubscriptionOptions = SubscriptionOptions()
    ) -> GestureEvents<Value> {
        events([gesture._recognition], in: region, options)
    }

    /// The steps of several gestures, which are recognized side by side, as values of one type.
    ///
    /// A tap is held back while a tap with a higher count in the list is still possible. The same applies to strokes. Gestures with
    /// other conditions than fingers and count, and compositions, are recognized independently.
    ///
    /// ```swift
    /// enum Command { case zoom, open }
    /// let gestures: [any GestureSource<Command>] = [
    ///     TapGesture(count: 2).map { _ in .zoom }, TapGesture().map { _ in .open },
    /// ]
    /// for try await event in client.events(of: gestures) { … }
    /// ```
    public func events<Value>(
        of gestures: [any GestureSource<Value>], in region: Region? = nil,
        options: SubscriptionOptions = SubscriptionOptions()
    ) -> GestureEvents<Value> {
        events(gestures.map { $0._recognition }, in: region, options)
    }

    /// The times in which a device is in use, for example to darken the screen.
    ///
    /// Activity begins with the first touch, and ends once the device was not touched for a time. It is cancelled when touches are locked
    /// or paused. It also shows whether the service can be reached.
    ///
    /// - Parameter idle: the time without touches after which a device is idle, 1 ms … 24 h; in whole milliseconds.
    public func activity(
        until idle: Duration = .seconds(60), options: SubscriptionOptions = SubscriptionOptions()
    ) -> GestureEvents<Activity> {
        var pattern = GesturePattern(.activity)
        pattern.idleTime = Interval(idle)
        return events([GestureRecognition(pattern) { event, _ in Activity(context: event.context) }], in: nil, options)
    }

    /// The value of ``activity(until:options:)``. Its `fingers` are the contacts that are down.
    public struct Activity: GestureValue, Hashable {
        public var context: EventContext
    }

    private func events<Value>(
        _ recognitions: [GestureRecognition<Value>], in region: Region?, _ options: SubscriptionOptions
    ) -> GestureEvents<Value> {
        GestureEvents(transport: transport, recognitions: recognitions, region: region, options: options)
    }
}
