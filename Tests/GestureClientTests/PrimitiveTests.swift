import GestureClient
import Testing

/// What a program gets for each gesture that is not composed of others.
struct PrimitiveTests {
    @Test(arguments: [
        Case("a tap", TapGesture(), "0 down a 100,100; 50 up a", "ended x1"),
        Case("a tap with two fingers", TapGesture(fingers: 2), "0 down a 100,100 b 200,100; 50 up all", "ended x1 f2"),
        Case(
            "a tap with a finger too many", TapGesture(fingers: 2), "0 down a 100,100 b 200,100 c 300,100; 50 up all",
            ""),
        Case(
            "a double tap", TapGesture(count: 2), "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a", "ended x2"),
        Case("a double tap without its second tap", TapGesture(count: 2), "0 down a 100,100; 50 up a", ""),
        Case(
            "a tap that lasts long enough", TapGesture(minimumDuration: .milliseconds(50)), "0 down a 100,100; 50 up a",
            "ended x1"),
        Case(
            "a tap that is too short", TapGesture(minimumDuration: .milliseconds(50)), "0 down a 100,100; 49 up a", ""),
        Case(
            "a tap that is short enough", TapGesture(maximumDuration: .milliseconds(50)), "0 down a 100,100; 50 up a",
            "ended x1"),
        Case("a tap that is too long", TapGesture(maximumDuration: .milliseconds(50)), "0 down a 100,100; 51 up a", ""),
        Case(
            "a tap beside a resting finger", TapGesture(whileResting: 1),
            "0 down a 100,100; 500 down b 300,100; 550 up b; 900 up a", "ended x1"),
        Case("a tap without a resting finger", TapGesture(whileResting: 1), "0 down a 100,100; 50 up a", ""),
        Case(
            "a tap in an area", TapGesture(in: Rectangle(x: 0, y: 0, width: 0.1, height: 1)),
            "0 down a 199,100; 50 up a", "ended x1"),
        Case(
            "a tap beside an area", TapGesture(in: Rectangle(x: 0, y: 0, width: 0.1, height: 1)),
            "0 down a 200,100; 50 up a", ""),
    ])
    func `taps`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case("a long press", LongPressGesture(), "0 down a 100,100; 700 up a", "began rest; ended rest"),
        Case("a press that is too short", LongPressGesture(), "0 down a 100,100; 600 up a", ""),
        Case(
            "the time is as requested", LongPressGesture(minimumDuration: .milliseconds(200)),
            "0 down a 100,100; 201 up a", "began rest; ended rest"),
        Case(
            "fingers can move afterwards", LongPressGesture(), "0 down a 100,100; 700 move a by 50,0; 750 up a",
            "began rest; changed rest by 50,0; ended rest by 50,0"),
        Case("fingers cannot move before", LongPressGesture(), "0 down a 100,100; 100 move a by 50,0; 700 up a", ""),
        Case(
            "a lost finger cancels it", LongPressGesture(), "0 down a 100,100; 700 cancel a",
            "began rest; cancelled rest"),
        Case(
            "two fingers", LongPressGesture(fingers: 2), "0 down a 100,100 b 200,100; 700 up all",
            "began rest f2; ended rest f2"),
    ])
    func `long presses`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case(
            "a drag", DragGesture(), "0 down a 100,100; 20 move a by 30,0; 40 move a by 20,10; 60 up a",
            "began by 10,0; changed by 30,10; ended by 30,10"),
        Case("a finger that stays within the slop", DragGesture(), "0 down a 100,100; 20 move a by 5,0; 60 up a", ""),
        Case(
            "without a distance it begins with the landing", DragGesture(minimumDistance: 0),
            "0 down a 100,100; 20 move a by 5,0; 60 up a", "began by 0,0; changed by 5,0; ended by 5,0"),
        Case(
            "a drag that is long enough", DragGesture(minimumDistance: 50),
            "0 down a 100,100; 20 move a by 40,0; 40 move a by 11,0; 60 up a", "began by 1,0; ended by 1,0"),
        Case(
            "a drag that is too short", DragGesture(minimumDistance: 50),
            "0 down a 100,100; 20 move a by 40,0; 40 move a by 9,0; 60 up a", ""),
        Case(
            "a drag from an edge", DragGesture(from: .left), "0 down a 10,600; 20 move a by 40,0; 40 up a",
            "began by 20,0; ended by 20,0"),
        Case("a drag beside an edge", DragGesture(from: .left), "0 down a 200,600; 20 move a by 40,0; 40 up a", ""),
        Case(
            "a locked axis", DragGesture(locksAxis: true),
            "0 down a 100,100; 20 move a by 40,0; 40 move a by 40,5; 60 up a",
            "began by 20,0; changed by 60,0; ended by 60,0"),
        Case(
            "beside a resting finger", DragGesture(whileResting: 1),
            "0 down a 100,100; 500 down b 300,100; 520 move b by 40,0; 540 move b by 10,0; 560 up b; 900 up a",
            "began by 20,0; changed by 30,0; ended by 30,0"),
        Case(
            "without a resting finger", DragGesture(whileResting: 1), "0 down a 100,100; 20 move a by 40,0; 40 up a", ""
        ),
        Case(
            "a lost finger cancels it", DragGesture(), "0 down a 100,100; 20 move a by 30,0; 40 cancel a",
            "began by 10,0; cancelled by 10,0"),
    ])
    func `drags`(_ example: Case) async throws { try await example.check() }

    static let right = "0 down a 400,600; 20 move a by 60,0; 40 move a by 60,0; 50 up a"
    static let rightAndDown = "0 down a 400,600; 20 move a by 60,50; 40 move a by 60,50; 50 up a"
    static let fromTheLeft = "0 down a 5,600; 20 move a by 60,0; 40 move a by 60,0; 50 up a"

    @Test(arguments: [
        Case("a swipe", SwipeGesture(), right, "ended right by 120,0"),
        Case("in the only direction", SwipeGesture(.right), right, "ended right by 120,0"),
        Case("in another direction", SwipeGesture(.left), right, ""),
        Case("a diagonal among four directions", SwipeGesture(), rightAndDown, "ended right by 120,100"),
        Case("a diagonal among eight", SwipeGesture(among: .eight), rightAndDown, "ended downRight by 120,100"),
        Case("the only diagonal", SwipeGesture(.downRight), rightAndDown, "ended downRight by 120,100"),
        Case("a straight swipe is no diagonal", SwipeGesture(.downRight), right, ""),
        Case("long enough", SwipeGesture(minimumDistance: 120), right, "ended right by 120,0"),
        Case("too short", SwipeGesture(minimumDistance: 121), right, ""),
        Case("fast enough", SwipeGesture(maximumDuration: .milliseconds(50)), right, "ended right by 120,0"),
        Case("too slow", SwipeGesture(maximumDuration: .milliseconds(49)), right, ""),
        Case("long enough in time", SwipeGesture(minimumDuration: .milliseconds(50)), right, "ended right by 120,0"),
        Case("too fast", SwipeGesture(minimumDuration: .milliseconds(51)), right, ""),
        Case("a swipe that is cancelled", SwipeGesture(), right.replacing("up", with: "cancel"), ""),
    ])
    func `swipes`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case("from an edge", EdgeSwipeGesture(), fromTheLeft, "ended right from left middle by 120,0"),
        Case("from the only edge", EdgeSwipeGesture(from: .left), fromTheLeft, "ended right from left middle by 120,0"),
        Case("from another edge", EdgeSwipeGesture(from: .top), fromTheLeft, ""),
        Case(
            "in the only direction", EdgeSwipeGesture(from: .left, .right), fromTheLeft,
            "ended right from left middle by 120,0"),
        Case("in another direction", EdgeSwipeGesture(from: .left, .down), fromTheLeft, ""),
        Case("beside the edge", EdgeSwipeGesture(), right, ""),
        Case(
            "from a corner", EdgeSwipeGesture(), "0 down a 5,5; 20 move a by 60,0; 40 move a by 60,0; 50 up a",
            "ended right from topLeft by 120,0"),
        Case(
            "a diagonal among eight", EdgeSwipeGesture(among: .eight),
            "0 down a 5,5; 20 move a by 60,60; 40 move a by 60,60; 50 up a", "ended downRight from topLeft by 120,120"),
        Case(
            "from the last third", EdgeSwipeGesture(from: .left),
            "0 down a 5,900; 20 move a by 60,0; 40 move a by 60,0; 50 up a", "ended right from left last by 120,0"),
    ])
    func `edge swipes`(_ example: Case) async throws { try await example.check() }

    static let apart =
        "0 down a 900,600 b 1100,600; 20 move a by -50,0 b by 50,0; 40 move a by -50,0 b by 50,0; 60 up all"
    static let quarter =
        "0 down a 900,600 b 1100,600; 20 move a 929,529 b 1071,671; 40 move a 1000,500 b 1000,700; 60 up all"

    @Test(arguments: [
        Case("a pinch", MagnifyGesture(), apart, "began scale 1.25; changed scale 1.6667; ended scale 1.6667"),
        Case("with three fingers only", MagnifyGesture(fingers: 3), apart, ""),
        Case(
            "a rotation", RotateGesture(), quarter,
            "began turn 37.8466°; changed turn 88.5528°; ended turn 88.5528°"),
    ])
    func `pinches and rotations`(_ example: Case) async throws { try await example.check() }

    static let hook = "0 down a 500,300; glide a by 0,200 for 200; 210 glide a by 200,0 for 200; 420 up a"

    @Test(arguments: [
        Case(
            "a shape of the program",
            StrokeGesture("hook", templates: [[Vector(x: 0, y: 0), Vector(x: 0, y: 1), Vector(x: 1, y: 1)]]),
            hook, "ended hook"),
        Case(
            "another shape",
            StrokeGesture("roof", templates: [[Vector(x: 0, y: 1), Vector(x: 1, y: 0), Vector(x: 2, y: 1)]]),
            hook, ""),
        Case(
            "a shape that the service knows", StrokeGesture(.caret),
            "0 down a 500,500; glide a by 100,-200 for 200; 210 glide a by 100,200 for 200; 420 up a", "ended caret"),
    ])
    func `strokes`(_ example: Case) async throws { try await example.check() }

    static let button = Region("button", Rectangle(x: 0.1, y: 0.1, width: 0.1, height: 0.1))
    static let trackedButton = {
        var region = button
        region.tracking = .reenter
        return region
    }()
    static let outAndIn = "0 down a 300,150; 20 move a 500,150; 40 move a 300,150; 60 up a"

    @Test(arguments: [
        Case("a press", PressGesture(), "0 down a 300,150; 50 up a", "began inside; ended inside", in: button),
        Case("beside the region", PressGesture(), "0 down a 100,150; 50 up a", "", in: button),
        Case("a finger that moves away", PressGesture(), outAndIn, "began inside; cancelled outside", in: button),
        Case(
            "a finger that comes back", PressGesture(), outAndIn,
            "began inside; changed outside; changed inside; ended inside", in: trackedButton),
        Case(
            "a finger that stays away", PressGesture(), "0 down a 300,150; 20 move a 500,150; 60 up a",
            "began inside; changed outside; ended outside", in: trackedButton),
        Case(
            "anywhere", PressGesture(), "0 down a 300,150; 50 up a", "began inside; ended inside"),
    ])
    func `presses`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case(
            "each contact", TouchGesture(),
            "0 down a 300,150; 20 down b 400,150; 40 move b by 1,0; 50 up a; 60 cancel b",
            "began contact 1; began contact 2; changed contact 2; ended contact 1; cancelled contact 2")
    ])
    func `touches`(_ example: Case) async throws { try await example.check() }

    @Test func `activity ends after the idle time`() async throws {
        let program = Program()
        let task = program.follow(program.client.activity(until: .seconds(2)))
        try await program.touches.play("0 down a 300,150; 20 up a; 1000 down a 300,150; 1020 up a")
        #expect(program.lines() == ["began fingers 1", "ended fingers 0"])
        task.cancel()
    }

    @Test func `a possible tap becomes final once no second tap can follow`() async throws {
        let program = Program()
        let gestures: [any GestureSource<String>] = [
            TapGesture().map { "single @\($0.time)" }, TapGesture(count: 2).map { "double @\($0.time)" },
        ]
        let task = program.follow(program.client.events(of: gestures))
        try await program.touches.play("0 down a 100,100; 50 up a")
        #expect(program.lines() == ["possible single @0.05 seconds", "ended single @0.05 seconds"])
        try await program.touches.play("0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a")
        #expect(
            program.lines() == [
                "possible single @10.05 seconds", "cancelled single @10.05 seconds", "ended double @10.2 seconds",
            ])
        task.cancel()
    }

    @Test func `a tap tells when it became final`() async throws {
        let program = Program()
        let gestures: [any GestureSource<String>] = [
            TapGesture().map { "\($0.decided.map { "\($0)" } ?? "undecided")" },
            TapGesture(count: 2).map { _ in "double" },
        ]
        let task = program.follow(program.client.events(of: gestures))
        try await program.touches.play("0 down a 100,100; 50 up a")
        #expect(program.lines() == ["possible undecided", "ended 0.35 seconds"])
        task.cancel()
    }
}
