import GestureCore
import TestSupport
import Testing

/// The four quadrants and the eight sectors; each includes its start and excludes its end.
@Suite struct DirectionTests {
    @Test(arguments: [
        ("at −45°", "50,-50", "right"), ("at 0°", "50,0", "right"), ("just before 45°", "50,49.999", "right"),
        ("at 45°", "50,50", "down"), ("at 90°", "0,50", "down"), ("just before 135°", "-49.999,50", "down"),
        ("at 135°", "-50,50", "left"), ("at 180°", "-50,0", "left"), ("just before 225°", "-50,-49.999", "left"),
        ("at 225°", "-50,-50", "up"), ("at 270°", "0,-50", "up"), ("just before 315°", "49.999,-50", "up"),
        ("50 to the left and 49 down", "-50,49", "left"), ("just after 45°", "49.999,50", "down"),
        ("just after 135°", "-50,49.999", "left"), ("just after 225°", "-49.999,-50", "up"),
        ("just after 315°", "50,-49.999", "right"),
    ])
    func `a direction starts on its diagonal and ends before the next`(rule: String, way: String, direction: String)
        throws
    {
        let replay = Replay(
            rule, "0 down a 500,500; 50 move a by \(way); 80 up a", "swipe#1 ended \(direction) by \(way) @80",
            asking: "swipe")
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    /// The sides of the sectors of eight are at 22.5° and every 45° from there, where 1000 across is 414.2136 along.
    @Test(arguments: [
        ("0°", "50,0", "right"), ("45°", "50,50", "downRight"), ("90°", "0,50", "down"), ("135°", "-50,50", "downLeft"),
        ("180°", "-50,0", "left"), ("225°", "-50,-50", "upLeft"), ("270°", "0,-50", "up"),
        ("315°", "50,-50", "upRight"),
        ("just before 22.5°", "1000,414.213", "right"), ("22.5°", "1000,414.21356237", "downRight"),
        ("just before 67.5°", "414.214,1000", "downRight"), ("67.5°", "414.21356237,1000", "down"),
        ("just before 112.5°", "-414.213,1000", "down"), ("112.5°", "-414.21356237,1000", "downLeft"),
        ("just before 337.5°", "1000,-414.214", "upRight"), ("337.5°", "1000,-414.21356237", "right"),
    ])
    func octant(rule: String, way: String, direction: String) throws {
        let replay = Replay(
            rule, "0 down a 1000,500; 50 move a by \(way); 80 up a", "swipe ended \(direction)", asking: "swipe d8")
        let events = try replay.run()
        #expect(events.count == 1 && events[0].hasPrefix("swipe#1 ended \(direction) by"), "\(events)")
    }

    @Test(arguments: [0.1, 0.7, 35.4, 50, 52.3, 1e3 / 3, 1999.9])
    func `diagonals of any length belong to the direction that starts there`(_ length: Double) {
        #expect(Direction(of: Vector(x: length, y: length)) == .down)
        #expect(Direction(of: Vector(x: -length, y: length)) == .left)
        #expect(Direction(of: Vector(x: -length, y: -length)) == .up)
        #expect(Direction(of: Vector(x: length, y: -length)) == .right)
    }

    /// Sums of device counts can be inexact, but a diagonal stays a diagonal.
    @Test func `diagonals of inexact sums belong to the same direction`() {
        let sum = (0..<10).reduce(0.0) { sum, _ in sum + 0.1 } * 60
        #expect(sum != 60)
        #expect(Direction(of: Vector(x: 60, y: sum)) == .down && Direction(of: Vector(x: sum, y: 60)) == .down)
        #expect(Direction(of: Vector(x: -60, y: sum)) == .left && Direction(of: Vector(x: -sum, y: 60)) == .left)
        #expect(Direction(of: Vector(x: -60, y: -sum)) == .up && Direction(of: Vector(x: -sum, y: -60)) == .up)
        #expect(Direction(of: Vector(x: 60, y: -sum)) == .right && Direction(of: Vector(x: sum, y: -60)) == .right)
    }

    /// A quarter turn of the travel is a quarter turn of the direction.
    @Test func `a quarter turn of the movement turns the direction`() {
        let turned: [Direction: Direction] = [.right: .down, .down: .left, .left: .up, .up: .right]
        for x in -20...20 {
            for y in -20...20 where (x, y) != (0, 0) {
                let way = Vector(x: Double(x), y: Double(y))
                #expect(Direction(of: Vector(x: -way.y, y: way.x)) == turned[Direction(of: way)])
            }
        }
    }
}
