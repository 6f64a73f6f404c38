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

    /// Returns whether a tap that an event can report is held back.
    func holds(_ event: EngineEvent) -> Bool {
        candidates.contains { $0.matches(event) && $0.isHeld && $0.tapFingers == event.fingers }
    }

    /// The time at which that tap was lifted.
    func tapped(_ event: EngineEvent) -> Instant? { index(of: event).map { candidates[$0].tapped } }

    func distance(to point: Vector) -> Points { explanation.origin.distance(to: point) }
}
