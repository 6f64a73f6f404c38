import GestureCore

// The requests that a client without the right to positions cannot make.

extension GestureOptions {
    /// True if recognized gestures reveal the positions of fingers.
    ///
    /// Regions and areas reveal them directly. Thresholds that the client chooses reveal distances: `edge` the distance of a swipe
    /// from the edges, `tapDistance` and `ignoreRepeat` the distance of two taps, `slop` the distance of the fingers of a pinch or rotation,
    /// `reach` the distance of two fingers.
    ///
    /// - Parameter thresholds: the configured thresholds.
    package func revealsPositions(beyond thresholds: Thresholds) -> Bool {
        !regions.isEmpty || gestures.selection.touch || gestures.contains { $0.area != nil }
            || self.thresholds.edge != thresholds.edge || self.thresholds.tapDistance != thresholds.tapDistance
            || self.thresholds.slop != thresholds.slop || self.thresholds.touchpadSlop != thresholds.touchpadSlop
            || ignoreRepeat != nil
            || self.thresholds.reach != thresholds.reach
    }
}
