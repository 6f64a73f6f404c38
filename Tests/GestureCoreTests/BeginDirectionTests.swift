import GestureCore
import TestSupport
import Testing

/// The direction in which a drag, a pinch or a rotation has to begin.
@Suite struct BeginDirectionTests {
    @Test(arguments: [
        Replay(
            "a drag that begins upwards and turns back goes on",
            "0 down a 500,500; 50 move a by 0,-30; 60 move a by 0,80; 80 up a",
            "drag#1 began by 0,-10 of one @50; drag#1 changed by 0,70 of one @60; drag#1 ended by 0,70 of one @80",
            [DragGesture(.up).named("one")]),
        Replay(
            "a drag that begins downwards does not become one that goes up",
            "0 down a 500,500; 50 move a by 0,30; 60 move a by 0,-80; 80 up a", "",
            [DragGesture(.up).named("one")]),
        Replay(
            "a drag at exactly 45 degrees goes down", "0 down a 500,500; 50 move a by 30,30; 80 up a",
            """
            drag#1 began by 15.858,15.858 of one @50; drag#1 ended by 15.858,15.858 of one @80
            """,
            [DragGesture(.down).named("one")]),
        Replay(
            "a drag just above 45 degrees does not go down", "0 down a 500,500; 50 move a by 30.001,30; 80 up a", "",
            [DragGesture(.down).named("one")]),
        Replay(
            "a drag can begin diagonally", "0 down a 500,500; 50 move a by 30,-30; 80 up a",
            "drag#1 began by 15.858,-15.858 of one @50; drag#1 ended by 15.858,-15.858 of one @80",
            [DragGesture(.upRight).named("one")]),
        Replay(
            "fingers that move apart pinch outwards, even if they close later",
            "0 down a 400,500 b 600,500; 10 move b by 60,0; 20 move b by -200,0; 30 up all",
            """
            pinch#1 began f2 scale 1.083 of out @10; pinch#1 changed f2 scale 0.25 of out @20
            pinch#1 ended f2 scale 0.25 of out @30
            """,
            [MagnifyGesture(.outwards).named("out"), MagnifyGesture(.inwards).named("in")]),
        Replay(
            "fingers that move together pinch inwards",
            "0 down a 400,500 b 600,500; 10 move b by -60,0; 30 up all",
            "pinch#1 began f2 scale 0.875 of in @10; pinch#1 ended f2 scale 0.875 of in @30",
            [MagnifyGesture(.outwards).named("out"), MagnifyGesture(.inwards).named("in")]),
        Replay(
            "fingers turn clockwise", "0 down a 400,500 b 600,500; 10 move b 600,650; 30 up all",
            "rotation#1 began f2 turn 30.524 of right @10; rotation#1 ended f2 turn 30.524 of right @30",
            [RotateGesture(.clockwise).named("right"), RotateGesture(.counterclockwise).named("left")]),
        Replay(
            "fingers turn counterclockwise", "0 down a 400,500 b 600,500; 10 move b 600,350; 30 up all",
            "rotation#1 began f2 turn -30.524 of left @10; rotation#1 ended f2 turn -30.524 of left @30",
            [RotateGesture(.clockwise).named("right"), RotateGesture(.counterclockwise).named("left")]),
        Replay(
            "a drag that goes the other way leaves the touch to the next member",
            "0 down a 500,500; 50 move a by 0,30; 80 up a",
            "drag#1 began by 0,10 of one @50; drag#1 ended by 0,10 of one @80",
            [DragGesture(.up).exclusively(before: DragGesture(.down)).named("one")]),
    ])
    func `begins in a direction`(_ replay: Replay) throws { #expect(try replay.run() == replay.expected) }
}
