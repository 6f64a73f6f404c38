import GestureCore
import TestSupport
import Testing

/// Which level gets a finger: the first that recognizes something, and in one frame the one with priority or the deepest.
///
/// `map` is from 500,300 to 1000,600 pt.
@Suite struct HierarchyClaimTests {
    private static func map(_ map: String, in page: String) -> String {
        """
        page 0,0 2000x1200\(page)
          map 500,300 500x300\(map)
        """
    }

    private static func levels(_ page: String, _ section: String, _ map: String) -> String {
        """
        page 0,0 2000x1200: \(page)
          section 250,150 1500x900: \(section)
            map 500,300 500x300: \(map)
        """
    }

    private static let pan = "0 down a 600,400; 10 move a by 0,40; 20 up a"

    private static func dragged(_ region: String) -> String {
        "drag#1 began by 0,20 in \(region) @10; drag#1 ended by 0,20 in \(region) @20"
    }

    // MARK: Claims

    @Test(arguments: [
        LayoutReplay(
            "a map that drags keeps the page still", map(": drag", in: ": drag"), pan, dragged("map")),
        LayoutReplay(
            "a page drags beside a map", map(": drag", in: ": drag"), "0 down a 100,100; 10 move a by 0,40; 20 up a",
            dragged("page")),
        LayoutReplay(
            "a map that asks for nothing lets the page drag", map(":", in: ": drag"), pan, dragged("page")),
        LayoutReplay(
            "a page with a smaller slop drags before the map", map(": drag", in: " slop 10: drag"),
            "0 down a 600,400; 10 move a by 0,15; 20 move a by 0,100; 30 up a",
            """
            drag#1 began by 0,5 in page @10; drag#1 changed by 0,105 in page @20; drag#1 ended by 0,105 in page @30
            """),
        LayoutReplay(
            "a map with a smaller slop drags before the page", map(" slop 10: drag", in: ": drag"),
            "0 down a 600,400; 10 move a by 0,15; 20 move a by 0,100; 30 up a",
            """
            drag#1 began by 0,5 in map @10; drag#1 changed by 0,105 in map @20; drag#1 ended by 0,105 in map @30
            """),
        LayoutReplay(
            "a page does not swipe with a finger that drags a map", map(": drag", in: ": swipe"),
            "0 down a 600,400; 10 move a by 0,80; 20 up a",
            "drag#1 began by 0,60 in map @10; drag#1 ended by 0,60 in map @20"),
        LayoutReplay(
            "a map does not swipe with a finger that drags the page", map(": swipe", in: ": drag"),
            "0 down a 600,400; 10 move a by 0,80; 20 up a",
            "drag#1 began by 0,60 in page @10; drag#1 ended by 0,60 in page @20"),
        LayoutReplay(
            "a map drags and swipes side by side", map(": drag; swipe", in: ": drag; swipe"),
            "0 down a 600,400; 10 move a by 0,80; 20 up a",
            """
            drag#1 began by 0,60 in map @10; drag#1 ended by 0,60 in map @20; swipe#2 ended down by 0,80 in map @20
            """),
        LayoutReplay(
            "a stroke of a sheet loses to the drag of a map", map(": drag", in: ": stroke caret"),
            "0 down a 600,500; 10 move a by 50,-100; 20 move a by 50,100; 30 up a",
            """
            drag#1 began by 41.056,-82.111 in map @10; drag#1 changed by 91.056,17.889 in map @20
            drag#1 ended by 91.056,17.889 in map @30
            """),
        LayoutReplay(
            "a long press of a map keeps the finger", map(": longPress", in: ": drag"),
            "0 down a 600,400; 700 move a by 0,40; 710 up a",
            """
            longPress#1 began in map @600; longPress#1 changed by 0,40 in map @700; longPress#1 ended by 0,40 in map @710
            """),
        LayoutReplay(
            "a page drags if the finger moves before the long press of a map", map(": longPress", in: ": drag"), pan,
            dragged("page")),
        LayoutReplay(
            "a finger stays claimed after the pinch that claimed it", map(": pinch", in: ": drag"),
            "0 down a 600,400 b 800,400; 10 move a by -50,0 b by 50,0; 20 up b; 200 move a by 0,60; 210 up a",
            "pinch#1 began f2 scale 1.25 in map @10; pinch#1 ended f2 scale 1.25 in map @20"),
        LayoutReplay(
            "a finger is free again after its lift", map(": longPress", in: ": drag"),
            "0 down a 600,400; 700 up a; 1000 down b 600,400; 1010 move b by 0,40; 1020 up b",
            """
            longPress#1 began in map @600; longPress#1 ended by 0,0 in map @700
            drag#2 began by 0,20 in page @1010; drag#2 ended by 0,20 in page @1020
            """),
        LayoutReplay(
            "a possible tap claims nothing, and the page's drag makes it final",
            map(": press, tap x1 x2", in: ": drag"),
            "0 down a 600,400; 50 up a; 100 down a 600,400; 110 move a by 0,40; 120 up a",
            """
            press#1 began in map @0; press#1 ended in map @50; tap#2 possible x1 in map @50
            press#3 began in map @100; press#3 cancelled in map @110; tap#2 ended x1 in map @50 decided 110
            drag#4 began by 0,20 in page @110; drag#4 ended by 0,20 in page @120
            """),
        LayoutReplay(
            "a sequence claims with its first stage: hold, then drag a row of a list",
            map(": longPress then drag as move", in: ": drag vertical"),
            "0 down a 600,400; 700 move a by 0,40; 710 up a",
            """
            longPress#1 began in map of move 1/2 @600; longPress#1 changed by 0,40 in map of move 1/2 @700
            drag#2 began by 0,20 in map of move 2/2 @700; longPress#1 ended by 0,40 in map of move 1/2 @710
            drag#2 ended by 0,20 in map of move 2/2 @710
            """),
        LayoutReplay(
            "a list scrolls if the finger moves before a row is held",
            map(": longPress then drag as move", in: ": drag vertical"), pan, dragged("page")),
        LayoutReplay(
            "a row that was pressed and held does not scroll its list",
            map(": press, tap; longPress then drag as move", in: ": drag vertical"),
            "0 down a 600,400; 700 move a by 0,40; 710 up a",
            """
            press#1 began in map @0; longPress#2 began in map of move 1/2 @600; press#1 cancelled in map @700
            longPress#2 changed by 0,40 in map of move 1/2 @700; drag#3 began by 0,20 in map of move 2/2 @700
            longPress#2 ended by 0,40 in map of move 1/2 @710; drag#3 ended by 0,20 in map of move 2/2 @710
            """),
        LayoutReplay(
            "an exclusive composition of a page loses to a drag of the map",
            map(": drag", in: ": swipe or drag as either"), "0 down a 600,400; 10 move a by 0,80; 20 up a",
            "drag#1 began by 0,60 in map @10; drag#1 ended by 0,60 in map @20"),
        LayoutReplay(
            "an exclusive composition of a page works from a map without gestures",
            map(":", in: ": swipe or drag as either"), "0 down a 600,400; 10 move a by 0,80; 20 up a",
            """
            drag#1 began by 0,60 in page of either @10; drag#1 cancelled by 0,60 in page of either @20
            swipe#2 ended down by 0,80 in page of either @20
            """),
        LayoutReplay(
            "an ended tap claims nothing of the next finger", map(": tap", in: ": drag"),
            "0 down a 600,400; 50 up a; 60 down a 600,400; 70 move a by 0,40; 80 up a",
            """
            tap#1 ended x1 in map @50; drag#2 began by 0,20 in page @70; drag#2 ended by 0,20 in page @80
            """),
    ])
    func `the first gesture claims the finger`(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Three levels

    @Test(arguments: [
        LayoutReplay("the deepest of three levels drags", levels("drag", "drag", "drag"), pan, dragged("map")),
        LayoutReplay("the middle level drags", levels("drag", "drag", ""), pan, dragged("section")),
        LayoutReplay("the outermost level drags", levels("drag", "", ""), pan, dragged("page")),
        LayoutReplay(
            "each of three levels has its own gesture: the page scrolls",
            levels("drag vertical", "drag horizontal", "press, tap"), pan,
            "press#1 began in map @0; press#1 cancelled in map @10"
                + "; " + dragged("page").replacing("drag#1", with: "drag#2")),
        LayoutReplay(
            "each of three levels has its own gesture: the carousel scrolls",
            levels("drag vertical", "drag horizontal", "press, tap"), "0 down a 600,400; 10 move a by 40,0; 20 up a",
            """
            press#1 began in map @0; press#1 cancelled in map @10
            drag#2 began by 20,0 in section @10; drag#2 ended by 20,0 in section @20
            """),
        LayoutReplay(
            "each of three levels has its own gesture: the card taps",
            levels("drag vertical", "drag horizontal", "press, tap"), "0 down a 600,400; 50 up a",
            "press#1 began in map @0; press#1 ended in map @50; tap#2 ended x1 in map @50"),
        LayoutReplay(
            "a page scrolls from the eighth level",
            """
            page 0,0 2000x1200: drag
              l2 100,100 1800x1000:
                l3 200,200 1600x800:
                  l4 300,210 1400x700:
                    l5 400,220 1200x600:
                      l6 450,230 1000x500:
                        l7 480,240 800x450:
                          button 500,300 500x300: press, tap
            """, pan,
            "press#1 began in button @0; press#1 cancelled in button @10"
                + "; " + dragged("page").replacing("drag#1", with: "drag#2")),
        LayoutReplay(
            "a button on the eighth level taps",
            """
            page 0,0 2000x1200: drag; press, tap
              l2 100,100 1800x1000:
                l3 200,200 1600x800:
                  l4 300,210 1400x700:
                    l5 400,220 1200x600:
                      l6 450,230 1000x500:
                        l7 480,240 800x450:
                          button 500,300 500x300: press, tap
            """, "0 down a 600,400; 50 up a",
            "press#1 began in button @0; press#1 ended in button @50; tap#2 ended x1 in button @50"),
    ])
    func threeLevels(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Priorities

    @Test(arguments: [
        LayoutReplay(
            "in one frame, a high drag of the page comes before the map's", map(": drag", in: ": drag high"), pan,
            dragged("page")),
        LayoutReplay(
            "in one frame, high gestures go from the root inward", levels("drag high", "drag high", "drag"), pan,
            dragged("page")),
        LayoutReplay(
            "in one frame, a high drag of the middle level comes before normal ones around it",
            levels("drag", "drag high", "drag"), pan, dragged("section")),
        LayoutReplay(
            "in one frame, a high drag of the map comes before the page's normal one",
            map(": drag high", in: ": drag"), pan, dragged("map")),
        LayoutReplay(
            "a high drag that begins later loses", map(": drag", in: " slop 30: drag high"),
            "0 down a 600,400; 10 move a by 0,25; 20 move a by 0,100; 30 up a",
            """
            drag#1 began by 0,5 in map @10; drag#1 changed by 0,105 in map @20; drag#1 ended by 0,105 in map @30
            """),
        LayoutReplay(
            "a high drag does not take back what has begun", map(": longPress", in: ": drag high"),
            "0 down a 600,400; 700 move a by 0,40; 710 up a",
            """
            longPress#1 began in map @600; longPress#1 changed by 0,40 in map @700; longPress#1 ended by 0,40 in map @710
            """),
        LayoutReplay(
            "in one frame, a high swipe of the page comes before the map's", map(": swipe", in: ": swipe high"),
            "0 down a 600,400; 10 move a by 0,60; 20 up a", "swipe#1 ended down by 0,60 in page @20"),
        LayoutReplay(
            "in one frame, the map's swipe comes before the page's", map(": swipe", in: ": swipe"),
            "0 down a 600,400; 10 move a by 0,60; 20 up a", "swipe#1 ended down by 0,60 in map @20"),
        LayoutReplay(
            "a high swipe loses to a drag that has begun", map(": drag", in: ": swipe high"),
            "0 down a 600,400; 10 move a by 0,60; 20 up a",
            "drag#1 began by 0,40 in map @10; drag#1 ended by 0,40 in map @20"),
        LayoutReplay(
            "at one deadline, the map's long press comes before the page's", map(": longPress", in: ": longPress"),
            "0 down a 600,400; 700 up a", "longPress#1 began in map @600; longPress#1 ended by 0,0 in map @700"),
        LayoutReplay(
            "at one deadline, a high long press of the page comes before the map's",
            map(": press, longPress", in: ": longPress high"), "0 down a 600,400; 700 up a",
            """
            press#1 began in map @0; press#1 cancelled in map @600
            longPress#2 began in page @600; longPress#2 ended by 0,0 in page @700
            """),
        LayoutReplay(
            "the shorter of two long presses comes first", map(": longPress", in: ": hold 300"),
            "0 down a 600,400; 700 up a", "longPress#1 began in page @300; longPress#1 ended by 0,0 in page @700"),
        LayoutReplay(
            "simultaneous drags of both levels run side by side",
            map(": drag simultaneous", in: ": drag simultaneous"), pan,
            // The order of both in one frame is that of normal gestures.
            """
            drag#1 began by 0,20 in map @10; drag#2 began by 0,20 in page @10
            drag#1 ended by 0,20 in map @20; drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a simultaneous drag of the page runs beside the map's", map(": drag", in: ": drag simultaneous"), pan,
            """
            drag#1 began by 0,20 in map @10; drag#2 began by 0,20 in page @10
            drag#1 ended by 0,20 in map @20; drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a simultaneous drag of the map runs beside the page's", map(": drag simultaneous", in: ": drag"), pan,
            """
            drag#1 began by 0,20 in map @10; drag#2 began by 0,20 in page @10
            drag#1 ended by 0,20 in map @20; drag#2 ended by 0,20 in page @20
            """),
        LayoutReplay(
            "a simultaneous drag begins after another level has claimed the finger",
            map(": drag", in: " slop 60: drag simultaneous"),
            "0 down a 600,400; 10 move a by 0,40; 20 move a by 0,40; 30 up a",
            """
            drag#1 began by 0,20 in map @10; drag#1 changed by 0,60 in map @20; drag#2 began by 0,20 in page @20
            drag#1 ended by 0,60 in map @30; drag#2 ended by 0,20 in page @30
            """),
        LayoutReplay(
            "a simultaneous drag neither cancels a press nor a tap",
            map(" slop 100: press, tap", in: ": drag simultaneous"),
            "0 down a 600,400; 10 move a by 0,40; 50 up a",
            """
            press#1 began in map @0; drag#2 began by 0,20 in page @10
            press#1 ended in map @50; tap#3 ended x1 in map @50; drag#2 ended by 0,20 in page @50
            """),
        LayoutReplay(
            "a simultaneous tap of the page runs beside the button's",
            map(": press, tap", in: ": tap simultaneous"), "0 down a 600,400; 50 up a",
            """
            press#1 began in map @0; press#1 ended in map @50; tap#2 ended x1 in map @50; tap#3 ended x1 in page @50
            """),
        LayoutReplay(
            "a simultaneous tap of the page runs beside a press", map(": press", in: ": tap simultaneous"),
            "0 down a 600,400; 50 up a",
            "press#1 began in map @0; press#1 ended in map @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a simultaneous long press of the page leaves the button its tap",
            map(": press, tap", in: ": longPress simultaneous"), "0 down a 600,400; 700 up a",
            """
            press#1 began in map @0; longPress#2 began in page @600
            press#1 ended in map @700; tap#3 ended x1 in map @700; longPress#2 ended by 0,0 in page @700
            """),
        LayoutReplay(
            "a high tap of the page wins over the button's, and cancels its press",
            map(": press, tap", in: ": tap high"), "0 down a 600,400; 50 up a",
            "press#1 began in map @0; press#1 cancelled in map @50; tap#2 ended x1 in page @50"),
        LayoutReplay(
            "a high drag of the page does not delay the button's tap", map(": press, tap", in: ": drag high"),
            "0 down a 600,400; 50 up a",
            "press#1 began in map @0; press#1 ended in map @50; tap#2 ended x1 in map @50"),
        LayoutReplay(
            "a button's tap waits until a high double tap of the page has failed",
            map(": press, tap", in: ": tap x2 high"), "0 down a 600,400; 50 up a",
            """
            press#1 began in map @0; press#1 ended in map @50; tap#2 possible x1 in map @50
            tap#2 ended x1 in map @50 decided 350
            """),
        LayoutReplay(
            "a high double tap of the page cancels the button's tap and its second press",
            map(": press, tap", in: ": tap x2 high"),
            "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a",
            // The press comes first, as all press events of a frame do.
            """
            press#1 began in map @0; press#1 ended in map @50; tap#2 possible x1 in map @50
            press#3 began in map @100; press#3 cancelled in map @150; tap#2 cancelled x1 in map @150
            tap#4 ended x2 in page @150
            """),
        LayoutReplay(
            "a normal double tap of the page does not delay the button's tap",
            map(": press, tap", in: ": tap x2"), "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a",
            """
            press#1 began in map @0; press#1 ended in map @50; tap#2 ended x1 in map @50
            press#3 began in map @100; press#3 ended in map @150; tap#4 ended x1 run 2 in map @150
            """),
        LayoutReplay(
            "gestures of one region are recognized side by side, whatever their priority",
            map(": drag high; swipe high; tap", in: ":"),
            "0 down a 600,400; 10 move a by 0,60; 20 up a; 1000 down a 600,400; 1050 up a",
            """
            drag#1 began by 0,40 in map @10; drag#1 ended by 0,40 in map @20; swipe#2 ended down by 0,60 in map @20
            tap#3 ended x1 in map @1050
            """),
    ])
    func priorities(_ replay: LayoutReplay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Reported contacts

    @Test(
        "the gesture that gets the finger claims it on the filtered device",
        arguments: [
            (map(":", in: ": drag claims"), [1]), (map(": press, tap", in: ": drag claims"), [1]),
            (map(": drag", in: ": drag claims"), []), (map(": drag claims", in: ": drag"), [1]),
            (map(": drag", in: ": drag claims simultaneous"), [1]), (map(": drag claims", in: ": drag high"), []),
        ] as [(String, [UInt64])])
    func claims(_ layout: String, contacts: [UInt64]) throws {
        var engine = GestureEngine(options: GestureOptions(regions: try RegionText.regions(layout)))
        var claims: [UInt64] = []
        for step in try TouchScript(Self.pan).steps {
            _ = engine.play(step)
            claims += engine.claims.map(\.contact.number)
        }
        #expect(claims == contacts)
    }
}
