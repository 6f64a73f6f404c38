/// Explains the touches that an engine processes step by step.
struct TouchExplainer {
    private var open = OpenTouches()
    private var ignored = IgnoredContacts()
    private var contestedTaps = ContestedTaps()
    private var missing = MissingLevels()
    /// The number of touches so far.
    private var touches = 0

    /// The touches that were decided since ``start()``.
    private(set) var explanations: [TouchExplanation] = []

    /// The lowest number of a touch that is not decided; nil if all are.
    var firstUndecided: Int? {
        var first = ignored.firstNumber
        for touch in open.touches { first = min(touch.explanation.number, first ?? .max) }
        return first
    }

    mutating func start() { explanations.removeAll(keepingCapacity: true) }

    private mutating func newTouch() -> Int {
        touches += 1
        return touches
    }

    // MARK: Steps

    /// Asks the recognizers between the parts of a frame, after contacts have moved and before others are lifted.
    mutating func ask(_ step: EngineStep) { open.ask(step) }

    /// Follows the touches that end in a frame in which others begin.
    ///
    /// - Parameters:
    ///   - step: the frame without landings.
    ///   - whole: the engine after the whole frame.
    mutating func followEnded(_ step: EngineStep, whole: GestureEngine) { open.followEnded(step, whole: whole) }

    /// Explains the touches that a step decides.
    mutating func observe(_ step: EngineStep) {
        findTouches(in: step.engine)
        open.follow(step)
        contestedTaps.hold(&open.touches, step)
        open.endLost(step)
        // Contacts that were held back, and palms that proved to be fingers.
        _ = ignored.remove { contact in step.engine.surfaces.contains { $0.follows(contact.id) } }
        ignoreRemoved(at: step.now)
        if let frame = step.frame { followContacts(frame, step) }
        for event in step.events { note(event, step) }
        open.releaseTaps(step)
        contestedTaps.release(&open.touches, step)
        open.close(at: step.now)
        explanations += open.removeDecided()
        missing.forget(before: firstUndecided)
    }

    private mutating func findTouches(in engine: GestureEngine) {
        for surface in engine.surfaces {
            for tracker in surface.trackers where tracker.sequence.downCount > 0 {
                let key = OpenTouch.Key(surface.surface, tracker)
                guard !open.touches.contains(where: { $0.key == key }) else { continue }
                // A contact that was held back has a number.
                var known = tracker.sequence.fingers.first.flatMap { ignored.number(of: $0.id) }
                if surface.tree.isNested { known = known ?? open.number(of: tracker.person, on: surface) }
                open.touches.append(OpenTouch(key, number: known ?? newTouch(), tracker))
            }
        }
    }

    private mutating func note(_ event: EngineEvent, _ step: EngineStep) {
        guard event.kind.isComposable else { return }
        guard event.phase == event.kind.recognitionPhase else { return open.follow(event) }
        guard case .tap(let count, _, _) = event.details else { return open.recognize(event) }
        if open.recognizeTap(event, count, at: step.now) { return }
        if let assigned = contestedTaps.assign(event, count, &open.touches, step) {
            explanations += assigned
        } else {
            // The contest is over, and its region holds the tap back.
            open.recognize(event)
        }
    }

    // MARK: Contacts that do not count

    /// Removes the contacts of a surface that is detached.
    mutating func removeIgnored(on surface: SurfaceID, at now: Instant) {
        explainIgnored(ignored.remove { $0.surface == surface }, at: now)
    }

    private mutating func explainIgnored(_ contacts: [IgnoredContacts.Contact], at now: Instant) {
        for contact in contacts where !contact.wasFollowed { explanations.append(contact.explanation(at: now)) }
    }

    /// Follows the contacts that were removed from touches in this step, until they are lifted.
    private mutating func ignoreRemoved(at now: Instant) {
        for touch in open.touches {
            for removal in touch.explanation.removals where removal.instant == now {
                ignored.add(
                    IgnoredContacts.Contact(
                        surface: touch.key.surface, id: removal.contact, number: touch.explanation.number, landed: now,
                        origin: touch.centre, position: touch.centre, reason: removal.reason, wasFollowed: true))
            }
        }
    }

    private mutating func followContacts(_ frame: TouchFrame, _ step: EngineStep) {
        guard let surface = step.surface(frame.surface) else { return }
        for change in frame.changes {
            switch change.action {
            case .down:
                if let reason = frame.isWaking ? Reason(.woke) : surface.reasonIgnoring(change, at: step.now) {
                    ignore(change, on: frame.surface, reason, at: step.now)
                } else {
                    explanations += missing.explain(change, on: surface, open, step)
                }
            case .move:
                ignored.move(change.contact, to: change.position)
                if !surface.follows(change.contact) {
                    ignore(change, on: frame.surface, Reason(.initial), at: step.now)
                }
            case .up, .cancel:
                explainIgnored(ignored.remove { $0.id == change.contact }, at: step.now)
            }
        }
    }

    private mutating func ignore(
        _ change: ContactChange, on surface: SurfaceID, _ reason: Reason, at now: Instant
    ) {
        guard !ignored.contains(change.contact) else { return }
        ignored.add(
            IgnoredContacts.Contact(
                surface: surface, id: change.contact, number: newTouch(), landed: now,
                origin: change.position, position: change.position, reason: reason))
    }
}
