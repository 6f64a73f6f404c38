/// What an engine did in one step: in a frame, or at a deadline.
struct EngineStep {
    /// The engine after the step, with the events of the step.
    let engine: GestureEngine
    /// The engine before the step, if reasons depend on it: where regions are nested, and with compositions.
    let before: GestureEngine?
    /// nil for a deadline.
    let frame: TouchFrame?
    let now: Instant
    /// Why contacts are cancelled in the frame.
    var loss = ContactLoss.unknown

    var events: [EngineEvent] { engine.events }

    func surface(_ id: SurfaceID) -> SurfaceTracker? { engine.surfaces.first { $0.surface.id == id } }

    /// Returns a tracker as it was before the step; nil if it is new, or if nothing depends on it.
    func trackerBefore(_ tracker: RegionTracker, on surface: Surface) -> RegionTracker? {
        before?.tracker(of: OpenTouch.Key(surface, tracker))
    }

    /// Why no other tap followed a tap that was held back.
    func wordsForMissingTap(isAlone: Bool) -> String {
        isAlone
            ? Reason.wordsForMissingTap(within: engine.options.thresholds.tapGap)
            : "the next touch was not the next tap"
    }
}

extension GestureEngine {
    /// The tracker that followed a touch, and can follow another one now.
    func tracker(of key: OpenTouch.Key) -> RegionTracker? {
        for surface in surfaces {
            for tracker in surface.trackers where OpenTouch.Key(surface.surface, tracker).isSameTracker(as: key) {
                return tracker
            }
        }
        return nil
    }

    /// Returns whether a tracker still follows a touch.
    func follows(_ key: OpenTouch.Key) -> Bool { tracker(of: key)?.sequence.number == key.number }
}
