import GestureCore
import Testing

@testable import TouchPicture

@Suite struct PlottedContactTests {
    private typealias Sample = PlottedContact.Sample

    /// A contact that lands at x = 0 and moves to other x in pt at times in s.
    private static func contact(_ movements: [(time: Double, x: Double)] = []) -> PlottedContact {
        var contact = PlottedContact(number: 1, id: ContactID(1), landed: 0, at: .zero)
        for (time, x) in movements { contact.move(to: Vector(x: x, y: 0), at: time) }
        return contact
    }

    private static func samples(_ samples: [(time: Double, x: Double)]) -> [Sample] {
        samples.map { Sample(time: $0.time, position: Vector(x: $0.x, y: 0)) }
    }

    @Test(arguments: [(0.62, 1), (0.63, 2), (0.64, 2)])
    func `movements of 0.1 mm are visible`(distance: Points, count: Int) {
        let contact = Self.contact([(1, distance)])
        #expect(contact.samples.count == count)
        #expect(contact.positions == 2)
    }

    @Test func `a slow movement becomes visible once it is 0.1 mm from the last sample`() {
        let contact = Self.contact([(1, 0.4), (2, 0.8), (3, 1.2), (4, 1.6)])
        #expect(contact.samples == Self.samples([(0, 0), (1, 0.4), (2, 0.8), (3, 1.2), (4, 1.6)]))
    }

    @Test func `a rest before a movement ends where the movement begins`() {
        let contact = Self.contact([(1, 0.1), (2, 0.2), (3, 0.3), (3.1, 9)])
        #expect(contact.samples == Self.samples([(0, 0), (3, 0.3), (3.1, 9)]))
        #expect(contact.positions == 5)
    }

    @Test(arguments: [(0.3, 2.0, [0, 0.3]), (0.3, 1, [0, 0.3]), (5, 2, [0, 5, 5]), (5, 1, [0, 5])])
    func `the end has its time and the last position`(x: Double, end: Double, positions: [Double]) {
        var contact = Self.contact([(1, x)])
        contact.finish(.lifted, at: end)
        #expect(contact.samples == Self.samples(Array(zip(positions.count == 2 ? [0, end] : [0, 1, end], positions))))
        #expect((contact.end, contact.interval) == (.lifted, 0...end))
    }

    @Test func `a contact that ends as it lands is one sample`() {
        var contact = Self.contact()
        contact.finish(.cancelled, at: 0)
        #expect(contact.samples == Self.samples([(0, 0)]))
        #expect(contact.interval == 0...0)
    }

    @Test func `the reach is the largest distance from the landing, not the last`() {
        #expect(Self.contact().reach == 0)
        #expect(Self.contact([(1, 30), (2, -40), (3, 10)]).reach == 40)
    }

    @Test(arguments: [
        (PlottedContact.End.lifted, nil, false), (.open, nil, false), (.cancelled, nil, true),
        (.lifted, "a palm", true),
    ])
    func `a cancelled or ignored contact is lost`(end: PlottedContact.End, ignored: String?, isLost: Bool) {
        var contact = Self.contact()
        contact.finish(end, at: 1)
        contact.ignored = ignored
        #expect((contact.isLost, contact.isIgnored) == (isLost, ignored != nil))
    }
}

@Suite struct RecordingClockTests {
    private static let start = Instant(microseconds: 5_000_000)
    private static func instant(_ seconds: Double) -> Instant {
        start + Interval(microseconds: Int64(seconds * 1_000_000))
    }

    private static func seconds(_ times: [Double]) -> [Double] {
        var clock = RecordingClock(start: start)
        return times.map { clock.seconds(instant($0)) }
    }

    @Test func `times are in s from the start`() { #expect(Self.seconds([0, 0.000_001, 2.5]) == [0, 0.000_001, 2.5]) }

    @Test func `a frame before the start is at the start`() { #expect(Self.seconds([-3, 1]) == [0, 1]) }

    @Test func `times of frames never go back`() { #expect(Self.seconds([1, 3, 2, 3, 4]) == [1, 3, 3, 3, 4]) }

    @Test func `times of events do not depend on frames`() {
        var clock = RecordingClock(start: Self.start)
        _ = clock.seconds(Self.instant(3))
        #expect(clock.of(Self.instant(2)) == 2)
        #expect(clock.seconds(Self.instant(2)) == 3)
    }

    @Test(arguments: [(999_999.999, 999_999.999), (1_000_000, 1_000_000), (1_000_000.001, 1_000_000)])
    func `no time is above a million seconds`(time: Double, seconds: Double) {
        #expect(Self.seconds([time]) == [seconds])
    }

    @Test func `the ends of the range of time stamps do not trap`() {
        var clock = RecordingClock(start: .distantPast)
        #expect(clock.of(.distantPast) == 0)
        #expect(clock.seconds(.distantFuture) == 1_000_000)
        #expect(RecordingClock(start: .distantFuture).of(.distantPast) == 0)
    }
}
