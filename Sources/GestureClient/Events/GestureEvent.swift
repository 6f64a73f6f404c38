/// One step of a subscription to a gesture.
///
/// Each `possible` and each `began` is followed by exactly one `ended` or `cancelled` of the same gesture, even if the connection is
/// lost in between. Gestures that are recognized when they are over (taps, swipes, strokes) have no `began`.
public enum GestureEvent<Value: Sendable>: Sendable {
    /// The subscription has begun, at first or again.
    case connected(ServiceState)
    /// The gesture can still become another one: a tap that a second tap can follow.
    case possible(Value)
    /// The gesture is recognized and goes on.
    case began(Value)
    /// The fingers of a gesture that goes on have moved.
    case changed(Value)
    /// The gesture is complete: act.
    case ended(Value)
    /// The gesture was given up or became another one, or the connection is lost: undo.
    case cancelled(Value)
    /// The connection was lost, or no service runs yet. The subscription connects again by itself.
    case disconnected(GestureClientError)

    /// The value of the gesture; nil for steps of the connection.
    public var value: Value? {
        switch self {
        case .possible(let value), .began(let value), .changed(let value), .ended(let value), .cancelled(let value):
            value
        case .connected, .disconnected: nil
        }
    }
}

extension GestureEvent: Equatable where Value: Equatable {}

extension GestureEvent {
    init(_ update: Update<Value>) {
        self =
            switch update.phase {
            case .possible: .possible(update.value)
            case .began: .began(update.value)
            case .changed: .changed(update.value)
            case .ended: .ended(update.value)
            case .cancelled: .cancelled(update.value)
            }
    }
}
