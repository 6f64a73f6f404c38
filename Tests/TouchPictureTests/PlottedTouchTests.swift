import TestSupport
import Testing

@testable import GestureCore
@testable import TouchPicture

@Suite struct PlottedTouchTests {
    @Test func `a touch has the plotted contacts and the recognized gestures`() throws {
        let touch = try #require(try plot(Self.short, try GestureOptions(asking: "drag, swipe")).touches.first)
        #expect(touch.contacts == [0])
        #expect(touch.gestures.count == 1)
    }

    private static let short = glide(from: 0, x: 20, by: 1.5, y: 20, steps: 5)

    @Test(arguments: [
        ("page 0,0 2000x1200", ["no swipe: 7.5 mm of 7.9 mm"]),
        ("page 0,0 2000x1200\n row 0,0 1000x600: press", ["page: no swipe: 7.5 mm of 7.9 mm"]),
    ])
    func `only with nested regions a reason has the name of its region`(regions: String, reasons: [String]) throws {
        let plotted = try plot(Self.short, try GestureOptions(asking: "swipe", regions: regions))
        let misses = plotted.touches.flatMap { $0.nearMisses }
        #expect(misses == reasons)
    }

    @Test func `a contact beside all regions is ignored with the reason`() throws {
        let plotted = try plot(taps(1, x: 200), try GestureOptions(asking: "tap", regions: "a 0,0 1000x600"))
        #expect(plotted.contacts[0].ignored == "landed outside all regions")
        #expect(
            plotted.title(of: 0)
                == "contact 1: ignored: landed outside all regions, 0 s to 0.06 s, at most 0.0 mm from its landing")
        #expect(plotted.colour(of: 0) == .grey)
    }

    @Test func `the title of a contact has its gesture, its times and what it was not`() throws {
        let plotted = try plot(Self.short, try GestureOptions(asking: "drag, swipe"))
        #expect(
            plotted.title(of: 0) == """
                contact 1: drag, 0 s to 0.11 s, at most 7.5 mm from its landing
                no swipe: 7.5 mm of 7.9 mm
                """)
    }
}
