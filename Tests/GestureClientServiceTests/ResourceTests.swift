import Foundation
import GestureClient
import Testing

/// What subscriptions leave behind in the process.
@Suite(.timeLimit(.minutes(20)))
struct ResourceTests {
    private static let drag = Recording(
        "a drag", Touch(at: 0, through: (500, 500), (700, 500), (500, 500), duration: 250))

    /// In a process of its own, in which nothing else opens descriptors.
    @Test("10 000 subscriptions leave no descriptor, no thread and no connection")
    func subscriptions() async {
        await #expect(processExitsWith: .success) {
            let service = try await RunningService(playing: ResourceTests.drag, loops: true)
            let client = GestureClient(socket: service.socket)
            try await ResourceTests.subscribe(client, rounds: 2)
            var before = (descriptors: Int.max, threads: 0)
            for _ in 0..<100 {
                _ = try await client.status()
                before.descriptors = min(before.descriptors, try ResourceTests.descriptors())
                before.threads = max(before.threads, try ResourceTests.threads())
            }
            try await ResourceTests.subscribe(client, rounds: 200)
            while try await client.status().clients > 1 {}
            // Descriptors are closed a moment later, and Dispatch ends a thread when it has been idle for some seconds. The time limit
            // of the suite does not end this process.
            var waits = 0
            var leftBehind = ""
            repeat {
                try await Task.sleep(for: .milliseconds(10))
                let (descriptors, threads) = (try ResourceTests.descriptors(), try ResourceTests.threads())
                let isClosed = descriptors <= before.descriptors && threads <= before.threads
                leftBehind = isClosed ? "" : "\(descriptors) descriptors and \(threads) threads instead of \(before)"
                waits += 1
            } while !leftBehind.isEmpty && waits < 60_000
            #expect(leftBehind == "")
        }
    }

    /// Without those of Dispatch's timers. It makes one for each clock when that is first used, as by `Task.sleep`, and keeps it.
    private static func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            return target != "anon_inode:[timerfd]"
        }
    }

    private static func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }

    /// - Parameter rounds: the number of times that 50 subscriptions at once are opened and ended.
    private static func subscribe(_ client: GestureClient, rounds: Int) async throws {
        for _ in 0..<rounds {
            try await withThrowingTaskGroup { group in
                for index in 0..<50 {
                    group.addTask { try await subscribe(client, index) }
                }
                try await group.waitForAll()
            }
        }
    }

    /// Subscribes in one of several ways until the service has answered, and ends the subscription.
    private static func subscribe(_ client: GestureClient, _ index: Int) async throws {
        switch index % 4 {
        case 0:
            for try await _ in client.events(of: DragGesture()) { break }
        case 1:
            let (subscribed, signal) = AsyncStream<Void>.makeStream()
            let task = Task {
                for try await _ in client.events(of: DragGesture()) { signal.yield() }
            }
            for await _ in subscribed { break }
            task.cancel()
            try await task.value
        case 2:
            // The task can be cancelled before, while and after it connects.
            let task = Task {
                for try await _ in client.events(of: DragGesture()) {}
            }
            task.cancel()
            try await task.value
        default:
            let attachment = try client.attach(DragGesture())
            attachment.cancel()
            try await attachment.detached()
        }
    }
}
