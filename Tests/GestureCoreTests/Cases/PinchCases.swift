import GestureCore
import TestSupport
import Testing

/// Pinches and rotations.
@Suite struct PinchCases {
    @Test(arguments: [
        Replay(
            "a span that grows by twice the slop does not pinch",
            "0 down a 900,600 b 1100,600; 10 move b by 40,0; 20 up all", ""),
        Replay(
            "a span that grows by just more than twice the slop pinches",
            "0 down a 900,600 b 1100,600; 10 move b by 40.001,0; 20 up all",
            "pinch#1 began f2 scale 1 @10; pinch#1 ended f2 scale 1 @20"),
        Replay(
            "a span that shrinks by twice the slop does not pinch",
            "0 down a 900,600 b 1100,600; 10 move b by -40,0; 20 up all", ""),
        Replay(
            "a span that shrinks by just more than twice the slop pinches",
            "0 down a 900,600 b 1100,600; 10 move b by -40.001,0; 20 up all",
            "pinch#1 began f2 scale 1 @10; pinch#1 ended f2 scale 1 @20"),
        Replay(
            "on a touchpad, a pinch begins when both fingers have moved 1.5 mm",
            "0 down a 200,200 b 400,200; 10 move a by -9.45,0 b by 9.45,0; 20 up all",
            "pinch#1 began f2 scale 1.013 @10; pinch#1 ended f2 scale 1.013 @20", on: .pad),
        Replay(
            "on a touchpad, no pinch begins when both fingers have moved just less",
            "0 down a 200,200 b 400,200; 10 move a by -9.44,0 b by 9.44,0; 20 up all", "", on: .pad),
        Replay(
            "fingers that stay less than 10 mm apart do not pinch",
            "0 down a 900,600 b 910,600; 10 move b by 52.999,0; 20 up all", ""),
        Replay(
            "fingers that reach a distance of 10 mm pinch",
            "0 down a 900,600 b 910,600; 10 move b by 53,0; 20 up all",
            "pinch#1 began f2 scale 1.26 @10; pinch#1 ended f2 scale 1.26 @20"),
        Replay(
            "once begun, a pinch continues however close the fingers come",
            "0 down a 900,600 b 1100,600; 10 move b by -120,0; 20 move b by -40,0; 30 move b by 120,0; 40 up all",
            """
            pinch#1 began f2 scale 0.5 @10; pinch#1 changed f2 scale 0.25 @20
            pinch#1 changed f2 scale 1 @30; pinch#1 ended f2 scale 1 @40
            """),
        Replay(
            "a third finger causes no jump",
            """
            0 down a 900,600 b 1100,600; 10 move b by 100,0; 20 down c 300,900
            30 move a by 0,10 b by 0,10 c by 0,10; 40 up all
            """,
            """
            pinch#1 began f2 scale 1.25 @10; pinch#1 changed f3 scale 1.25 @30
            pinch#1 ended f3 scale 1.25 @40
            """),
        Replay(
            "a third finger ends a pinch of two",
            "0 down a 900,600 b 1100,600; 10 move b by 100,0; 20 down c 300,900; 30 move b by 100,0; 40 up all",
            "pinch#1 began f2 scale 1.25 @10; pinch#1 ended f2 scale 1.25 @20", asking: "pinch f2"),
        Replay(
            "fingers that land at one position have a finite scale",
            "0 down a 900,600 b 900,600; 10 move b by 100,0; 20 up all",
            "pinch#1 began f2 scale 2.5 @10; pinch#1 ended f2 scale 2.5 @20", asking: "pinch, rotation"),
        Replay(
            "fingers that meet at one position have a scale above 0",
            "0 down a 900,600 b 1100,600; 10 move b by -200,0; 20 up all",
            "pinch#1 began f2 scale 0.006 @10; pinch#1 ended f2 scale 0.006 @20", asking: "pinch, rotation"),
        Replay(
            "a scale of 1 % of a wide span is within twice the slop",
            "0 down a 500,600 b 1500,600; 10 move b by 10,0; 20 up all", ""),
        Replay(
            "a scale of 4 % is twice the slop, just more begins a pinch",
            "0 down a 500,600 b 1500,600; 10 move b by 40,0; 20 move b by 0.001,0; 30 up all",
            "pinch#1 began f2 scale 1 @20; pinch#1 ended f2 scale 1 @30"),
    ])
    func pinch(_ replay: Replay) throws {
        let events = try replay.run(asking: "pinch")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a pinch and a drag can begin and end in the same frame",
            "0 down a 900,600 b 1100,600; 10 move b by 100,0; 20 up all",
            """
            drag#1 began f2 by 30,0 @10; pinch#2 began f2 scale 1.25 @10
            pinch#2 ended f2 scale 1.25 @20; drag#1 ended f2 by 30,0 @20
            """),
        Replay(
            "a pinch begins within a drag, which continues",
            "0 down a 900,600 b 1100,600; 10 move a by 30,0 b by 30,0; 20 move b by 100,0; 30 up all",
            """
            drag#1 began f2 by 10,0 @10; drag#1 changed f2 by 60,0 @20; pinch#2 began f2 scale 1.25 @20
            pinch#2 ended f2 scale 1.25 @30; drag#1 ended f2 by 60,0 @30
            """),
        Replay(
            "a lift that leaves one finger ends the pinch and not the drag",
            "0 down a 900,600 b 1100,600; 10 move b by 100,0; 20 up b; 130 move a by 10,0; 140 up a",
            """
            drag#1 began f2 by 30,0 @10; pinch#2 began f2 scale 1.25 @10
            pinch#2 ended f2 scale 1.25 @20; drag#1 changed by 40,0 @130; drag#1 ended by 40,0 @140
            """),
    ])
    func withinADrag(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag, pinch")
        #expect(events == replay.expected)
    }

    /// Two fingers 100 pt from (1000, 600); an arc of 20 pt is 11.459°, which is added back over the next 90°.
    @Test(arguments: [
        Replay(
            "a pinch continues without a jump while at least two fingers are down",
            """
            0 down a 900,600 b 1100,600; 10 move a 1000,500 b 1000,700; 20 move a 1100,600 b 900,600
            30 down c 1000,900; 40 move a by 0,10 b by 0,10 c by 0,10
            50 up b; 160 move a by 5,0 c by 5,0; 170 up all
            """,
            """
            rotation#1 began f2 turn 88.541 @10; rotation#1 changed f2 turn 180 @20
            rotation#1 changed f3 turn 180 @40; rotation#1 changed f2 turn 180 @160; rotation#1 ended f2 turn 180 @170
            """),
        Replay(
            "replacing one of two fingers ends a rotation",
            """
            0 down a 900,600 b 1100,600; 10 move a 1000,500 b 1000,700
            30 up b; down c 1000,900; 40 move a by 0,10 c by 0,10; 50 up all
            """,
            "rotation#1 began f2 turn 88.541 @10; rotation#1 ended f2 turn 88.541 @30"),
        Replay(
            "no jump when the direction between the fingers changes from 180° to −180°",
            "0 down a 1080,540 b 920,660; 10 move a 1080,660 b 920,540; 20 move a 920,660 b 1080,540; 30 up all",
            "rotation#1 began f2 turn 70.21 @10; rotation#1 changed f2 turn 180 @20; rotation#1 ended f2 turn 180 @30"),
        Replay(
            "no jump in the other direction",
            "0 down a 1080,660 b 920,540; 10 move a 1080,540 b 920,660; 20 move a 920,540 b 1080,660; 30 up all",
            """
            rotation#1 began f2 turn -70.21 @10; rotation#1 changed f2 turn -180 @20
            rotation#1 ended f2 turn -180 @30
            """),
        Replay(
            "slop applies to the arc, not to the angle: 1° is within slop",
            "0 down a 900,600 b 1100,600; 10 move a 900.015,598.255 b 1099.985,601.745; 20 up all", ""),
        Replay(
            "an arc of exactly the slop is no rotation",
            "0 down a 900,600 b 1100,600; 10 move a 1000,500 b 1000,700; 20 up all", "",
            thresholds: .with { $0.slop = 50 * .pi }),
        Replay(
            "an arc of just more than the slop is a rotation",
            "0 down a 900,600 b 1100,600; 10 move a 1000,500 b 1000,700; 20 up all",
            "rotation#1 began f2 turn 0.001 @10; rotation#1 ended f2 turn 0.001 @20",
            thresholds: .with { $0.slop = 50 * .pi - 0.001 }),
        Replay(
            "two full turns are 720°",
            """
            0 down a 900,600 b 1100,600; 10 move a 1000,500 b 1000,700; 20 move a 1100,600 b 900,600
            30 move a 1000,700 b 1000,500; 40 move a 900,600 b 1100,600; 50 move a 1000,500 b 1000,700
            60 move a 1100,600 b 900,600; 70 move a 1000,700 b 1000,500; 80 move a 900,600 b 1100,600; 90 up all
            """,
            """
            rotation#1 began f2 turn 88.541 @10; rotation#1 changed f2 turn 180 @20; rotation#1 changed f2 turn 270 @30
            rotation#1 changed f2 turn 360 @40; rotation#1 changed f2 turn 450 @50; rotation#1 changed f2 turn 540 @60
            rotation#1 changed f2 turn 630 @70; rotation#1 changed f2 turn 720 @80; rotation#1 ended f2 turn 720 @90
            """),
    ])
    func rotation(_ replay: Replay) throws {
        let events = try replay.run(asking: "rotation")
        #expect(events == replay.expected)
    }

    private static let opening = "0 down a 900,600 b 1100,600; 10 move a 1000,450 b 1000,750; 20 up all"
    private static let pinchFirst = MagnifyGesture().exclusively(before: RotateGesture()).named("either")
    private static let rotationFirst = RotateGesture().exclusively(before: MagnifyGesture()).named("either")

    @Test(arguments: [
        Replay(
            "of a pinch and a rotation in one frame, the first in the list wins",
            opening, "pinch#1 began f2 scale 1.25 of either @10; pinch#1 ended f2 scale 1.25 of either @20",
            [pinchFirst]),
        Replay(
            "of a rotation and a pinch in one frame, the first in the list wins",
            opening, "rotation#1 began f2 turn 89.352 of either @10; rotation#1 ended f2 turn 89.352 of either @20",
            [rotationFirst]),
        Replay(
            "a pinch and a rotation are both reported, unless they are exclusive",
            opening,
            """
            pinch#1 began f2 scale 1.25 @10; rotation#2 began f2 turn 89.352 @10
            rotation#2 ended f2 turn 89.352 @20; pinch#1 ended f2 scale 1.25 @20
            """, asking: "pinch, rotation"),
    ])
    func both(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}

