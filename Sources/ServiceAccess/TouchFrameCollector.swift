import GestureCore
import GestureProtocol

/// Puts the events of single contacts together to the frames that they came from.
package struct TouchFrameCollector {
    /// The frame whose events may not all have arrived.
    private var frame: TouchFrame?

    package init() {}

    /// Notes an event of a contact.
    ///
    /// - Returns: the frame before, if the event is of another one.
    package mutating func add(_ event: Event, on surface: SurfaceID) -> TouchFrame? {
        guard let contact = event.contact, let point = event.points, let phase = event.phase.known else { return nil }
        let before = frame.map { $0.surface != surface || $0.time != event.time } ?? false ? take() : nil
        let action: ContactChange.Action =
            switch phase {
            case .began: .down
            case .changed, .possible: .move
            case .ended: .up
            case .cancelled: .cancel
            }
        if frame == nil { frame = TouchFrame(surface: surface, time: event.time) }
        frame?.changes.append(ContactChange(ContactID(contact), action, at: point))
        return before
    }

    /// Takes the last frame, once all events of its time have arrived.
    package mutating func take() -> TouchFrame? {
        defer { frame = nil }
        return frame
    }
}

extension Surface {
    /// A device as the service recognizes its touches.
    package init(_ device: DeviceReport, id: SurfaceID = SurfaceID(0)) {
        self.init(
            id: id, kind: device.kind.known ?? .touchscreen,
            size: Vector(x: device.width, y: device.height) / Points.millimetresPerPoint,
            reach: device.reach.map { $0 / Points.millimetresPerPoint })
    }
}
