extension GestureClient {
    /// Attaches the tap of a control in content that scrolls: the control lights up at once, and acts only if the finger means it.
    ///
    /// ```swift
    /// try client.scrollFriendlyTap(in: button) { isPressed in isLit = isPressed } action: { open() }
    /// try client.attach(DragGesture(axis: .vertical).onChanged { scroll(by: $0.translation.y) }, to: list)
    /// ```
    ///
    /// The control lights up the instant a finger lands. It goes dark when the finger has moved farther than the threshold, when a region
    /// around it begins to scroll, when a second finger lands, and when the finger lifts. The action follows only a tap of one finger
    /// that never moved that far, also if the finger returns. The control is never left lit: it also goes dark if the connection is lost
    /// and when the attachment is cancelled.
    ///
    /// - Parameters:
    ///   - region: the control. It is attached as by ``attach(_:to:including:priority:)``.
    ///   - threshold: the slop of the region as long as the tap is attached, 0 … 100 pt, in place of ``Region/slop``.
    ///     ``Region/tracking`` is `slop` meanwhile.
    ///   - onPressedChanged: is called with true when the control lights up, and with false when it goes dark, on the actor on which it
    ///     was written.
    ///   - action: is called after the control has gone dark, on the actor on which it was written.
    /// - Throws: as ``attach(_:to:including:priority:)``.
    @discardableResult
    public func scrollFriendlyTap(
        in region: Region, threshold: Double = 20,
        @_inheritActorContext onPressedChanged: @escaping @isolated(any) @Sendable (Bool) -> Void,
        @_inheritActorContext action: @escaping @isolated(any) @Sendable () -> Void
    ) throws(GestureClientError) -> GestureAttachment {
        let press = PressGesture().onPressedChanged(onPressedChanged)
        let tap = TapGesture(fingers: 1).onRecognized(action)
        let recognitions = [press._recognition.callbacks, tap._recognition.callbacks]
        let ids = try attachments.insert(recognitions, region, .all, slop: threshold)
        return GestureAttachment(ids: ids, gestures: attachments)
    }
}

extension PressGesture {
    /// Calls an action with true when the first finger presses, and with false when the last press is over.
    fileprivate func onPressedChanged(
        _ action: @escaping @isolated(any) @Sendable (Bool) -> Void
    ) -> ModifiedGesture<PressGesture, Value> {
        modified { content in
            var open: Set<Int> = []
            return CallbackDecoder(content) { update, effects in
                let wasPressed = !open.isEmpty
                switch update.phase {
                case .possible: break
                case .began, .changed: open.insert(update.run)
                case .ended, .cancelled: open.remove(update.run)
                }
                let isPressed = !open.isEmpty
                if isPressed != wasPressed { effects.actions.append { await action(isPressed) } }
            }
        }
    }
}

extension TapGesture {
    fileprivate func onRecognized(
        _ action: @escaping @isolated(any) @Sendable () -> Void
    ) -> ModifiedGesture<TapGesture, Value> {
        modified {
            CallbackDecoder($0) { update, effects in
                if update.phase == .ended { effects.actions.append { await action() } }
            }
        }
    }
}
