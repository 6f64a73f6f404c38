import GestureCore

/// How a panel is mounted. The mirror is applied before the rotation.
package struct Orientation: Equatable, Sendable {
    /// How far the panel is turned clockwise, as seen from the front.
    package enum Rotation: Equatable, Sendable, CaseIterable {
        case none, quarter, half, threeQuarters

        package var degrees: Int {
            switch self {
            case .none: 0
            case .quarter: 90
            case .half: 180
            case .threeQuarters: 270
            }
        }

        package init?(degrees: Int) {
            for rotation in Self.allCases where rotation.degrees == degrees {
                self = rotation
                return
            }
            return nil
        }
    }

    /// The axis that is reversed, on the panel as it was built.
    package enum Mirror: Equatable, Sendable, CaseIterable {
        case none
        /// Left and right are exchanged.
        case horizontal
        /// Top and bottom are exchanged.
        case vertical
    }

    package var rotation: Rotation
    package var mirror: Mirror

    package init(rotation: Rotation = .none, mirror: Mirror = .none) {
        self.rotation = rotation
        self.mirror = mirror
    }

    /// Whether width and height are exchanged.
    package var swapsSides: Bool { rotation == .quarter || rotation == .threeQuarters }

    /// Maps positions on the panel as it was built to positions as seen, both 0…1.
    package var map: Affine {
        let mirrored =
            switch mirror {
            case .none: Affine.identity
            case .horizontal: Affine(xx: -1, x0: 1)
            case .vertical: Affine(yy: -1, y0: 1)
            }
        let turned =
            switch rotation {
            case .none: Affine.identity
            case .quarter: Affine(xx: 0, xy: -1, x0: 1, yx: 1, yy: 0)
            case .half: Affine(xx: -1, x0: 1, yy: -1, y0: 1)
            case .threeQuarters: Affine(xx: 0, xy: 1, yx: -1, yy: 0, y0: 1)
            }
        return mirrored.followed(by: turned)
    }
}
