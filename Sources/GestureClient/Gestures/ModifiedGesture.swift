import GestureCore

/// A gesture with callbacks, other values, or further conditions.
public struct ModifiedGesture<Content: GestureSource, Value: Sendable>: GestureSource {
    public let _recognition: GestureRecognition<Value>
}

extension ModifiedGesture: Gesture where Content: Gesture {
    public typealias Body = Never
}

extension GestureSource {
    /// Calls an action with the value when the gesture begins and whenever it changes.
    ///
    /// Taps, swipes and strokes have no such steps. The action runs on the actor on which it was written.
    public func onChanged(
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> ModifiedGesture<Self, Value> {
        modified {
            CallbackDecoder($0) { update, effects in
                guard update.phase == .began || update.phase == .changed else { return }
                effects.actions.append { await action(update.value) }
            }
        }
    }

    /// Calls an action with the last value when the gesture ends, but not when it is cancelled.
    ///
    /// The action runs on the actor on which it was written.
    public func onEnded(
        @_inheritActorContext _ action: @escaping @isolated(any) @Sendable (Value) -> Void
    ) -> ModifiedGesture<Self, Value> {
        modified {
            CallbackDecoder($0) { update, effects in
                guard update.phase == .ended else { return }
                effects.actions.append { await action(update.value) }
            }
        }
    }

    /// Sets a state while the gesture goes on. The state returns to its initial value when the gesture ends or is cancelled, after all
    /// callbacks of that step.
    ///
    /// - Parameter body: is called with the value, the state to change, and the transaction of the change, which observers of the
    ///   state get. It runs on the actor on which it was written.
    public func updating<State: Sendable>(
        _ state: GestureState<State>,
        @_inheritActorContext body: @escaping @isolated(any) @Sendable (Value, inout State, inout Transaction) -> Void
    ) -> ModifiedGesture<Self, Value> {
        modified { content in
            // The gestures that go on. The state returns to its initial value with the last of them.
            var open: Set<Int> = []
            return CallbackDecoder(content) { update, effects in
                switch update.phase {
                case .possible: break
                case .began, .changed:
                    open.insert(update.run)
                    effects.actions.append {
                        var value = state.wrappedValue
                        var transaction = Transaction.current
                        await body(update.value, &value, &transaction)
                        state.set(value, transaction)
                    }
                case .ended, .cancelled:
                    guard open.remove(update.run) != nil, open.isEmpty else { return }
                    effects.resets.append { state.reset() }
                }
            }
        }
    }

    /// The same gesture with another decoder.
    func modified(
        _ decoder: @escaping @Sendable (any GestureDecoder<Value>) -> any GestureDecoder<Value>
    ) -> ModifiedGesture<Self, Value> {
        ModifiedGesture(_recognition: _recognition.decoded(by: decoder))
    }

    /// The same gesture with other values.
    public func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> ModifiedGesture<Self, Other> {
        ModifiedGesture(_recognition: _recognition.decoded { MapDecoder(content: $0, transform: transform) })
    }
}

/// A gesture with a name. It cannot be part of a composition, because only a whole composition has a name.
public struct NamedGesture<Value: Sendable>: GestureSource {
    public let _recognition: GestureRecognition<Value>
}

extension Gesture {
    /// Names the gesture in the ``EventContext/name`` of its events, for example to log them.
    public func named(_ name: String) -> NamedGesture<Value> {
        var recognition = _recognition
        recognition.label = name
        return NamedGesture(_recognition: recognition)
    }

    /// Requires that exactly these modifier keys are held when the gesture is recognized, in compositions for each member.
    ///
    /// The service has to read modifier keys (`modifiers = yes` in gestured.conf), and refuses the subscription otherwise, and for
    /// keys that it never reads: `function` and `numericPad`.
    public func modifiers(_ modifiers: EventModifiers) -> ModifiedGesture<Self, Value> {
        ModifiedGesture(_recognition: _recognition.requiring(modifiers))
    }

    /// Claims the fingers of the gesture when it begins, in compositions for each member: for other programs, these touches are
    /// cancelled until the fingers are lifted.
    ///
    /// Only a device that the service filters (`filter = yes` in gestured.conf) has touches to cancel. Fingers that land later
    /// are not claimed. Taps, swipes and strokes are recognized when their fingers are lifted, so they claim none. The program
    /// needs the right to control the service, which otherwise refuses the subscription.
    public func claimed() -> ModifiedGesture<Self, Value> {
        ModifiedGesture(_recognition: _recognition.claiming())
    }
}

/// Calls a closure with each step of a gesture.
struct CallbackDecoder<Value: Sendable>: GestureDecoder {
    private var content: any GestureDecoder<Value>
    private let callback: (Update<Value>, inout Effects) -> Void

    init(_ content: any GestureDecoder<Value>, _ callback: @escaping (Update<Value>, inout Effects) -> Void) {
        self.content = content
        self.callback = callback
    }

    mutating func decode(
        _ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects
    ) -> [Update<Value>] {
        let updates = content.decode(event, path, &effects)
        for update in updates { callback(update, &effects) }
        return updates
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Value>] {
        let updates = content.cancel(&effects)
        for update in updates { callback(update, &effects) }
        return updates
    }
}

private struct MapDecoder<Value: Sendable, Other: Sendable>: GestureDecoder {
    var content: any GestureDecoder<Value>
    let transform: @Sendable (Value) -> Other

    mutating func decode(
        _ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects
    ) -> [Update<Other>] {
        content.decode(event, path, &effects).map { $0.with(transform($0.value)) }
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Other>] {
        content.cancel(&effects).map { $0.with(transform($0.value)) }
    }
}
