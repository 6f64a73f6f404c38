import GestureCore

// What a client may not ask for that is not to learn where fingers are.

extension GestureOptions {
    /// Whether it can be found out where fingers are by what is recognized, and by what not.
    ///
    /// Regions and areas say it outright. With an edge that the client chooses, a swipe or an edge swipe says how far from the
    /// edges it began; with a distance that it chooses, two taps or a double tap says how far apart they are; with a slop, where
    /// a pinch or a rotation sets out how far apart its fingers are.
    ///
    /// - Parameter thresholds: what holds where the client does not choose.
    package func findsPlaces(beside thresholds: Thresholds) -> Bool {
        !regions.isEmpty || gestures.selection.touch || gestures.compositions.contains { $0.expression.hasArea }
            || self.thresholds.edge != thresholds.edge || self.thresholds.tapDistance != thresholds.tapDistance
            || self.thresholds.slop != thresholds.slop || self.thresholds.touchpadSlop != thresholds.touchpadSlop
    }
}

extension GestureExpression {
    fileprivate var hasArea: Bool {
        switch self {
        case .gesture(let pattern): pattern.area != nil
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.contains { $0.hasArea }
        }
    }
}
