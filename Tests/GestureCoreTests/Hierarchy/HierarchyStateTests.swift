import GestureCore
import TestSupport
import Testing

/// Regions that coast, are disabled or masked, inherit their gestures, or change while they are touched.
///
/// `button` is from 500,300 to 1000,600 pt.
@Suite struct HierarchyStateTests {
    private static func button(_ button: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          button 500,300 500x300\(button)
        """
    }

    private static let pan = "0 down a 600,400; 10 move a by 0,40; 20 up a"
    private static let dragged = "drag#1 began by 0,20 in page @10; drag#1 ended by 0,20 in page @20"
    private static let tap = "0 down a 600,400; 50 up a"
    private static let tapped = "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"

    // MARK: Coasting

    /// Flings the page from beside the button with 4000 pt/s: it coasts for 2646 ms.
    private static let fling = "0 down a 100,100; 10 move a by 0,40; 20 up a;"
    private static let flung = dragged + "\n"
    private static let list = button(": press, tap", in: " suppresses: drag")

    @Test(arguments: [
        LayoutReplay(
            "a finger that stops the list under a button does not press it", list,
            fling + "30 down b 600,400; 50 up b; 100 down c 600,400; 150 up c",
            flung + """
                press#2 began in button @100; press#2 ended in button @150; tap#3 ended x1 in button @150
                """),
        LayoutReplay(
            "a button on a list that does not ask for it is pressed while the list coasts",
            button(": press, tap", in: ": drag"), fling + "30 down b 600,400; 50 up b",
            flung + "press#2 began in button @30; press#2 ended in button @50; tap#3 ended x1 in button @50"),
        LayoutReplay(
            "a button is not pressed at the last moment of coasting", list,
            fling + "2666 down b 600,400; 2700 up b", flung),
        LayoutReplay(
            "a button is pressed after coasting", list, fling + "2667 down b 600,400; 2700 up b",
            flung + "press#2 began in button @2667; press#2 ended in button @2700; tap#3 ended x1 in button @2700"),
        LayoutReplay(
            "a list that was flung from a button coasts", list,
            pan + "; 30 down b 600,400; 50 up b",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a finger that stops the list scrolls it again", list,
            fling + "30 down b 600,400; 40 move b by 0,40; 50 up b",
            flung + "drag#2 began by 0,20 in page @40; drag#2 ended by 0,20 in page @50"),
        LayoutReplay(
            "a slider on a list that coasts does not drag from the landing",
            button(": drag at 0", in: " suppresses: drag"), fling + "30 down b 600,400; 50 up b", flung),
        LayoutReplay(
            "a finger that stops the list makes no long press", button(": longPress", in: " suppresses: drag"),
            fling + "30 down b 600,400; 1000 up b", flung),
        LayoutReplay(
            "a list that coasts leaves the page beside it alone",
            """
            page 0,0 2000x1200: press, tap
              list 0,0 2000x600 suppresses: drag
                button 500,300 500x300: press, tap
            """, fling + "30 down b 600,900; 50 up b; 60 down c 600,400; 80 up c",
            """
            press#1 began in page @0; press#1 cancelled in page @10; drag#2 began by 0,20 in list @10
            drag#2 ended by 0,20 in list @20
            press#3 began in page @30; press#3 ended in page @50; tap#4 ended x1 in page @50
            """),
        LayoutReplay(
            "a page that coasts is stopped on a list in it",
            """
            page 0,0 2000x1200 suppresses: drag vertical
              list 0,0 2000x600: drag horizontal
                button 500,300 500x300: press, tap
            """, fling + "30 down b 600,400; 50 up b", flung),
        LayoutReplay(
            "a button that was dragged does not suppress its page's taps",
            button(" suppresses: drag", in: ": press, tap"), pan + "; 30 down b 100,100; 50 up b",
            """
            press#1 began in page @0; press#1 cancelled in page @10; drag#2 began by 0,20 in button @10
            drag#2 ended by 0,20 in button @20
            press#3 began in page @30; press#3 ended in page @50; tap#4 ended x1 in page @50
            """),
    ])
    func coasting(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Disabled

    @Test(arguments: [
        LayoutReplay(
            "a page scrolls from a disabled button", button(" disabled: press, tap", in: ": drag, press, tap"), pan,
            dragged),
        LayoutReplay(
            "a disabled button leaves the page no tap", button(" disabled: press, tap", in: ": press, tap"), tap, ""),
        LayoutReplay(
            "a disabled button leaves the page no long press", button(" disabled: press, tap", in: ": longPress"),
            "0 down a 600,400; 900 up a", ""),
        LayoutReplay(
            "the page beside a disabled button is tapped", button(" disabled: press, tap", in: ": press, tap"),
            "0 down a 100,100; 50 up a",
            "press#1 began in page @0; press#1 ended in page @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a disabled region without gestures leaves the page no tap", button(" disabled:", in: ": press, tap"), tap,
            ""),
        LayoutReplay(
            "a disabled page disables its buttons", button(": press, tap", in: " disabled: press, tap"), tap, ""),
        LayoutReplay(
            "a disabled card disables its buttons, and leaves the page no tap",
            """
            page 0,0 2000x1200: drag, press, tap
              card 250,150 1500x900 disabled: press, tap
                button 500,300 500x300: press, tap, longPress
            """, "0 down a 600,400; 900 up a", ""),
        LayoutReplay(
            "a disabled page scrolls", button(": press, tap", in: " disabled: drag"), pan, dragged),
        LayoutReplay(
            "two fingers on disabled buttons pinch the page", button(" disabled: press, tap", in: ": pinch"),
            "0 down a 600,400 b 800,400; 10 move a by -50,0 b by 50,0; 20 up all",
            "pinch#1 began f2 scale 1.25 in page @10; pinch#1 ended f2 scale 1.25 in page @20"),
    ])
    func disabled(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Masks

    /// The region that is pressed by a finger on the button, for each mask of the page, the card and the button.
    private static let masks:
        [(GestureMask, [(GestureMask, all: String?, gesture: String?, subviews: String?, none: String?)])] = [
            (
                .all,
                [
                    (.all, "button", "button", "card", "card"), (.gesture, "card", "card", "card", "card"),
                    (.subviews, "button", "button", "page", "page"), (.none, "page", "page", "page", "page"),
                ]
            ),
            (
                .gesture,
                [
                    (.all, "page", "page", "page", "page"), (.gesture, "page", "page", "page", "page"),
                    (.subviews, "page", "page", "page", "page"), (.none, "page", "page", "page", "page"),
                ]
            ),
            (
                .subviews,
                [
                    (.all, "button", "button", "card", "card"), (.gesture, "card", "card", "card", "card"),
                    (.subviews, "button", "button", nil, nil), (.none, nil, nil, nil, nil),
                ]
            ),
            (
                .none,
                [
                    (.all, nil, nil, nil, nil), (.gesture, nil, nil, nil, nil), (.subviews, nil, nil, nil, nil),
                    (.none, nil, nil, nil, nil),
                ]
            ),
        ]

    @Test("masks of three levels decide which of them recognizes", arguments: masks.indices)
    func maskTable(_ page: Int) throws {
        for (card, all, gesture, subviews, none) in Self.masks[page].1 {
            for (button, name) in [
                (GestureMask.all, all), (.gesture, gesture), (.subviews, subviews), (.none, none),
            ] {
                let layout = """
                    page 0,0 2000x1200 mask \(Self.masks[page].0): press, tap, drag
                      card 250,150 1500x900 mask \(card): press, tap, drag
                        button 500,300 500x300 mask \(button): press, tap, drag
                    """
                let masks = "page \(Self.masks[page].0), card \(card), button \(button)"
                let taps = name.map {
                    "press#1 began in \($0) @0; press#1 ended in \($0) @50; tap#2 ended x1 in \($0) @50"
                }
                let tap = LayoutReplay("", layout, Self.tap, taps ?? "")
                #expect(try tap.run() == tap.expected, "\(masks)")
                let drags = name.map {
                    """
                    press#1 began in \($0) @0; press#1 cancelled in \($0) @10
                    drag#2 began by 0,20 in \($0) @10; drag#2 ended by 0,20 in \($0) @20
                    """
                }
                let drag = LayoutReplay("", layout, Self.pan, drags ?? "")
                #expect(try drag.run() == drag.expected, "\(masks)")
            }
        }
    }

    @Test(arguments: [
        LayoutReplay(
            "a page scrolls from a button that is masked off", button(" mask none: press, tap", in: ": drag"), pan,
            dragged),
        LayoutReplay(
            "a slider that is masked off does not keep the page still",
            button(" mask subviews: drag at 0", in: ": drag"), pan, dragged),
        LayoutReplay(
            "a disabled button that is masked off leaves the page its tap",
            // What is masked off never blocks.
            button(" disabled mask none: press, tap", in: ": press, tap"), tap,
            "press#1 began in page @0; press#1 ended in page @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a finger on a button whose page is masked off presses the button",
            button(": press, tap", in: " mask subviews: drag, press"),
            tap, tapped),
        LayoutReplay(
            "a page that masks itself off does not scroll", button(": press, tap", in: " mask subviews: drag"), pan,
            "press#1 began in button @0; press#1 cancelled in button @10"),
    ])
    func masked(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Inherited gestures

    private static let plain = button("", in: "")

    @Test(arguments: [
        LayoutReplay(
            "a button without gestures of its own is pressed and tapped", plain, tap, tapped, asking: "press, tap, drag"
        ),
        LayoutReplay(
            "a button without gestures of its own does not drag: its page does", plain, pan,
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """, asking: "press, tap, drag"),
        LayoutReplay(
            "a button without gestures of its own is held", plain, "0 down a 600,400; 700 up a",
            "longPress#1 began in button @600; longPress#1 ended by 0,0 in button @700", asking: "longPress, drag"),
        LayoutReplay(
            "a button without gestures of its own does not swipe: its page does", plain,
            "0 down a 600,400; 10 move a by 0,60; 20 up a", "swipe#1 ended down by 0,60 in page @20",
            asking: "tap, swipe"),
        LayoutReplay(
            "a button without gestures of its own does not pinch: its page does", plain,
            "0 down a 600,400 b 800,400; 10 move a by -50,0 b by 50,0; 20 up all",
            "pinch#1 began f2 scale 1.25 in page @10; pinch#1 ended f2 scale 1.25 in page @20", asking: "tap, pinch"),
        LayoutReplay(
            "a button inherits from the subscription, and not from a page with gestures of its own",
            button("", in: ": drag"), tap, tapped, asking: "press, tap"),
        LayoutReplay(
            "a root without gestures of its own has all of the subscription", plain,
            "0 down a 100,100; 10 move a by 0,60; 20 up a",
            """
            press#1 began in page @0; press#1 cancelled in page @10; drag#2 began by 0,40 in page @10
            drag#2 ended by 0,40 in page @20; swipe#3 ended down by 0,60 in page @20
            """, asking: "press, tap, drag, swipe"),
        LayoutReplay(
            "a button with gestures of its own drags if it asks", button(": drag", in: ""), pan,
            "drag#1 began by 0,20 in button @10; drag#1 ended by 0,20 in button @20", asking: "drag"),
        LayoutReplay(
            "a double tap is inherited", plain, "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a",
            "tap#1 possible x1 in button @50; tap#1 ended x2 in button @150", asking: "tap x1 x2, drag"),
    ])
    func inherited(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Changes

    private static let scrolling = button(": press, tap", in: ": drag")
    private static let alone = "page 0,0 2000x1200: drag"

    @Test(arguments: [
        LayoutReplay(
            "a finger keeps its chain when its button moves away", scrolling, pan,
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """, changes: [(5, alone + "\n  button 1500,800 100x100: press, tap")]),
        LayoutReplay(
            "the page scrolls from a button that was removed", scrolling, pan,
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 ended by 0,20 in page @20
            """, changes: [(5, alone)]),
        LayoutReplay(
            "the drag of a page that is removed goes on to its end", scrolling,
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 0,10; 30 up a",
            """
            press#1 began in button @0; press#1 cancelled in button @10; drag#2 began by 0,20 in page @10
            drag#2 changed by 0,30 in page @20; drag#2 ended by 0,30 in page @30
            """, changes: [(15, "other 0,0 2000x1200: drag")]),
        LayoutReplay(
            "the drag of a third level that is removed goes on to its end where two are left",
            "page 0,0 2000x1200:\n  list 0,0 2000x1200:\n    map 500,300 500x300: drag",
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 0,10; 30 up a",
            """
            drag#1 began by 0,20 in map @10; drag#1 changed by 0,30 in map @20; drag#1 ended by 0,30 in map @30
            """, changes: [(15, "page 0,0 2000x1200:\n  list 0,0 2000x1200:")]),
        LayoutReplay(
            "a page that was removed before its slop begins nothing", scrolling, pan,
            "press#1 began in button @0; press#1 cancelled in button @10",
            changes: [(5, "other 0,0 2000x1200: drag")]),
        LayoutReplay(
            "a map that was removed before its slop begins nothing: the page drags",
            button(": drag", in: ": drag"), pan, dragged, changes: [(5, alone)]),
        LayoutReplay(
            "the press on a button that is removed ends at the lift", button(": press", in: ": drag"), tap,
            "press#1 began in button @0; press#1 ended in button @50", changes: [(20, alone)]),
        LayoutReplay(
            "a region that is added under a finger has no part in it", alone, pan, dragged,
            changes: [(5, button(": drag", in: ": drag"))]),
        LayoutReplay(
            "a finger that lands after a button has moved belongs to the page", scrolling,
            "0 down a 600,400; 10 up a; 30 down b 600,400; 40 move b by 0,40; 50 up b; 100 down c 1550,850; 120 up c",
            """
            press#1 began in button @0; press#1 ended in button @10; tap#2 ended x1 in button @10
            drag#3 began by 0,20 in page @40; drag#3 ended by 0,20 in page @50
            press#4 began in button @100; press#4 ended in button @120; tap#5 ended x1 in button @120
            """, changes: [(20, alone + "\n  button 1500,800 100x100: press, tap")]
        ),
        LayoutReplay(
            "a button that moves away is left by the finger that can come back",
            button(" reenter: press", in: ": pinch"), "0 down a 600,400; 20 move a by 1,0; 50 up a",
            """
            press#1 began in button @0; press#1 changed outside in button @20; press#1 ended outside in button @50
            """, changes: [(10, "page 0,0 2000x1200: pinch\n  button 1500,800 100x100 reenter: press")]),
        LayoutReplay(
            "a page's tap that waits for a card is final when the card is removed",
            button(": tap x2", in: ": tap"), "0 down a 600,400; 50 up a; 200 wake",
            "tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 100",
            changes: [(100, "page 0,0 2000x1200: tap")]),
        LayoutReplay(
            "a page's tap that waits for a button is final when the regions are nested no longer",
            button(": tap x2", in: ": tap"), "0 down a 600,400; 50 up a; 200 wake",
            "tap#1 possible x1 in page @50; tap#1 ended x1 in page @50 decided 100",
            changes: [(100, "page 0,0 2000x1200: tap\nbutton 500,300 500x300: tap x2")]),
        LayoutReplay(
            "unplugging ends the gestures of all levels", button(": press, tap", in: ": drag f1"),
            "0 down a 100,100; 10 move a by 0,40; 20 down b 600,400; 30 unplug",
            // Outermost first, as the levels are listed.
            """
            drag#1 began by 0,20 in page @10; press#2 began in button @20
            drag#1 cancelled by 0,20 in page @30; press#2 cancelled in button @30
            """),
    ])
    func changes(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Accommodations

    @Test(arguments: [
        LayoutReplay(
            "a finger lands on all levels once the hold duration is over", scrolling,
            "0 down a 600,400; 350 move a by 0,40; 360 up a",
            """
            press#1 began in button @300; press#1 cancelled in button @350; drag#2 began by 0,20 in page @350
            drag#2 ended by 0,20 in page @360
            """
        ).with { $0.holdDuration = .milliseconds(300) },
        LayoutReplay(
            "a finger that is lifted before the hold duration lands on no level", scrolling,
            "0 down a 600,400; 10 move a by 0,40; 300 up a", ""
        ).with { $0.holdDuration = .milliseconds(300) },
        LayoutReplay(
            "a finger that leaves the button during the hold duration lands on the page", scrolling,
            "0 down a 600,400; 100 move a 100,100; 350 move a by 0,40; 360 up a",
            "drag#1 began by 0,20 in page @350; drag#1 ended by 0,20 in page @360"
        ).with { $0.holdDuration = .milliseconds(300) },
        LayoutReplay(
            "a repeated touch of a button reaches no level", scrolling,
            "0 down a 600,400; 50 up a; 100 down b 600,400; 150 up b",
            "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"
        ).with { $0.ignoreRepeat = .milliseconds(300) },
    ])
    func accommodations(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}
