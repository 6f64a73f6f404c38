import GestureClient

extension TouchPlayer {
    /// Holds modifier keys from now on, in place of those held before.
    ///
    /// - Parameter modifiers: `function` and `numericPad` are ignored, as the service never reports them.
    public func hold(_ modifiers: EventModifiers) {
        service.hold(modifiers.subtracting([.function, .numericPad]).core ?? [])
    }
}
