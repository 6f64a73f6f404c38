import Synchronization

/// The items that wait for one consumer.
///
/// Items arrive on the queue of the connection, and leave in the task of the consumer.
final class Inbox<Item: Sendable>: Sendable {
    private struct State {
        /// In the order of arrival. The first ``taken`` ones have left.
        var items: [(item: Item, size: Int)?] = []
        var taken = 0
        /// The sum of the sizes of the items that wait.
        var bytes = 0
        var waiter: CheckedContinuation<Item?, Never>?
        var isClosed = false
        /// The connection that waits for room.
        var paused: (any Connection)?
        /// The tasks that wait until the consumer has taken all items.
        var observers: [CheckedContinuation<Void, Never>] = []

        var count: Int { items.count - taken }
        var isConsumed: Bool { isClosed || (waiter != nil && count == 0) }

        mutating func take() -> Item? {
            guard count > 0 else { return nil }
            let entry = items[taken]
            bytes -= entry?.size ?? 0
            items[taken] = nil
            taken += 1
            if count == 0 {
                items.removeAll(keepingCapacity: items.capacity <= 64)
                taken = 0
            } else if taken > count {
                items.removeFirst(taken)
                taken = 0
            }
            return entry?.item
        }

        var hasRoom: Bool { count < Inbox.room && bytes < Inbox.roomInBytes }
        var isHalfEmpty: Bool { count < Inbox.room / 2 && bytes < Inbox.roomInBytes / 2 }
    }

    /// The number of items above which the connection has to wait. The service then coalesces events, as it does for every client
    /// that does not read.
    private static var room: Int { 4096 }
    /// The same in bytes: 4096 events with regions of long names fit. The largest messages that the service can send would take
    /// 4 GB otherwise.
    private static var roomInBytes: Int { 4 << 20 }
    /// The number of items that are searched for one to replace. More gestures than that do not go on at once.
    private static var searched: Int { 256 }

    private enum Next {
        case item(Item, resuming: (any Connection)?)
        case end
        case wait(observers: [CheckedContinuation<Void, Never>])
    }

    private let state = Mutex(State())
    private let replaces: @Sendable (Item, Item) -> Bool

    /// - Parameter replaces: returns true if the first item makes the second superfluous, which still waits.
    init(replaces: @escaping @Sendable (Item, Item) -> Bool = { _, _ in false }) { self.replaces = replaces }

    /// - Parameter size: the size in bytes of the message that the item was read from; 0 for items of this process.
    /// - Returns: false if no more items should follow for now.
    @discardableResult
    func put(_ item: Item, size: Int = 0) -> Bool {
        let (waiter, hasRoom) = state.withLock { state -> (CheckedContinuation<Item?, Never>?, Bool) in
            guard !state.isClosed else { return (nil, true) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, true)
            }
            let replaced = state.items.indices.dropFirst(state.taken).suffix(Self.searched).last { index in
                state.items[index].map { replaces(item, $0.item) } ?? false
            }
            if let replaced { state.bytes -= state.items.remove(at: replaced)?.size ?? 0 }
            state.items.append((item, size))
            state.bytes += size
            return (nil, state.hasRoom)
        }
        waiter?.resume(returning: item)
        return hasRoom
    }

    /// Ends the inbox. The items in it can still be taken.
    func close() { end(keepsItems: true) }

    private func end(keepsItems: Bool) {
        let (waiter, observers) = state.withLock { state in
            let waiting = (state.waiter, state.observers)
            state.isClosed = true
            state.waiter = nil
            state.observers = []
            state.paused = nil
            if !keepsItems {
                state.items = []
                state.taken = 0
                state.bytes = 0
            }
            return waiting
        }
        waiter?.resume(returning: nil)
        for observer in observers { observer.resume() }
    }

    /// Waits for the next item.
    ///
    /// - Returns: nil if the inbox is closed and empty, or if the task is cancelled, which ends the inbox.
    nonisolated(nonsending) func next() async -> Item? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waitForNext($0) }
        } onCancel: {
            end(keepsItems: false)
        }
    }

    private func waitForNext(_ waiter: CheckedContinuation<Item?, Never>) {
        let next = state.withLock { state -> Next in
            if let item = state.take() {
                guard let paused = state.paused, state.isHalfEmpty else { return .item(item, resuming: nil) }
                state.paused = nil
                return .item(item, resuming: paused)
            }
            if state.isClosed { return .end }
            state.waiter = waiter
            defer { state.observers = [] }
            return .wait(observers: state.observers)
        }
        switch next {
        case .item(let item, let paused):
            waiter.resume(returning: item)
            paused?.resume()
        case .end: waiter.resume(returning: nil)
        case .wait(let observers): for observer in observers { observer.resume() }
        }
    }

    /// Resumes a connection once there is room again.
    func resumeOnceEmptier(_ connection: any Connection) {
        let hasRoom = state.withLock { state in
            let hasRoom = state.isClosed || state.isHalfEmpty
            if !hasRoom { state.paused = connection }
            return hasRoom
        }
        if hasRoom { connection.resume() }
    }

    /// Waits until the consumer has taken all items and waits for the next one, or the inbox is closed.
    func whenConsumed() async {
        await withCheckedContinuation { observer in
            let isConsumed = state.withLock { state in
                if !state.isConsumed { state.observers.append(observer) }
                return state.isConsumed
            }
            if isConsumed { observer.resume() }
        }
    }
}
