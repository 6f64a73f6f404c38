/// A gesture or a contact that the service can report, with values of one type.
///
/// Press, touch and named gestures are sources; all others are also a ``Gesture``, which can be part of compositions. Only this
/// library defines sources.
public protocol GestureSource<Value>: Sendable {
    /// The type of the values.
    associatedtype Value: Sendable

    /// The request for the service, and the way from its events to values.
    var _recognition: GestureRecognition<Value> { get }
}

/// A gesture that can be attached to a region, observed as a stream, and composed with others.
///
/// Programs compose gestures of their own with ``body-swift.property``:
///
/// ```swift
/// struct Move: Gesture {
///     var body: some Gesture<SequenceGesture<LongPressGesture, DragGesture>.Value> {
///         LongPressGesture().sequenced(before: DragGesture())
///     }
/// }
/// ```
public protocol Gesture<Value>: GestureSource {
    /// The type of the values; that of ``body-swift.property`` in gestures that programs compose.
    associatedtype Value = Body.Value
    /// The type of the gesture that this one consists of; `Never` for the gestures of this library.
    associatedtype Body: Gesture

    /// The gesture that this one consists of, with the same values.
    var body: Body { get }
}

extension Gesture where Body.Value == Value {
    public var _recognition: GestureRecognition<Value> { body._recognition }
}

extension Gesture where Body == Never {
    public var body: Never { preconditionFailure("a gesture of this library has no body") }
}

extension Never: Gesture {
    public typealias Value = Never
    public typealias Body = Never

    public var _recognition: GestureRecognition<Never> { switch self {} }
}
