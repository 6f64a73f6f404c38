public import GestureCore

/// A gesture that is attached to a region; see ``GestureClient/attach(_:to:including:priority:)``.
public struct GestureAttachment: Sendable {
    let ids: [Int]
    let gestures: AttachedGestures

    /// Detaches the gesture at once. A state that it has set returns to its initial value. Calling it again has no effect.
    public func cancel() { gestures.remove(ids) }

    /// Waits until the gesture is detached.
    ///
    /// - Throws: the error of the service if it does not accept the gesture or its region. The other gestures of the client stay
    ///   attached.
    nonisolated(nonsending) public func detached() async throws(GestureClientError) {
        for id in ids { if let error = await gestures.detached(id) { throw error } }
    }
}

extension GestureClient {
    /// Attaches a gesture to a region. Its callbacks are called until the attachment is cancelled, also after a restart of the service.
    ///
    /// ```swift
    /// @GestureState var offset = Vector.zero
    ///
    /// try client.attach(
    ///     DragGesture()
    ///         .updating($offset) { drag, offset, _ in offset = drag.translation }
    ///         .onEnded { drag in move(by: drag.translation) },
    ///     to: note)
    /// ```
    ///
    /// All attached gestures share one subscription. A finger belongs to the deepest region that contains its landing position, of
    /// equally deep ones to the one attached last, and to all regions around it up to the whole device. The first gesture that begins or
    /// is recognized in one of them takes the finger from the others: a list scrolls when a finger drags one of its buttons, and the
    /// button then does not act. Gestures of the same region are recognized side by side, as those in ``events(of:in:options:)``.
    /// Callbacks run one after the other, each on the actor on which it was written. If the current transaction disables animations, it
    /// is also theirs.
    ///
    /// Attach the first region, and gestures of the whole device, while no finger is down: the subscription then begins again, and
    /// gestures that go on are cancelled.
    ///
    /// A gesture with another priority than `normal` is recognized independently, also of those of its own region: to hold back a tap
    /// until a double tap has failed, attach both as one composition.
    ///
    /// If several gestures are attached to one region, a gesture is recognized if its mask contains `gesture`, and the gestures of regions
    /// inside are recognized if all masks contain `subviews`.
    ///
    /// - Parameters:
    ///   - region: ``Region/surface`` if nil. Without any other region, a program needs no right to positions. If another region has the
    ///     same name, the new one replaces it. The regions that it lies in are added if there are none of their names.
    ///   - mask: which gestures are recognized: those of the region, of regions inside it, or both.
    ///   - priority: the order among the gestures of other regions for the same finger. Not for ``PressGesture`` and ``TouchGesture``.
    /// - Throws: ``GestureClientError/invalidParameter(_:expected:hint:)`` for a value that the service does not accept. Errors that only the
    ///   service can find end the attachment; see ``GestureAttachment/detached()``.
    @discardableResult
    public func attach(
        _ gesture: some GestureSource, to region: Region? = nil, including mask: GestureMask = .all,
        priority: GesturePriority = .normal
    ) throws(GestureClientError) -> GestureAttachment {
        let recognition = gesture._recognition.prioritized(priority).callbacks
        let ids = try attachments.insert([recognition], region ?? .surface, mask)
        return GestureAttachment(ids: ids, gestures: attachments)
    }

    /// Moves or changes a region to which gestures are attached, or that contains such regions. Fingers that are down stay in it.
    ///
    /// - Parameter region: replaces the region with the same name; no effect if there is none.
    /// - Throws: ``GestureClientError/invalidParameter(_:expected:hint:)`` for a value that the service does not accept.
    public func update(_ region: Region) throws(GestureClientError) { try attachments.update(region) }

    /// Waits until the service has taken over all changes of attached gestures.
    package func whenAttached() async { await attachments.whenApplied() }
}

extension GestureRecognition {
    /// The callbacks alone, in the transaction in which they are attached.
    var callbacks: GestureRecognition<Void> {
        let transaction = Transaction.current
        return decoded { WithoutValues($0, transaction) }
    }
}

/// The callbacks of a gesture alone.
private struct WithoutValues<Value: Sendable>: GestureDecoder {
    private var content: any GestureDecoder<Value>
    /// In which the gesture was attached. The callbacks run in it if it disables animations.
    private let transaction: Transaction

    init(_ content: any GestureDecoder<Value>, _ transaction: Transaction) {
        self.content = content
        self.transaction = transaction
    }

    mutating func decode(_ event: WireEvent, _ path: ArraySlice<Int>, _ effects: inout Effects) -> [Update<Void>] {
        var own = Effects()
        defer { effects.append(own, in: transaction) }
        return content.decode(event, path, &own).map { $0.with(()) }
    }

    mutating func cancel(_ effects: inout Effects) -> [Update<Void>] {
        var own = Effects()
        defer { effects.append(own, in: transaction) }
        return content.cancel(&own).map { $0.with(()) }
    }
}

extension Effects {
    /// Appends effects that are to run in a transaction if that disables animations.
    fileprivate mutating func append(_ other: Effects, in transaction: Transaction) {
        guard transaction.disablesAnimations else {
            actions += other.actions
            resets += other.resets
            return
        }
        for action in other.actions {
            actions.append { await Transaction.$current.withValue(transaction) { await action() } }
        }
        for reset in other.resets { resets.append { Transaction.$current.withValue(transaction) { reset() } } }
    }
}
