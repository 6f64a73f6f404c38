import GestureCore
import TestSupport
import Testing

/// Presses and one-finger taps have one target: the deepest region that asks for either. Other gestures of any level cancel them.
///
/// `button` is from 500,300 to 1000,600 pt.
@Suite struct HierarchyTargetTests {
    private static func button(_ button: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          button 500,300 500x300\(button)
        """
    }

    private static let tapped = "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"
    private static let tap = "0 down a 600,400; 50 up a"
    private static let doubleTap = "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a"

    // MARK: One target

    @Test(arguments: [
        LayoutReplay(
            "a button on a page with presses and taps has both", button(": press, tap", in: ": press, tap"), tap,
            tapped),
        LayoutReplay(
            "the page has both beside the button", button(": press, tap", in: ": press, tap"),
            "0 down a 100,100; 50 up a",
            "press#1 began in page @0; press#1 ended in page @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a label without gestures on a button leaves both to the button",
            button(": press, tap", in: ": press, tap") + "\n    label in button 550,350 300x100:", tap, tapped),
        LayoutReplay(
            "a button that asks only for presses leaves the page no tap", button(": press", in: ": tap"), tap,
            "press#1 began in button @0; press#1 ended in button @50"),
        LayoutReplay(
            "a card that asks only for taps leaves the page no press", button(": tap", in: ": press"), tap,
            "tap#1 ended x1 in button @50"),
        LayoutReplay(
            "a map that only drags leaves presses and taps to the page", button(": drag", in: ": press, tap"), tap,
            "press#1 began in page @0; press#1 ended in page @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a region that is only held leaves presses and taps to the page",
            button(": longPress", in: ": press, tap"), tap,
            "press#1 began in page @0; press#1 ended in page @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "the target of a finger on the third level is the second",
            button(": press, tap", in: ": press, tap") + "\n    map in button 550,350 300x100: drag, pinch", tap, tapped
        ),
        LayoutReplay(
            "the long press of the page is not a tap: it follows a press of the button",
            button(": press", in: ": longPress"), tap, "press#1 began in button @0; press#1 ended in button @50"),
    ])
    func target(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Taps of several counts

    @Test(arguments: [
        LayoutReplay(
            "a page's tap follows once the double tap of a card has failed", button(": tap x2", in: ": tap"), tap,
            "tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 350"),
        LayoutReplay(
            "the double tap of a card cancels the page's tap", button(": tap x2", in: ": tap"), doubleTap,
            """
            tap#1 possible x1 in page @50; tap#1 cancelled x1 in page @150; tap#2 ended x2 in button @150
            """),
        LayoutReplay(
            "a second tap within the gap is the double tap of a card", button(": tap x2", in: ": tap"),
            "0 down a 600,400; 50 up a; 350 down a 600,400; 400 up a",
            """
            tap#1 possible x1 in page @50; tap#1 cancelled x1 in page @400; tap#2 ended x2 in button @400
            """),
        LayoutReplay(
            "a second tap after the gap is another tap of the page", button(": tap x2", in: ": tap"),
            "0 down a 600,400; 50 up a; 350.001 down a 600,400; 1000 up a",
            """
            tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 350
            tap#2 possible x1 run 2 in page @1000; tap#2 ended x1 run 2 in page @1000 decided 1300
            """),
        LayoutReplay(
            "a drag makes the page's tap final", button(": tap x2", in: ": tap, drag"),
            "0 down a 600,400; 50 up a; 100 down a 600,400; 110 move a by 0,40; 120 up a",
            """
            tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 110
            drag#2 began by 0,20 in page @110; drag#2 ended by 0,20 in page @120
            """),
        LayoutReplay(
            "the page's tap beside the card does not wait", button(": tap x2", in: ": tap"),
            "0 down a 100,100; 50 up a",
            "tap#1 ended x1 in page @50"),
        LayoutReplay(
            "a double tap of the page does not hold back the single taps of a button",
            button(": tap", in: ": tap x2"), doubleTap,
            "tap#1 ended x1 in button @50; tap#2 ended x1 run 2 in button @150"),
        LayoutReplay(
            "a double tap of the page beside the button", button(": tap", in: ": tap x2"),
            doubleTap.replacing("600,400", with: "100,100"), "tap#1 ended x2 in page @150"),
        LayoutReplay(
            "a double tap of a card leaves the page its single tap only",
            button(": tap x2", in: ": tap x1 x2"), doubleTap,
            """
            tap#1 possible x1 in page @50; tap#1 cancelled x1 in page @150; tap#2 ended x2 in button @150
            """),
        LayoutReplay(
            "a card with single and double taps leaves the page none", button(": tap x1 x2", in: ": tap"), tap,
            "tap#1 possible x1 in button @50; tap#1 ended x1 in button @50 decided 350"),
        LayoutReplay(
            "a card that is pressed and double-tapped leaves the page its tap",
            button(": press, tap x2", in: ": press, tap"), tap,
            """
            press#1 began in button @0; press#1 ended in button @50; tap#2 possible x1 in page @50
            tap#2 ended x1 in page @50 decided 350
            """),
        LayoutReplay(
            "of three levels, the outermost tap waits for both others",
            """
            page 0,0 2000x1200: tap
              section 250,150 1500x900: tap x2
                card 500,300 500x300: tap x3
            """, tap, "tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 350"),
        LayoutReplay(
            "taps of a card are like the first after the page has scrolled from it",
            button(": tap x2", in: ": drag, tap"),
            "0 down a 600,400; 10 move a by 0,40; 20 up a; 1000 down a 600,400; 1050 up a; 1100 down a 600,400; 1150 up a",
            """
            drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20
            tap#2 possible x1 in page @1050; tap#2 cancelled x1 in page @1150; tap#3 ended x2 in button @1150
            """),
        LayoutReplay(
            "a second finger on a card ends its taps, and those of the next touch are like the first",
            button(": tap x2", in: ": tap"),
            """
            0 down a 600,400; 10 down b 800,400; 50 up all; 1000 down a 600,400; 1050 up a; 1100 down a 600,400
            1150 up a
            """,
            """
            tap#1 ended x1 f2 in page @50; tap#2 possible x1 in page @1050; tap#2 cancelled x1 in page @1150
            tap#3 ended x2 in button @1150
            """),
        LayoutReplay(
            "a tap of a card beside a finger on the page is none of the page", button(": tap x2", in: ": tap"),
            "0 down a 600,400; 10 down b 100,100; 50 up all", "tap#1 ended x1 f2 in page @50"),
        LayoutReplay(
            "a button is tapped once while the page, with its high double tap, is dragged",
            button(": press, tap", in: ": tap x2 high, drag f1"),
            "0 down a 600,400; 50 up a; 1000 down b 100,100; 1010 move b by 0,40; 1100 down c 600,400; 1150 up c; 1500 up b",
            """
            press#1 began in button @0; press#1 ended in button @50; tap#2 possible x1 in button @50
            tap#2 ended x1 in button @50 decided 350; drag#3 began by 0,20 in page @1010; press#4 began in button @1100
            press#4 ended in button @1150; tap#5 ended x1 in button @1150; drag#3 ended by 0,20 in page @1500
            """),
        LayoutReplay(
            "a card is tapped while the page is dragged, and the page is not", button(": tap x2", in: ": tap, drag f1"),
            """
            0 down a 600,400; 50 up a; 1000 down b 100,100; 1010 move b by 0,40; 1100 down c 600,400; 1150 up c
            1200 down c 600,400; 1250 up c; 1600 down c 600,400; 1650 up c; 3000 up b
            """,
            """
            tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 350; drag#2 began by 0,20 in page @1010
            tap#3 ended x2 in button @1250; drag#2 ended by 0,20 in page @3000
            """),
        LayoutReplay(
            "a high tap of the page in an area delays no button elsewhere",
            button(": tap", in: ": tap x2 in 200 200 high"), tap, "tap#1 ended x1 in button @50"),
        LayoutReplay(
            "a button is tapped in spite of a high tap of the page with a limit of time",
            button(": tap", in: ": tap x2 within 300 high"), tap, "tap#1 ended x1 in button @50"),
        LayoutReplay(
            "an exclusive composition of the page gets the tap that a card leaves once",
            button(": tap x2", in: ": tap or hold 1000 as either"), tap,
            "tap#1 possible x1 in page of either @50; tap#1 ended x1 in page of either @50 decided 350"),
        LayoutReplay(
            "a finger that a map has taken from the page is no reason for a tap of the other",
            button(": drag", in: ": tap") + "\n  card 1200,300 500x300: tap x2",
            "0 down a 600,400; 10 down b 1300,400; 20 move a by 0,40; 60 up a; 260 up b",
            "drag#1 began by 0,20 in button @20; drag#1 ended by 0,20 in button @60"),
        LayoutReplay(
            "a sequence of a card keeps its next tap from the page", button(": tap x2 then tap as three", in: ": tap"),
            "0 down a 600,400; 60 up a; 200 down a 600,400; 260 up a; 1000 down a 600,400; 1060 up a",
            """
            tap#1 possible x1 in page @60; tap#1 cancelled x1 in page @260; tap#2 ended x2 in button of three 1/2 @260
            tap#3 ended x1 in button of three 2/2 @1060
            """),
        LayoutReplay(
            "a waiting tap comes before the drag that makes it final, when a press goes with it",
            button(": drag at 0", in: ": press, tap x1 x2"),
            "0 down a 490,400; 60 up a; 200 down b 510,400; 400 up b",
            """
            press#1 began in page @0; press#1 ended in page @60; tap#2 possible x1 in page @60
            tap#2 ended x1 in page @60 decided 200; drag#3 began by 0,0 in button @200; drag#3 ended by 0,0 in button @400
            """),
        LayoutReplay(
            "a finger on another card makes the waiting tap of the page final",
            button(": tap x2", in: ": tap") + "\n  other 500,700 500x300: press",
            "0 down a 600,400; 50 up a; 100 down b 600,800; 900 up b",
            """
            tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 100; press#2 began in other @100
            press#2 ended in other @900
            """),
        LayoutReplay(
            "taps of a page are like the first after a swipe of the map has come before its own",
            button(": swipe", in: ": swipe, tap x2 high"),
            "0 down a 600,400; 10 move a by 0,60; 20 up a; 1000 down a 100,100; 1050 up a; 1100 down a 100,100; 1150 up a",
            "swipe#1 ended down by 0,60 in button @20; tap#2 ended x2 in page @1150"),
        LayoutReplay(
            "a touch of a card makes one tap of the page, also after one beside the card",
            """
            page 0,0 2000x1200: tap
              section 250,150 1500x900: tap x2
                card 500,300 500x300: tap x3
            """, "0 down a 300,200; 50 up a; 2000 down b 600,400; 2050 up b",
            """
            tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 350
            tap#2 possible x1 in page @2050; tap#2 ended x1 in page @2050 decided 2350
            """),
        LayoutReplay(
            "a finger that lands elsewhere makes a tap that waits final, also in the frame of the next tap",
            """
            page 0,0 2000x1200:
              section 500,300 500x300: tap f1
                card 550,350 300x200: tap f1 x2
              button 1000,300 500x300: tap f1
            """, "0 down a 600,400; 50 up a; 150 down a 600,400 b 1300,400; 200 up a; 210 up b",
            """
            tap#1 possible x1 in section @50; tap#1 ended x1 in section @50 decided 150; tap#2 possible x1 in section @200
            tap#3 ended x1 in button @210; tap#2 ended x1 in section @200 decided 500
            """),
        LayoutReplay(
            "unplugging reports the page's tap that waits for a card", button(": tap x2", in: ": tap"),
            "0 down a 600,400; 50 up a; 100 unplug",
            "tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 100"),
        LayoutReplay(
            "a double tap that only a composition asks for does not belong to the list",
            "page 0,0 2000x1200: tap f1; tap f1 x2 as double\n  card 500,300 500x300: tap f1 x3",
            "0 down a 600,400; 50 up a; 150 down a 600,400; 200 up a",
            """
            tap#1 possible x1 in page @50; tap#1 cancelled x1 in page @200; tap#2 possible x2 in page of double @200
            tap#2 ended x2 in page of double @200 decided 500
            """),
    ])
    func counts(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Darkening

    @Test(arguments: [
        LayoutReplay(
            "a drag of the page cancels a press that has not left its slop, and its tap",
            button(" slop 100: press, tap", in: ": drag"), "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a drag of the page cancels a press that can leave and come back",
            button(" reenter: press", in: ": drag"), "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a press that can leave and come back stays while nothing else begins",
            button(" reenter: press", in: ": pinch"),
            "0 down a 600,400; 10 move a by 0,400; 20 move a by 0,-400; 30 up a",
            """
            press#1 began in button @0; press#1 changed outside in button @10; press#1 changed inside in button @20
            press#1 ended in button @30
            """),
        LayoutReplay(
            "a drag of a map cancels the page's press", button(": drag", in: " slop 100: press, tap"),
            "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            press#1 began in page @0; press#1 cancelled in page @10; drag#2 began by 0,20 in button @10
            drag#2 ended by 0,20 in button @20
            """),
        LayoutReplay(
            "a long press of the page cancels the button's press and tap",
            button(": press, tap", in: ": longPress"), "0 down a 600,400; 700 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @600
            longPress#2 began in page @600; longPress#2 ended by 0,0 in page @700
            """),
        LayoutReplay(
            "a finger that is lifted when the page's long press would begin taps the button",
            button(": press, tap", in: ": longPress"), "0 down a 600,400; 600 up a",
            "press#1 began in button @0; press#1 ended in button @600; tap#2 ended x1 in button @600"),
        LayoutReplay(
            "a long press of a button cancels the page's press and tap",
            button(": longPress", in: ": press, tap"), "0 down a 600,400; 700 up a",
            """
            press#1 began in page @0; press#1 cancelled in page @600
            longPress#2 began in button @600; longPress#2 ended by 0,0 in button @700
            """),
        LayoutReplay(
            "a drag of the page ends the wait for the button's long press",
            button(" slop 100: longPress", in: ": drag"), "0 down a 600,400; 10 move a by 0,40; 900 up a",
            "drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @900"),
        LayoutReplay(
            "a press never begins if a slider begins at the landing",
            button(": press, tap", in: ":") + "\n    slider in button 550,350 300x100: drag at 0", tap,
            "drag#1 began by 0,0 in slider @0; drag#1 ended by 0,0 in slider @50"),
        LayoutReplay(
            "a slider with presses and taps of its own has all of them",
            button(": press, tap; drag at 0", in: ": drag, press, tap"), tap,
            """
            press#1 began in button @0; drag#2 began by 0,0 in button @0
            press#1 ended in button @50; tap#3 ended x1 in button @50; drag#2 ended by 0,0 in button @50
            """),
        LayoutReplay(
            "in one frame, the tap of a button with a large slop comes before the page's swipe",
            button(" slop 100: press, tap", in: ": swipe"), "0 down a 600,400; 10 move a by 0,60; 20 up a",
            "press#1 began in button @0; press#1 ended in button @20; tap#2 ended x1 in button @20"),
        LayoutReplay(
            "a high swipe of the page cancels the press of a button with a large slop",
            button(" slop 100: press, tap", in: ": swipe high"), "0 down a 600,400; 10 move a by 0,60; 20 up a",
            "press#1 began in button @0; press#1 cancelled in button @20; swipe#2 ended down by 0,60 in page @20"),
        LayoutReplay(
            "a swipe of the page cancels a press without tap",
            button(" slop 100: press", in: ": swipe"), "0 down a 600,400; 10 move a by 0,60; 20 up a",
            "press#1 began in button @0; press#1 cancelled in button @20; swipe#2 ended down by 0,60 in page @20"),
        LayoutReplay(
            "what begins at one level cancels no press of the same level",
            button(" slop 100: press, tap; drag at 30", in: ": drag at 90"),
            "0 down a 600,400; 10 move a by 0,40; 20 up a",
            """
            press#1 began in button @0; drag#2 began by 0,10 in button @10
            press#1 ended in button @20; tap#3 ended x1 in button @20; drag#2 ended by 0,10 in button @20
            """),
        LayoutReplay(
            "touches cancel nothing, and go to every level that asks",
            button(": press, tap", in: ": touch"), tap,
            """
            press#1 began in button @0; touch#2 began in page @0
            press#1 ended in button @50; touch#2 ended in page @50; tap#3 ended x1 in button @50
            """),
    ])
    func darkening(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(
        "touches go to every level that asks",
        arguments: [
            (": touch", ": touch", ["page", "button"]), (": touch; drag", ": touch; drag", ["page", "button"]),
            (": drag", ": touch", ["page"]), (": touch", ": drag", ["button"]), (":", ":", []),
        ] as [(String, String, [String])])
    func touches(_ button: String, _ page: String, regions: [String]) throws {
        let replay = LayoutReplay(
            "", Self.button(button, in: page), "0 down a 600,400; 10 move a by 0,40; 20 up a", "")
        let events = try replay.run().filter { $0.hasPrefix("touch") }
        for region in ["page", "button"] {
            let phases = events.filter { $0.contains(" in \(region) ") }.map { $0.split(separator: " ")[1] }
            #expect(phases == (regions.contains(region) ? ["began", "changed", "ended"] : []), "\(region)")
        }
    }
}
