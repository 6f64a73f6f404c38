import Foundation
import GestureCore
import Testing
import Text

@testable import Terminal

@Suite struct GestureAppearanceTests {
    private static let all =
        GestureKind.allCases.map { GestureAppearance($0) } + Direction.allCases.map { GestureAppearance($0) }
        + [GestureAppearance(.tap, count: 2), .unknown]

    @Test(arguments: all) func `a symbol takes one column`(appearance: GestureAppearance) {
        #expect(columns(of: "\(appearance.symbol)".utf8) == 1)
        #expect("\(appearance.plainSymbol)".utf8.count == 1)
    }

    @Test(arguments: all) func `common monospaced fonts have the symbol`(appearance: GestureAppearance) {
        let wgl4 = "←↑→↓↔↕↨∂∆∏∑√∞∟∩∫≈≠≡≤≥⌂⌐■□▪▫▬▲►▼◄◊○●◘◙◦☺☻☼♀♂♠♣♥♦♪♫".unicodeScalars
        #expect("\(appearance.symbol)".unicodeScalars.allSatisfy { $0.value < 0x100 || wgl4.contains($0) })
    }

    @Test func `each kind has a colour of its own, apart from swipes`() {
        let kinds = GestureKind.allCases.filter { $0 != .swipe && $0 != .edgeSwipe }
        let directions: [Direction] = [.up, .down, .left, .right]
        let colours = kinds.map { GestureAppearance($0).colour } + directions.map { GestureAppearance($0).colour }
        #expect(Set(colours).count == colours.count)
        #expect(Set(Colour.allCases.map { $0.code }).count == Colour.allCases.count)
    }

    @Test func `swipes have the look of their direction`() {
        #expect("\(GestureAppearance(.swipe, direction: .left).symbol)" == "←")
        #expect(GestureAppearance(.edgeSwipe, direction: .left).colour == .red)
    }

    @Test(arguments: Colour.allCases) func `colours differ enough from their background`(colour: Colour) {
        #expect(contrast(colour.onLight, "#ffffff") >= 4.5)
        #expect(contrast(colour.onDark, "#0d1117") >= 4.5)
    }

    /// The contrast ratio, 1 … 21. Source: WCAG 2.2.
    private func contrast(_ one: StaticString, _ other: StaticString) -> Double {
        let luminances = [luminance(one), luminance(other)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }

    private func luminance(_ colour: StaticString) -> Double {
        let number = Int("\(colour)".dropFirst(), radix: 16)!
        let parts = [number >> 16, number >> 8 & 0xff, number & 0xff].map { byte -> Double in
            let value = Double(byte) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
