import GestureCore
import TestSupport
import Testing

/// Long presses.
@Suite struct LongPressCases {
    @Test(arguments: [
        Replay(
            "a second press can become a long press, and makes the first tap final",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 750.001 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 750
            longPress#2 began @750; longPress#2 ended by 0,0 @750.001
            """),
        Replay(
            "a second press that lifts when the long press would begin makes a double tap",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 750 up a", "tap#1 possible x1 @50; tap#1 ended x2 @750"),
        Replay(
            "on a touchpad too, a long press takes 600 ms", "0 down a 99,99; 600 up a",
            "tap#1 possible x1 @600; tap#1 ended x1 @600 decided 900", on: .pad),
        Replay(
            "on a touchpad too, a long press continues beside the drag",
            "0 down a 100,100 b 200,100; 700 move a by 30,0 b by 30,0; 800 up all",
            """
            longPress#1 began f2 @600; longPress#1 changed f2 by 30,0 @700; drag#2 began f2 by 22,0 @700
            longPress#1 ended f2 by 30,0 @800; drag#2 ended f2 by 22,0 @800
            """, asking: "longPress, drag", on: .pad),
        Replay(
            "neither press of a double tap is a long press",
            "0 down a 99,99; 50 up a; 150 down a 99,99; 200 up a", "tap#1 possible x1 @50; tap#1 ended x2 @200",
            on: .pad),
        Replay(
            "a long press can end as a swipe, and ends before it",
            "0 down a 100,100; 700 move a by 60,0; 800 up a",
            """
            longPress#1 began @600; longPress#1 changed by 60,0 @700
            longPress#1 ended by 60,0 @800; swipe#2 ended right by 60,0 @800
            """, asking: "longPress, swipe"),
    ])
    func rows(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1 x2, longPress")
        #expect(events == replay.expected)
    }
}