/// Scrolls, pinches and thumbs on a touchpad.
@Suite struct TouchpadHandCases {
    @Test(arguments: [
        Replay(
            "fingers that move apart within 300 ms pinch, and their drag is cancelled",
            "0 down a 200,200 b 400,200; 10 move a by 20,0 b by 20,0; 300 move a by -60,0 b by 60,0; 310 up all",
            """
            drag#1 began f2 by 12,0 @10; drag#1 cancelled f2 by 12,0 @300
            pinch#2 began f2 scale 1.481 @300; pinch#2 ended f2 scale 1.481 @310
            """),
        Replay(
            "fingers that move apart just later continue the drag",
            "0 down a 200,200 b 400,200; 10 move a by 20,0 b by 20,0; 300.001 move a by -60,0 b by 60,0; 310 up all",
            """
            drag#1 began f2 by 12,0 @10; drag#1 changed f2 by 12,0 @300.001
            drag#1 ended f2 by 12,0 @310
            """),
        Replay(
            "a lower finger that rests while the other moves 4 mm is a thumb, and the other drags alone",
            "0 down b 300,250; 101 down a 300,100; 120 move a by 25.2,0; 130 up all",
            "drag#1 began by 17.2,0 @120; drag#1 ended by 17.2,0 @130"),
        Replay(
            "nothing is decided while the other finger moves less than 4 mm",
            "0 down a 300,100 b 300,250; 10 move a by 25.1,0; 20 up all", ""),
        Replay(
            "a lower finger that moves just less than 1.5 mm is a thumb",
            "0 down b 300,250; 101 down a 300,100; 120 move a by 25.2,0 b by 9.44,0; 130 up all",
            "drag#1 began by 17.2,0 @120; drag#1 ended by 17.2,0 @130"),
        Replay(
            "a lower finger that moves 1.5 mm drags with the other",
            "0 down a 300,100 b 300,250; 10 move a by 25.2,0 b by 9.45,0; 20 up all",
            "drag#1 began f2 by 9.325,0 @10; drag#1 ended f2 by 9.325,0 @20"),
        Replay(
            "a finger 10 mm below the other can be a thumb",
            "0 down b 300,163; 101 down a 300,100; 120 move a by 25.2,0; 130 up all",
            "drag#1 began by 17.2,0 @120; drag#1 ended by 17.2,0 @130"),
        Replay(
            "a finger less than 10 mm below the other drags with it",
            "0 down a 300,100 b 300,162.999; 10 move a by 25.2,0; 20 up all",
            "drag#1 began f2 by 4.6,0 @10; drag#1 ended f2 by 4.6,0 @20"),
        Replay(
            "an upper finger that rests drags with the other",
            "0 down a 300,100 b 300,250; 10 move b by 25.2,0; 20 up all",
            "drag#1 began f2 by 4.6,0 @10; drag#1 ended f2 by 4.6,0 @20"),
        Replay(
            "a finger that moves away from a resting thumb drags and does not pinch",
            "0 down b 300,330; 101 down a 300,100; 120 move a by 0,-30; 130 up all",
            "drag#1 began by 0,-22 @120; drag#1 ended by 0,-22 @130"),
    ])
    func travelling(_ replay: Replay) throws {
        var replay = replay
        replay.surface = .pad
        let events = try replay.run(asking: "drag, pinch")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "fingers that have moved apart do not swipe, even if they then move together",
            """
            0 down a 200,200 b 400,200; 10 move a by -20,0 b by 20,0; 400 move a by 90,0 b by 50,0
            410 move a by 50,0 b by 50,0; 420 up all
            """, ""),
        Replay(
            "three fingers of which one stays behind do not swipe",
            "0 down a 200,100 b 300,100 c 400,100; 10 move a by 100,0 b by 100,0 c by 9,0; 20 up all", ""),
    ])
    func swiping(_ replay: Replay) throws {
        var replay = replay
        replay.surface = .pad
        let events = try replay.run(asking: "drag, swipe")
        #expect(events == replay.expected)
    }

    /// The lowest 15 % of the pad start at 321.3, the lowest 8 % at 347.76.
    @Test(arguments: [
        Replay(
            "a contact that rests in the lowest 15 % for more than 100 ms before a finger lands is a thumb",
            "0 down b 300,321.4; 100.001 down a 300,150; 150 up a; 160 up b", "tap#1 ended x1 @150"),
        Replay(
            "a contact that rests there for 100 ms is a finger",
            "0 down b 300,321.4; 100 down a 300,150; 150 up a; 160 up b", "tap#1 ended x1 f2 @160"),
        Replay(
            "a contact that rests above them is a finger",
            "0 down b 300,321.2; 100.001 down a 300,150; 150 up a; 160 up b", "tap#1 ended x1 f2 @160"),
        Replay(
            "a contact that lands in the lowest 8 % more than 100 ms after a finger is a thumb",
            "0 down a 300,150; 100.001 down b 300,347.8; 150 up a; 160 up b", "tap#1 ended x1 @150"),
        Replay(
            "a contact that lands there 100 ms after a finger is a finger",
            "0 down a 300,150; 100 down b 300,347.8; 150 up a; 160 up b", "tap#1 ended x1 f2 @160"),
        Replay(
            "a contact that lands above them is a finger",
            "0 down a 300,150; 100.001 down b 300,347.7; 150 up a; 160 up b", "tap#1 ended x1 f2 @160"),
    ])
    func thumbs(_ replay: Replay) throws {
        var replay = replay
        replay.surface = .pad
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }
}
