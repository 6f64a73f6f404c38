import GestureCore
import TestSupport
import Testing

/// Cases that the table of press tracking leaves open: several changes in one frame, and lost fingers.
@Suite struct PressTests {
    @Test(arguments: [
        Replay("fingers that land in one frame are no press", "0 down a 100,100 b 300,100; 50 up all", ""),
        Replay(
            "no press begins before all fingers are up",
            "0 down a 100,100; 10 down b 300,100; 20 up a; 30 down c 500,100; 40 up all; 50 down d 100,100; 60 up d",
            "press#1 began @0; press#1 cancelled @10; press#2 began @50; press#2 ended @60"),
        Replay(
            "after two fingers at once, the next finger is a press",
            "0 down a 100,100 b 300,100; 50 up all; 60 down a 100,100; 70 up a",
            "press#1 began @60; press#1 ended @70"),
        Replay(
            "a finger that replaces another in one frame is a press of its own",
            "0 down a 100,100; 50 up a; down b 104,100; 90 up b",
            "press#1 began @0; press#1 ended @50; press#2 began @50; press#2 ended @90"),
        Replay(
            "two fingers that replace one in the same frame are no press",
            "0 down a 100,100; 50 up a; down b 200,100 c 300,100; 90 up all",
            "press#1 began @0; press#1 ended @50"),
        Replay(
            "a finger that lands in the frame of a loss is a press of its own",
            "0 down a 100,100; 50 cancel a; down b 104,100; 90 up b",
            "press#1 began @0; press#1 cancelled @50; press#2 began @50; press#2 ended @90"),
        Replay(
            "a lift after the loss is ignored", "0 down a 100,100; 10 cancel a; 20 up a?",
            "press#1 began @0; press#1 cancelled @10"),
        Replay(
            "a finger that never landed is ignored",
            "0 move a? 500,500; down b 100,100; 10 move a? 700,500; 20 up a?; 30 up b",
            "press#1 began @0; press#1 ended @30"),
        Replay(
            "a contact that changed in an overrun is lost, and the new one a press",
            "0 down a 100,100; 20 cancel a | 20 down b 100,100; 60 up b",
            "press#1 began @0; press#1 cancelled @20; press#2 began @20; press#2 ended @60"),
        Replay(
            "unplugging cancels a press exactly once",
            "0 down a 100,100; 20 unplug; 20 up a; 30 unplug; 40 plug; 50 up a?",
            "press#1 began @0; press#1 cancelled @20"),
        Replay(
            "a finger that is still down after unplugging is ignored until it lands again",
            "0 down a 100,100; 20 unplug; 900 plug; 910 move a? 101,100; 950 up a?; 960 down a 100,100; 970 up a",
            "press#1 began @0; press#1 cancelled @20; press#2 began @960; press#2 ended @970"),
        Replay(
            "a press lasts as long as the finger rests", "0 down a 100,100; 3600000 up a",
            "press#1 began @0; press#1 ended @3600000"),
        Replay(
            "a seventeenth finger does not break the count",
            Script.hand(17, at: 0) + "; 50 up all; 60 down x 100,100; 70 up x",
            "press#1 began @60; press#1 ended @70"),
        Replay(
            "the position is that of the finger, even if the press is cancelled",
            "0 down a 100,100; 10 move a 110,105; 20 move a 130,105; 30 up a; 100 down a 100,100; 110 move a 90,100; 120 up a",
            """
            press#1 began at 100,100 @0; press#1 cancelled at 130,105 @20
            press#2 began at 100,100 @100; press#2 ended at 90,100 @120
            """, showing: .places),
        Replay(
            "the press is reported first in its frame",
            "0 down a 100,100; 10 move a by 30,0; 100 move a by 30,0; 110 up a",
            """
            press#1 began @0; press#1 cancelled @10; drag#2 began by 10,0 @10; drag#2 changed by 40,0 @100
            drag#2 ended by 40,0 @110; swipe#3 ended right by 60,0 @110
            """, asking: "press, drag, swipe"),
    ])
    func press(_ replay: Replay) throws {
        let events = try replay.run(asking: "press")
        #expect(events == replay.expected)
    }
}
