import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct PlottedSpreadTests {
    private static func spreads(_ touches: [Touch], palmsAt palms: [Int] = []) throws -> [PlottedSpread] {
        try plot(touches, palmsAt: palms).spreads
    }

    /// Fingers that rest 40 mm apart.
    private static let two: [Touch] = [(0, 0, (100, 100)), (5, 1, (140, 100))]

    @Test func `one finger has no spread`() throws {
        #expect(try Self.spreads(glide(from: 0, x: 100, by: 5, y: 80, steps: 10)).isEmpty)
    }

    // Closer than 10 mm, two contacts can be one finger.
    @Test(arguments: [(9.95, 0), (10.05, 1)])
    func `fingers that are too close have no spread`(distance: Double, count: Int) throws {
        let touches: [Touch] = [
            (0, 0, (100, 100)), (5, 1, (100 + distance, 100)), (50, 0, nil), (55, 1, nil),
        ]
        #expect(try Self.spreads(touches).count == count)
    }

    @Test func `a spread has its times, and the scale at each`() throws {
        let touches = Self.two + [(20, 1, (150, 100)), (40, 1, (160, 100)), (60, 1, nil), (70, 0, nil)]
        let spread = try #require(try Self.spreads(touches).first)
        #expect(spread.times == [0.005, 0.02, 0.04])
        for (sample, scale) in zip(spread.samples, [1, 1.25, 1.5]) { #expect(abs(sample.scale - scale) < 1e-9) }
    }

    @Test func `of equal samples the first and the last are kept`() {
        // Fingers 300 pt apart that move together, but for one step.
        func frame(_ step: Int, _ action: ContactChange.Action, _ distance: Points = 300) -> PlottedMovement {
            let x = Double(step) * 10
            let changes = [(0, x), (1, x + distance)].map { number, x in
                ContactChange(ContactID(UInt64(number)), action, at: Vector(x: x, y: 100))
            }
            return PlottedMovement(
                changes: changes, stamp: Instant(microseconds: Int64(step) * 10_000), time: Double(step))
        }
        let movements =
            [frame(0, .down)] + (1...8).map { frame($0, .move) } + (9...12).map { frame($0, .move, 330) }
        let contacts = [0, 1].map { PlottedContact(number: 1, id: ContactID($0), landed: 0, at: .zero) }
        let spreads = PlottedSpread.all(movements, on: .touchscreen, contacts, GestureOptions())
        #expect(spreads.map { $0.times } == [[0, 8, 9, 12]])
        #expect(spreads.map { $0.samples.map { $0.scale } } == [[1, 1, 1.1, 1.1]])
    }

    @Test func `another finger begins another spread at scale 1`() throws {
        let touches =
            Self.two + [(20, 1, (160, 100)), (40, 2, (100, 160)), (60, 2, nil), (80, 1, nil), (90, 0, nil)]
        let spreads = try Self.spreads(touches)
        #expect(spreads.map { $0.times.first } == [0.005, 0.04, 0.06])
        #expect(spreads.map { $0.samples[0].scale } == [1, 1, 1])
    }

    @Test func `a palm does not count as a finger of a spread`() throws {
        let finger = glide(from: 0, x: 100, by: 1, y: 80, steps: 7)
        let palm: [Touch] = [(5, 1, (250, 150)), (45, 1, (250, 150)), (200, 1, nil)]
        #expect(try Self.spreads(together(finger, palm)).count == 1)
        #expect(try Self.spreads(together(finger, palm), palmsAt: [45]).isEmpty)
    }
}
