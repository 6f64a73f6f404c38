import GestureClient
import GestureClientTesting
import Glibc

/// board [--socket PATH | --recording FILE]
@main
struct Program {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch (arguments.first, arguments.count) {
            case (nil, _): try await show(GestureClient())
            case ("--socket", 2): try await show(GestureClient(socket: arguments[1]))
            case ("--recording", 2):
                let touches = TouchPlayer()
                try await show(touches.client) { board in
                    try await touches.play(recording: arguments[1], atRecordedPace: true)
                    board.status = "the recording is over · Ctrl-C: end"
                }
            default: fail("usage: board [--socket PATH | --recording FILE]", code: 2)
            }
        } catch { fail("\(error)", code: 1) }
    }

    /// Shows a board until a signal ends the program.
    private static func show(_ client: GestureClient, playing: (Board) async throws -> Void = { _ in }) async throws {
        let board = try Board(client)
        let terminal = Terminal(board)
        defer { terminal.restore() }
        let drawing = Task { for await _ in board.changes { terminal.show(board) } }
        try await playing(board)
        await drawing.value
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        fputs("board: \(message)\n", fdopen(STDERR_FILENO, "w"))
        exit(code)
    }
}
