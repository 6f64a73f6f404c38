import GestureCore

/// A finger on a control, before anything else is recognized: it begins the instant the finger lands.
///
/// A press is cancelled when the finger moves away like that of a drag, unless its region has ``Region/Tracking/reenter``. It ends
/// when the finger lifts.
public struct PressGesture: GestureSource {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// Whether the finger is in the region. If a press ended inside, the control acts.
        public var isInside: Bool
    }

    public init() {}

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(GesturePattern(.press)) { event, _ in
            Value(context: event.context, isInside: event.phase == .began || event.inside)
        }
    }
}

/// Each contact by itself, from its landing to its lift.
public struct TouchGesture: GestureSource {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The number of the contact, which is not used again while the service runs.
        public var contact: Int
        /// The pressure, 0 … 1; nil if the device does not report it.
        public var pressure: Double?
        /// The longer diameter of the contact in pt; nil if the device does not report it.
        public var major: Double?
    }

    public init() {}

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(GesturePattern(.touch)) { event, _ in
            Value(context: event.context, contact: event.contact, pressure: event.pressure, major: event.major)
        }
    }
}
