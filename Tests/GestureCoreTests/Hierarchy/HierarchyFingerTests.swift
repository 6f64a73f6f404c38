import GestureCore
import TestSupport
import Testing

/// Several fingers on nested regions.
///
/// `left` is from 500,300 to 1000,600 pt, `right` from 1000,300 to 1500,600 pt.
@Suite struct HierarchyFingerTests {
    private static func buttons(_ left: String, _ right: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          left 500,300 500x300\(left)
          right 1000,300 500x300\(right)
        """
    }

    private static func buttons(_ button: String, in page: String) -> String { buttons(button, button, in: page) }

    private static let spread = "0 down a 600,400 b 800,400; 10 move a by -50,0 b by 50,0; 20 up all"
    private static let spreadOnBoth = "0 down a 900,400 b 1100,400; 10 move a by -50,0 b by 50,0; 20 up all"

    private static let twice = """
        0 down a 600,400 b 1300,400; 50 up a; 60 up b; 150 down a 600,400 b 1300,400; 200 up a; 210 up b
        """

    // MARK: Gestures of all fingers

    @Test(arguments: [
        LayoutReplay(
            "two fingers on two buttons pinch the page", buttons(": press, tap f1", in: ": pinch"),
            "0 down a 600,400 b 1300,400; 10 move b by 50,0; 20 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#2 cancelled in right @10
            press#1 cancelled in left @10; pinch#3 began f2 scale 1.014 in page @10
            pinch#3 ended f2 scale 1.014 in page @20
            """),
        LayoutReplay(
            "two fingers on two buttons that do not pinch press both", buttons(": press, tap f1", in: ": pinch"),
            "0 down a 600,400 b 1300,400; 10 move b by 15,0; 50 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#1 ended in left @50; press#2 ended in right @50
            tap#3 ended x1 in left @50; tap#4 ended x1 in right @50
            """),
        LayoutReplay(
            "two fingers on one button pinch the page", buttons(": press, tap f1", in: ": pinch"),
            "0 down a 600,400; 10 down b 800,400; 20 move a by -50,0 b by 50,0; 30 up all",
            """
            press#1 began in left @0; press#1 cancelled in left @10; pinch#2 began f2 scale 1.25 in page @20
            pinch#2 ended f2 scale 1.25 in page @30
            """),
        LayoutReplay(
            "two fingers on one map pinch the map", buttons(": pinch", in: ": pinch"), spread,
            "pinch#1 began f2 scale 1.25 in left @10; pinch#1 ended f2 scale 1.25 in left @20"),
        LayoutReplay(
            "two fingers on two maps pinch the page", buttons(": pinch", in: ": pinch"), spreadOnBoth,
            "pinch#1 began f2 scale 1.25 in page @10; pinch#1 ended f2 scale 1.25 in page @20"),
        LayoutReplay(
            "a finger on a map and one beside it pinch the page", buttons(": pinch", in: ": pinch"),
            "0 down a 600,400 b 600,200; 10 move a by 0,50 b by 0,-50; 20 up all",
            "pinch#1 began f2 scale 1.25 in page @10; pinch#1 ended f2 scale 1.25 in page @20"),
        LayoutReplay(
            "two fingers on a map that only drags with one pinch the page", buttons(": drag f1", in: ": pinch"), spread,
            "pinch#1 began f2 scale 1.25 in page @10; pinch#1 ended f2 scale 1.25 in page @20"),
        LayoutReplay(
            "a map that drags with one finger leaves two fingers to the page", buttons(": drag f1", in: ": drag f2"),
            "0 down a 600,400 b 800,400; 10 move a by 0,40 b by 0,40; 20 up all",
            "drag#1 began f2 by 0,20 in page @10; drag#1 ended f2 by 0,20 in page @20"),
        LayoutReplay(
            "a map that drags with two fingers keeps the page still", buttons(": drag f2", in: ": drag f2"),
            "0 down a 600,400 b 800,400; 10 move a by 0,40 b by 0,40; 20 up all",
            "drag#1 began f2 by 0,20 in left @10; drag#1 ended f2 by 0,20 in left @20"),
        LayoutReplay(
            "fingers that drag two maps do not pinch the page", buttons(": drag", in: ": pinch"),
            "0 down a 900,400 b 1100,400; 10 move a by -30,0; 20 move b by 30,0; 30 move a by -50,0 b by 50,0; 40 up all",
            """
            drag#1 began by -10,0 in left @10; drag#2 began by 10,0 in right @20
            drag#1 changed by -60,0 in left @30; drag#2 changed by 60,0 in right @30
            drag#1 ended by -60,0 in left @40; drag#2 ended by 60,0 in right @40
            """),
        LayoutReplay(
            "a pinch of the page that runs beside them is not stopped",
            buttons(": drag", in: ": pinch simultaneous"),
            "0 down a 900,400 b 1100,400; 10 move a by -50,0 b by 50,0; 20 up all",
            """
            drag#1 began by -30,0 in left @10; drag#2 began by 30,0 in right @10; pinch#3 began f2 scale 1.25 in page @10
            drag#1 ended by -30,0 in left @20; drag#2 ended by 30,0 in right @20; pinch#3 ended f2 scale 1.25 in page @20
            """),
        LayoutReplay(
            "two fingers tap the page across two labels", buttons(":", in: ": tap f2"),
            "0 down a 600,400 b 1300,400; 50 up all", "tap#1 ended x1 f2 in page @50"),
        LayoutReplay(
            "taps of two buttons come before a tap of the page with two fingers",
            buttons(": tap f1", in: ": tap f2"), "0 down a 600,400 b 1300,400; 50 up all",
            "tap#1 ended x1 in left @50; tap#2 ended x1 in right @50"),
        LayoutReplay(
            // Presses claim nothing.
            "a tap of the page with two fingers follows presses of two buttons", buttons(": press", in: ": tap f2"),
            "0 down a 600,400 b 1300,400; 50 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#1 ended in left @50; press#2 ended in right @50
            tap#3 ended x1 f2 in page @50
            """),
        LayoutReplay(
            "two fingers on one button tap the page", buttons(": press, tap f1", in: ": tap f2"),
            "0 down a 600,400; 10 down b 800,400; 50 up all",
            "press#1 began in left @0; press#1 cancelled in left @10; tap#2 ended x1 f2 in page @50"),
        LayoutReplay(
            "two fingers on one button tap the button if it asks", buttons(": tap f2", in: ": tap f2"),
            "0 down a 600,400 b 800,400; 50 up all", "tap#1 ended x1 f2 in left @50"),
        LayoutReplay(
            "two buttons that ask for a double tap leave single ones to the page",
            buttons(": tap f1 x2", in: ": tap f2"), twice,
            "tap#1 ended x1 f2 in page @60; tap#2 ended x1 run 2 f2 in page @210"),
        LayoutReplay(
            "two buttons that ask for a double tap, lifted together", buttons(": tap f1 x2", in: ": tap f2"),
            "0 down a 600,400 b 1300,400; 50 up all; 150 down a 600,400 b 1300,400; 200 up all",
            "tap#1 ended x1 f2 in page @50; tap#2 ended x1 run 2 f2 in page @200"),
        LayoutReplay(
            "two buttons that can still be tapped twice keep their taps", buttons(": tap f1 x1 x2", in: ": tap f2"),
            "0 down a 600,400 b 1300,400; 50 up a; 60 up b",
            """
            tap#1 possible x1 in left @50; tap#2 possible x1 in right @60; tap#1 ended x1 in left @50 decided 350
            tap#2 ended x1 in right @60 decided 360
            """),
        LayoutReplay(
            "two buttons tapped twice keep their taps", buttons(": tap f1 x1 x2", in: ": tap f2"), twice,
            """
            tap#1 possible x1 in left @50; tap#2 possible x1 in right @60; tap#1 ended x2 in left @200
            tap#2 ended x2 in right @210
            """),
        LayoutReplay(
            "a high tap of the page cancels taps that wait", buttons(": tap f1 x1 x2", in: ": tap f2 high"),
            "0 down a 600,400 b 1300,400; 50 up a; 60 up b",
            "tap#1 possible x1 in left @50; tap#1 cancelled x1 in left @50; tap#2 ended x1 f2 in page @60"),
        LayoutReplay(
            "a swipe of the page cancels taps that wait", buttons(" slop 200: tap f1 x1 x2", in: ": swipe f2"),
            "0 down a 600,400 b 1300,400; 40 move a by 0,60 b by 0,60; 50 up a; 60 up b",
            """
            tap#1 possible x1 in left @50; tap#2 possible x1 in right @60; tap#1 cancelled x1 in left @50
            tap#2 cancelled x1 in right @60; swipe#3 ended down f2 by 0,60 in page @60
            """),
        LayoutReplay(
            "a tap from before is final when the page takes the next touch",
            buttons(": tap f1 x1 x2", in: ": tap f2 high"),
            "0 down a 600,400; 50 up a; 150 down a 600,400 b 1300,400; 200 up all",
            "tap#1 possible x1 in left @50; tap#1 ended x1 in left @50 decided 200; tap#2 ended x1 f2 in page @200"),
        LayoutReplay(
            "of the taps that wait, a high tap of the page cancels only the one that it takes",
            buttons(": tap f1 x1 x2 x3", in: ": tap f2 high"),
            "0 down a 600,400; 50 up a; 150 down a 600,400 b 1300,400; 200 up a; 210 up b",
            """
            tap#1 possible x1 in left @50; tap#1 possible x2 in left @200; tap#1 ended x1 in left @50 decided 210
            tap#2 ended x1 f2 in page @210
            """),
        LayoutReplay(
            "a high tap of the page cancels a tap that waits for the double tap of a card",
            buttons(": tap f1", ":", in: ": tap f2 high") + "\n  card in left 550,350 200x100: tap f1 x2",
            "0 down a 600,400 b 1300,400; 50 up a; 60 up b",
            "tap#1 possible x1 in left @50; tap#1 cancelled x1 in left @60; tap#2 ended x1 f2 in page @60"),
        LayoutReplay(
            "two buttons tapped twice cancel the tap of the page that waits for a second one",
            buttons(": tap f1 x2", in: ": tap f2 x1 x2"), twice,
            """
            tap#1 possible x1 f2 in page @60; tap#1 cancelled x1 f2 in page @60
            tap#2 ended x2 in left @200; tap#3 ended x2 in right @210
            """),
        LayoutReplay(
            "a button that can be tapped three times cancels the tap of the page at the second one",
            buttons(": tap f2 x2 x3", in: ": tap f2 x1 x2"),
            "0 down a 600,400 b 800,400; 50 up all; 150 down a 600,400 b 800,400; 200 up all",
            """
            tap#1 possible x1 f2 in page @50; tap#1 cancelled x1 f2 in page @50; tap#2 possible x2 f2 in left @200
            tap#2 ended x2 f2 in left @200 decided 500
            """),
        LayoutReplay(
            "a high tap of the page that waits cancels those of the buttons",
            buttons(": tap f1 x1 x2", in: ": tap f2 x1 x2 high"), "0 down a 600,400 b 1300,400; 50 up a; 60 up b",
            """
            tap#1 possible x1 in left @50; tap#1 cancelled x1 in left @50; tap#2 possible x1 f2 in page @60
            tap#2 ended x1 f2 in page @60 decided 360
            """),
        LayoutReplay(
            "a high tap of the page that waits comes before one inside", buttons(": tap f2", in: ": tap f2 x1 x2 high"),
            "0 down a 600,400 b 800,400; 50 up all",
            "tap#1 possible x1 f2 in page @50; tap#1 ended x1 f2 in page @50 decided 350"),
        LayoutReplay(
            "a finger that has tapped a button does not count in a swipe, not even in a high one",
            buttons(" slop 100: tap f1", in: ": swipe f2 high"),
            "0 down a 600,400 b 1300,400; 40 move a by 0,60 b by 0,60; 50 up a; 60 up b",
            "tap#1 ended x1 in left @50; tap#2 ended x1 in right @60"),
    ])
    func together(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Fingers that land later

    @Test(arguments: [
        LayoutReplay(
            "a finger on a button joins the drag of the page, and presses nothing",
            buttons(": press, tap f1", in: ": drag"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 600,400; 30 move a by 0,20 b by 0,20; 40 up all",
            """
            drag#1 began by 0,20 in page @10; drag#1 changed f2 by 0,40 in page @30; drag#1 ended f2 by 0,40 in page @40
            """),
        LayoutReplay(
            "a finger on a map joins the drag of the page, and drags no map", buttons(": drag", in: ": drag"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 600,400; 30 move b by 0,40; 40 up all",
            """
            drag#1 began by 0,20 in page @10; drag#1 changed f2 by 0,40 in page @30; drag#1 ended f2 by 0,40 in page @40
            """),
        LayoutReplay(
            "a finger on a button counts there if the drag of the page accepts one finger",
            buttons(": press, tap f1", in: ": drag f1"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 600,400; 30 move a by 0,20; 50 up b; 60 up a",
            """
            drag#1 began by 0,20 in page @10; press#2 began in left @20; drag#1 changed by 0,40 in page @30
            press#2 ended in left @50; tap#3 ended x1 in left @50; drag#1 ended by 0,40 in page @60
            """),
        LayoutReplay(
            "a finger on a map drags it while the page drags with another", buttons(": drag", in: ": drag f1"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 600,400; 30 move b by 0,40; 40 up all",
            """
            drag#1 began by 0,20 in page @10; drag#2 began by 0,20 in left @30
            drag#2 ended by 0,20 in left @40; drag#1 ended by 0,20 in page @40
            """),
        LayoutReplay(
            "a finger on the page itself ends a drag that accepts one finger", buttons(": press", in: ": drag f1"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 300,100; 30 move a by 0,20 b by 0,20; 40 up all",
            "drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20"),
        LayoutReplay(
            "a finger on the page itself joins its drag", buttons(": press", in: ": drag"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 300,100; 30 move a by 0,20 b by 0,20; 40 up all",
            """
            drag#1 began by 0,20 in page @10; drag#1 changed f2 by 0,40 in page @30; drag#1 ended f2 by 0,40 in page @40
            """),
        LayoutReplay(
            "a finger on another button presses it while one drags a map",
            buttons(": drag", ": press, tap", in: ": pinch"),
            "0 down a 600,400; 10 move a by 0,40; 20 down b 1300,400; 50 up b; 60 up a",
            """
            drag#1 began by 0,20 in left @10; press#2 began in right @20; press#2 ended in right @50
            tap#3 ended x1 in right @50; drag#1 ended by 0,20 in left @60
            """),
        LayoutReplay(
            "a finger on the page scrolls it while another drags a map", buttons(": drag", in: ": drag"),
            "0 down a 600,400; 10 move a by 0,40; 20 down b 100,100; 30 move b by 0,40; 40 up all",
            """
            drag#1 began by 0,20 in left @10; drag#2 began by 0,20 in page @30
            drag#1 ended by 0,20 in left @40; drag#2 ended by 0,20 in page @40
            """),
        LayoutReplay(
            "a finger on another button leaves the press of the first", buttons(": press, tap", in: ": drag"),
            "0 down a 600,400; 20 down b 1300,400; 50 up b; 60 up a",
            """
            press#1 began in left @0; press#2 began in right @20; press#2 ended in right @50; tap#3 ended x1 in right @50
            press#1 ended in left @60; tap#4 ended x1 in left @60
            """),
        LayoutReplay(
            "a finger on the same button cancels its press", buttons(": press, tap f1", in: ": drag"),
            "0 down a 600,400; 20 down b 800,400; 50 up b; 60 up a",
            "press#1 began in left @0; press#1 cancelled in left @20"),
        LayoutReplay(
            "fingers on two labels of one card cancel its press",
            """
            page 0,0 2000x1200: drag
              card 500,300 1000x300: press, tap f1
                left 500,300 500x300:
                right 1000,300 500x300:
            """, "0 down a 600,400; 20 down b 1300,400; 50 up b; 60 up a",
            "press#1 began in card @0; press#1 cancelled in card @20"),
        LayoutReplay(
            "fingers on two buttons of one card press both",
            """
            page 0,0 2000x1200: drag
              card 500,300 1000x300: press, tap f1
                left 500,300 500x300: press
                right 1000,300 500x300: press
            """, "0 down a 600,400; 20 down b 1300,400; 50 up b; 60 up a",
            "press#1 began in left @0; press#2 began in right @20; press#2 ended in right @50; press#1 ended in left @60"
        ),
        LayoutReplay(
            "of two fingers, the rest makes no tap and no long press once another level has one",
            buttons(": drag", in: ": tap, longPress"),
            "0 down a 600,400 b 100,100; 10 move a by 0,40; 900 up b; 910 up a",
            "drag#1 began by 0,20 in left @10; drag#1 ended by 0,20 in left @910"),
        LayoutReplay(
            "a finger that lands after another level has one counts alone", buttons(": drag", in: ": tap, longPress"),
            "0 down a 600,400; 10 move a by 0,40; 20 down b 100,100; 50 up b; 60 up a",
            """
            drag#1 began by 0,20 in left @10; tap#2 ended x1 in page @50; drag#1 ended by 0,20 in left @60
            """),
        LayoutReplay(
            "in one frame, lifts come before landings", buttons(": press, tap", in: ": drag"),
            "0 down a 600,400; 50 up a; down b 1300,400; 100 up b",
            """
            press#1 began in left @0; press#1 ended in left @50; tap#2 ended x1 in left @50; press#3 began in right @50
            press#3 ended in right @100; tap#4 ended x1 in right @100
            """),
        LayoutReplay(
            "in one frame, a drag that begins takes a finger that lands on a button",
            buttons(": press, tap f1", in: ": drag"),
            "0 down a 100,100; 10 move a by 0,40; down b 600,400; 20 move a by 0,20 b by 0,20; 30 up all",
            """
            drag#1 began by 0,20 in page @10; drag#1 changed f2 by 0,40 in page @20; drag#1 ended f2 by 0,40 in page @30
            """),
    ])
    func later(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Resting fingers

    @Test(arguments: [
        LayoutReplay(
            "a finger that rests on a button counts for a tap of the page beside it",
            buttons(": press", in: ": tap while 1"), "0 down a 600,400; 101 down b 100,100; 150 up b; 300 up a",
            "press#1 began in left @0; tap#2 ended x1 in page @150; press#1 ended in left @300"),
        LayoutReplay(
            "without a resting finger, there is no such tap", buttons(": press", in: ": tap while 1"),
            "0 down b 100,100; 150 up b", ""),
        LayoutReplay(
            "a finger that rests on a label counts for a drag of the page beside it",
            buttons(":", in: ": drag while 1"),
            "0 down a 600,400; 200 down b 100,100; 220 move b by 40,0; 230 up b; 300 up a",
            "drag#1 began by 20,0 in page @220; drag#1 ended by 20,0 in page @230"),
        LayoutReplay(
            "a finger that drags a map is not resting", buttons(": drag", in: ": drag while 1"),
            "0 down a 600,400; 10 move a by 0,40; 200 down b 100,100; 220 move b by 40,0; 230 up b; 300 up a",
            "drag#1 began by 0,20 in left @10; drag#1 ended by 0,20 in left @300"),
    ])
    func resting(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: People

    private static func replay(_ rule: String, reach: Points?, _ layout: String, _ script: String, _ expected: String)
        -> LayoutReplay
    {
        LayoutReplay(rule, layout, script, expected).with { $0.thresholds.reach = reach }
    }

    @Test(arguments: [
        replay(
            "two people on two buttons scroll the page separately", reach: 200, buttons(": press", in: ": drag"),
            "0 down a 600,400 b 1300,400; 10 move a by 0,40 b by 0,50; 20 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#1 cancelled in left @10
            press#2 cancelled in right @10; drag#3 began by 0,20 in page @10; drag#4 began by 0,30 in page @10
            drag#3 ended by 0,20 in page @20; drag#4 ended by 0,30 in page @20
            """),
        replay(
            "two fingers within reach on two buttons scroll the page together", reach: 700,
            buttons(": press", in: ": drag"),
            "0 down a 600,400 b 1300,400; 10 move a by 0,40 b by 0,50; 20 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#1 cancelled in left @10
            press#2 cancelled in right @10; drag#3 began f2 by 0,25 in page @10; drag#3 ended f2 by 0,25 in page @20
            """),
        replay(
            "two people do not pinch the page", reach: 699, buttons(": press", in: ": pinch"),
            "0 down a 600,400 b 1300,400; 10 move b by 50,0; 20 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#2 cancelled in right @10; press#1 ended in left @20
            """),
        replay(
            "two fingers on two roots do not pinch either", reach: nil,
            """
            west 0,0 1000x1200: pinch
              left 500,300 500x300: press
            east 1000,0 1000x1200: pinch
              right 1000,300 500x300: press
            """, "0 down a 600,400 b 1300,400; 10 move b by 50,0; 20 up all",
            """
            press#1 began in left @0; press#2 began in right @0; press#2 cancelled in right @10; press#1 ended in left @20
            """),
    ])
    func people(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}
