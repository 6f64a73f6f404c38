import GestureCore
import Testing
import TouchDecoding

@testable import PanelSetup

/// The size of a screen, as a person types or measures it.
@Suite struct PanelSizeTests {
    @Test(arguments: [
        ("", SizeAnswer.keep), ("  \r", .keep), ("card", .card), (" Card ", .card), ("21.5", .diagonal(21.5 * 25.4)),
        ("21,5\"", .diagonal(21.5 * 25.4)), ("7 inches", .diagonal(7 * 25.4)), ("54.6 cm", .diagonal(546)),
        ("546mm", .diagonal(546)), ("170", .diagonal(170 * 25.4)), ("476x268", .sides(width: 476, height: 268)),
        ("476 X 268 mm", .sides(width: 476, height: 268)), ("47.6 × 26.8 cm", .sides(width: 476, height: 268)),
        ("10 in x 5 in", .sides(width: 254, height: 127)),
    ])
    func `sizes are read as people write them`(text: String, answer: SizeAnswer) {
        guard let read = SizeAnswer(text.utf8) else {
            Issue.record("\(text) is not read")
            return
        }
        switch (read, answer) {
        case (.diagonal(let read), .diagonal(let expected)): #expect((read - expected).magnitude < 1e-6)
        case (.sides(let width, let height), .sides(let expectedWidth, let expectedHeight)):
            #expect((width - expectedWidth).magnitude < 1e-6 && (height - expectedHeight).magnitude < 1e-6)
        default: #expect(read == answer)
        }
    }

    @Test(arguments: ["171", "546", "big", "21.5 parsec", "476x", "x268", "21.5 22", "-5", "card 5", "1e3", "1.2.3 cm"])
    func `other answers are refused`(text: String) {
        #expect(SizeAnswer(text.utf8) == nil)
    }

    @Test(arguments: [
        ("16:9", 16.0 / 9), ("9 : 16", 9.0 / 16), ("16/10", 1.6), ("1,78:1", 1.78), ("5:1", 5), ("1:5", 0.2),
    ])
    func `proportions are two numbers`(text: String, ratio: Double) {
        #expect(Proportions.parse(text.utf8).map { ($0 - ratio).magnitude < 1e-9 } == true)
    }

    @Test(arguments: ["16", "16:", "16:0", "51:10", "10:51", "16:9:4", "a:b"])
    func `other proportions are refused`(text: String) {
        #expect(Proportions.parse(text.utf8) == nil)
    }

    @Test func `usual proportions have their usual names`() {
        #expect(
            Proportions.text(1.777) == "16:9" && Proportions.text(0.5625) == "9:16"
                && Proportions.text(1.42) == "1.42:1")
    }

    // MARK: The card

    /// Measures a width by the part of it that the card's width is.
    private static func width(_ part: Double) -> (CardMeasurement, CardMeasurement.Refusal?) {
        var card = CardMeasurement()
        // From 0, so that the difference is exact.
        #expect(card.add(Vector(x: 0, y: 0.5)) == nil)
        let refusal = card.add(Vector(x: part, y: 0.5))
        return (card, refusal)
    }

    @Test func `the size follows from two pairs of touches`() throws {
        var card = CardMeasurement()
        for touch in [(0.2, 0.5), (0.2 + 85.6 / 476, 0.52), (0.5, 0.1), (0.48, 0.1 + 53.98 / 268)] {
            #expect(card.add(Vector(x: touch.0, y: touch.1)) == nil)
        }
        let size = try #require(card.size)
        #expect(card.isComplete && (size.width - 476).magnitude < 1e-6 && (size.height - 268).magnitude < 1e-6)
    }

    /// A screen needs room for a finger beside the card, and is at most 3 m wide.
    private static let shares: [(share: Double, refusal: CardMeasurement.Refusal?)] = [
        (1 / 1.1 + 1e-9, .screenTooSmall), (1 / 1.1, .screenTooSmall), (1 / 1.1 - 1e-9, nil),
        (85.6 / 3000 + 1e-9, nil), (85.6 / 3000 - 1e-9, .tooNear), (0.001, .tooNear), (0.0, .notFarther),
        (-0.5, .notFarther),
    ]

    @Test(arguments: shares)
    func `implausible cards are refused`(part: Double, refusal: CardMeasurement.Refusal?) {
        let (card, found) = Self.width(part)
        #expect(found == refusal)
        // Both touches of the pair are repeated.
        #expect(card.touches.count == (refusal == nil ? 2 : refusal == .screenTooSmall ? 1 : 0))
    }

    @Test func `a diagonal and proportions make a size`() {
        let size = PhysicalSize.of(diagonal: 500, ratio: 4.0 / 3)
        #expect((size.width - 400).magnitude < 1e-6 && (size.height - 300).magnitude < 1e-6)
    }
}
