/// Which events belong to a touch.
extension OpenTouch {
    /// Returns whether it is the touch of a contact at a level that can own its tap.
    func isLevel(of contact: ContactID, on surface: SurfaceID) -> Bool {
        key.surface == surface && !key.isSimultaneous && explanation.contacts.contains(contact)
    }

    func index(of event: EngineEvent) -> Int? { candidates.firstIndex { $0.matches(event) } }

    /// Returns whether the touch of an event that began then can be this one.
    func includes(_ origin: Instant, of event: EngineEvent) -> Bool {
        if origin == explanation.began { return true }
        // Fingers that act while others rest land later than the touch.
        return event.part != nil && origin > explanation.began && (!isOver || origin < explanation.ended)
    }

    /// Returns whether an event can be of fingers that act while others rest in this touch.
    func isBesideResting(_ event: EngineEvent) -> Bool {
        guard let index = index(of: event), key.surface == event.surface, key.region == event.region else {
            return false
        }
        return candidates[index].member?.pattern.restingFingers ?? 0 > 0
    }

    /// Returns whether a tap that an event can report is held back.
    func holds(_ event: EngineEvent) -> Bool { tapped(event) != nil }

    /// The time at which that tap was lifted; nil if none is held back.
    ///
    /// A sequence can start over while its recognizers hold a tap back for another of its gestures.
    func tapped(_ event: EngineEvent) -> Instant? {
        guard let index = index(of: event) else { return nil }
        let own = candidates[index]
        if own.isHeld { return own.tapFingers == event.fingers ? own.tapped : nil }
        guard !own.isRecognized else { return nil }
        return candidates.first { $0.isHeld && $0.tapFingers == event.fingers && $0.sharesRecognizers(with: own) }?
            .tapped
    }

    func distance(to point: Vector) -> Points { explanation.origin.distance(to: point) }
}
