/// A gesture of any type with values of one type, for lists of gestures that differ.
///
/// ```swift
/// let gestures = [
///     AnyGesture(TapGesture().map { _ in Command.select }),
///     AnyGesture(SwipeGesture(.left).map { _ in Command.next }),
/// ]
/// ```
public struct AnyGesture<Value: Sendable>: Gesture {
    public typealias Body = Never

    public let _recognition: GestureRecognition<Value>

    public init(_ gesture: some Gesture<Value>) { _recognition = gesture._recognition }
}
