import GestureClient
import GestureClientTesting
import Synchronization
import Testing

/// What a program has written.
final class Output: Sendable {
    private let written = Mutex<[String]>([])

    func write(_ line: String) { written.withLock { $0.append(line) } }

    /// The lines since the last call.
    func lines() -> [String] {
        written.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

}

/// A program that a test plays touches to.
struct Program: Sendable {
    let touches: TouchPlayer
    let output = Output()

    init(options: SubscriptionOptions = SubscriptionOptions()) { touches = TouchPlayer(options: options) }

    var client: GestureClient { touches.client }

    func lines() -> [String] { output.lines() }

    /// Writes the events of a stream: phase and value.
    ///
    /// - Parameter connections: false to leave out `connected` and `disconnected`.
    func follow<Value: Textual>(
        _ events: GestureEvents<Value>, connections: Bool = false
    ) -> Task<Void, any Error> {
        Task {
            for try await event in events where connections || event.value != nil { output.write(event.text) }
        }
    }
}

extension Program {
    /// Attaches a gesture that writes its name when it begins, changes or ends.
    @discardableResult
    func attach<Value>(
        _ name: String, _ gesture: some GestureSource<Value>, to region: Region? = nil,
        including mask: GestureMask = .all
    ) throws -> GestureAttachment {
        try client.attach(
            gesture.onChanged { [output] _ in output.write("\(name) changes") }
                .onEnded { [output] _ in output.write("\(name) ends") },
            to: region, including: mask)
    }
}

/// Plays touches to a program that follows one gesture.
///
/// - Returns: the phases and values.
func steps<Value: Textual>(
    of gesture: some GestureSource<Value>, _ script: String, in region: Region? = nil,
    options: SubscriptionOptions = SubscriptionOptions()
) async throws -> [String] {
    let program = Program()
    let task = program.follow(program.client.events(of: gesture, in: region, options: options))
    try await program.touches.play(script)
    task.cancel()
    _ = try? await task.value
    return program.lines()
}
