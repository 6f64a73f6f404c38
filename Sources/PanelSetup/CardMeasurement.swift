import GestureCore
import TouchDecoding

/// Measures a screen with a bank card, which every country makes in the same size.
///
/// A card itself is not felt, and the middle of a finger beside it has an unknown distance from its side. So the finger touches
/// beside the same side twice, and in between the card is turned over this side: that moves it by exactly its own length.
struct CardMeasurement: Equatable {
    /// In mm; ISO/IEC 7810, ID-1.
    static let cardWidth = 85.60
    static let cardHeight = 53.98
    /// A screen has to be wider than the card by this factor, so that there is room beside it.
    static let smallestRoom = 1.1

    /// The positions touched, 0…1, as the person sees the screen.
    private(set) var touches: [Vector] = []

    enum Refusal: Equatable {
        /// The second touch is not right of the first, or not below it. Both are forgotten.
        case notFarther
        /// The touches are so near that the screen would be implausibly large. Both are forgotten.
        case tooNear
        /// The side of the screen is too short for a card.
        case screenTooSmall
    }

    var isComplete: Bool { touches.count == 4 }

    /// - Returns: the reason why the touch does not count; nil if it does.
    mutating func add(_ position: Vector) -> Refusal? {
        if touches.count % 2 == 1, let first = touches.last {
            let isWidth = touches.count == 1
            let part = isWidth ? position.x - first.x : position.y - first.y
            let card = isWidth ? Self.cardWidth : Self.cardHeight
            if part >= 1 / Self.smallestRoom { return .screenTooSmall }
            guard part >= card / PhysicalSize.plausibleSide.upperBound else {
                touches.removeLast()
                return part > 0 ? .tooNear : .notFarther
            }
        }
        touches.append(position)
        return nil
    }

    /// The size as the person sees the screen; nil before the last touch.
    var size: PhysicalSize? {
        guard isComplete else { return nil }
        return PhysicalSize(
            width: Self.cardWidth / (touches[1].x - touches[0].x),
            height: Self.cardHeight / (touches[3].y - touches[2].y), source: .configuration)
    }
}
