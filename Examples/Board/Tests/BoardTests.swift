import GestureClient
import GestureClientTesting
import Testing

@testable import board

/// The touchscreen of the player has 2000 × 1200 pt. Three notes lie at 40 % of its height: at 400, 1000 and 1600 pt.
@Suite struct BoardTests {
    let touches = TouchPlayer()
    let board: Board

    init() throws { board = try Board(touches.client) }

    private var names: [String] { board.notes.map(\.name) }

    @Test func `a double tap adds a note`() async throws {
        try await touches.play("0 down a 1000,900; 50 up a; 150 down a 1000,900; 200 up a")
        #expect(names == ["note 1", "note 2", "note 3", "note 4"])
        #expect(board.notes[3].center == UnitPoint(x: 0.5, y: 0.75))
    }

    @Test func `a single tap adds no note`() async throws {
        try await touches.play("0 down a 1000,900; 50 up a")
        #expect(names == ["note 1", "note 2", "note 3"])
    }

    @Test func `a drag moves a note, and puts it above the others`() async throws {
        let note = board.notes[0]
        try await touches.play("0 down a 400,480; 20 glide a by 200,0 for 100; 200 up a")
        // The drag begins at 40 pt, in the first frame beyond the slop of 20 pt.
        #expect(abs(note.center.x - (400 + 160) / 2000) < 0.001)
        #expect(note.center.y == 0.4)
        #expect(names == ["note 2", "note 3", "note 1"])
    }

    @Test func `a finger that rests picks a note up`() async throws {
        let note = board.notes[0]
        try await touches.play("0 down a 400,480")
        #expect(note.grip?.isPickedUp == true)
    }

    @Test func `a tap on a button of the list chooses the paper of the next note`() async throws {
        try await touches.play("0 down a 1000,1140; 50 up a")
        #expect(board.palette.chosen == .red)
        try await touches.play("0 down a 1000,900; 50 up a; 150 down a 1000,900; 200 up a")
        #expect(board.notes.map(\.paper) == [.yellow, .yellow, .yellow, .red])
    }

    @Test func `a button lights up until the list scrolls under the finger, and does not act`() async throws {
        let button = board.palette.buttons[2]
        try await touches.play("0 down a 1000,1140")
        #expect(button.isLit)
        try await touches.play("0 glide a by -500,0 for 100")
        #expect(!button.isLit)
        #expect(board.palette.offset > 0.2)
        try await touches.play("0 up a")
        #expect(board.palette.chosen == .yellow)
        // The next button has come to the same place.
        try await touches.play("0 down a 1000,1140; 50 up a")
        #expect(board.palette.chosen == .pink)
    }

    @Test func `a lost connection puts a dragged note back`() async throws {
        let note = board.notes[0]
        let before = note.rectangle
        try await touches.play("0 down a 400,480; 20 glide a by 200,0 for 100")
        #expect(note.rectangle != before)
        await touches.disconnect()
        #expect(note.rectangle == before)
    }
}
