import GestureCore
import Terminal
import Text
import TouchDecoding
import TouchRecordings

/// The contacts and gestures of a recording, or of a part of it, as a plot shows them. All times are in s from its first event.
package struct PlottedRecording {
    /// The name of the device, or its type if it has none.
    let device: String
    /// Whether the device does not report its size.
    let isSizeAssumed: Bool
    let surface: Surface
    let options: GestureOptions
    let limits: PlotLimits
    /// How many fingers are down at once, at most.
    private(set) var mostFingers = 0
    /// In the order of their landings.
    private(set) var contacts: [PlottedContact] = []
    /// In the order in which they started.
    private(set) var gestures: [PlottedGesture] = []
    /// In the order of their landings.
    private(set) var touches: [PlottedTouch] = []
    private(set) var spreads: [PlottedSpread] = []

    /// The largest numbers of contacts, gestures and positions in a plot. Nobody could tell more of them apart.
    package static let mostContacts = 200
    package static let mostGestures = 400
    static let mostSamples = 200_000

    /// - Parameters:
    ///   - part: the times at which the plotted contacts land.
    ///   - settings: finds the settings that decide on the device.
    /// - Throws: if the part has no contacts, or too many.
    package init(
        _ recorded: RecordedDevice, _ options: GestureOptions, part: Range<Double>,
        settings: ConfiguredSetting.Finder? = nil
    ) throws(PlotError) {
        var frames = RecordedFrames(recorded)
        surface = frames.surface
        isSizeAssumed = recorded.geometry.size.source == .assumed
        let name = recorded.description.name
        self.device = name.utf8.isEmpty ? "\(surface.kind.name)" : name
        self.options = options
        limits = PlotLimits(options, on: surface.kind)
        var clock = RecordingClock(start: recorded.firstTime ?? .distantPast)
        var recognition = PlotRecognition(options, surface, part, settings: settings)
        var movements: [PlottedMovement] = []
        var samples = 0
        var down = 0
        while frames.next() {
            let time = clock.seconds(frames.frame.time)
            recognition.process(frames, clock)
            let plotted = follow(frames.frame.changes, at: time, part)
            for change in plotted.changes where change.action != .move { down += change.action == .down ? 1 : -1 }
            mostFingers = max(mostFingers, down)
            samples += plotted.samples
            if !plotted.changes.isEmpty {
                movements.append(PlottedMovement(changes: plotted.changes, stamp: frames.frame.time, time: time))
            }
            if contacts.count > Self.mostContacts || recognition.gestures.count > Self.mostGestures
                || samples > Self.mostSamples
            {
                throw .tooLong(upTo: contacts.last?.landed.time ?? time)
            }
        }
        guard !contacts.isEmpty else { throw .empty }
        let end = clock.seconds(frames.end)
        for index in contacts.indices where contacts[index].end == .open { contacts[index].finish(.open, at: end) }
        recognition.finish(frames, clock)
        gestures = recognition.gestures
        assign(recognition.explanations, recognition, clock)
        spreads = PlottedSpread.all(movements, on: surface.kind, contacts, options)
    }

    /// - Returns: the changes of contacts that are plotted, and the number of positions that were added.
    private mutating func follow(
        _ changes: [ContactChange], at time: Double, _ part: Range<Double>
    ) -> (changes: [ContactChange], samples: Int) {
        var plotted: [ContactChange] = []
        var added = 0
        for change in changes {
            if change.action == .down {
                guard part.contains(time) else { continue }
                contacts.append(
                    PlottedContact(number: contacts.count + 1, id: change.contact, landed: time, at: change.position))
                added += 1
                plotted.append(change)
            } else if let index = contacts.lastIndex(where: { $0.id == change.contact }) {
                added -= contacts[index].samples.count
                switch change.action {
                case .move: contacts[index].move(to: change.position, at: time)
                case .up: contacts[index].finish(.lifted, at: time)
                case .cancel, .down: contacts[index].finish(.cancelled, at: time)
                }
                added += contacts[index].samples.count
                plotted.append(change)
            }
        }
        return (plotted, added)
    }

    /// Finds the contacts of each gesture: those of the touches that were explained as the gesture or, if it was not explained, those of
    /// the touches that began meanwhile in its region.
    private mutating func assign(
        _ explanations: [TouchExplanation], _ recognition: PlotRecognition, _ clock: RecordingClock
    ) {
        touches = explanations.map { touch in
            PlottedTouch(touch, contacts, in: recognition.place(of: touch.region), began: clock.of(touch.began))
        }
        .filter { !$0.contacts.isEmpty }.sorted { ($0.began, $0.contacts[0]) < ($1.began, $1.contacts[0]) }
        for touch in touches {
            for (contact, reason) in touch.ignored { contacts[contact].ignored = reason }
        }
        for index in gestures.indices {
            let gesture = gestures[index]
            var own = touches.filter { $0.gestures.contains(gesture.number) }
            if own.isEmpty {
                own = touches.filter { touch in
                    touch.region == gesture.region && touch.began >= gesture.landed && touch.began <= gesture.ended
                }
            }
            gestures[index].contacts = contacts.indices.filter { contact in
                !contacts[contact].isIgnored && contacts[contact].landed.time <= gesture.ended
                    && own.contains { $0.contacts.contains(contact) }
            }
        }
    }

    /// The gesture that describes best what a contact did; nil if it took part in none.
    func gesture(of contact: Int) -> PlottedGesture? {
        var best: PlottedGesture?
        for gesture in gestures where gesture.contacts.contains(contact) && gesture.rank > best?.rank ?? 0 {
            best = gesture
        }
        return best
    }

    /// The colour of a contact: grey if it does not count, else that of its gesture.
    func colour(of contact: Int) -> Colour {
        contacts[contact].isLost ? .grey : gesture(of: contact)?.colour ?? .plain
    }

    /// The times at which the fingers of a gesture did it: between them, and after them, it waited for what else would come.
    func activeParts(of gesture: PlottedGesture) -> [ClosedRange<Double>] {
        if gesture.isCancelled { return [] }
        if gesture.kind.recognitionPhase == .began { return [gesture.began...gesture.ended] }
        guard gesture.kind == .tap else { return [gesture.landed...gesture.ended] }
        var parts: [ClosedRange<Double>] = []
        for index in gesture.contacts {
            let interval = contacts[index].interval
            if let last = parts.last, interval.lowerBound <= last.upperBound {
                parts[parts.count - 1] = last.lowerBound...max(last.upperBound, interval.upperBound)
            } else {
                parts.append(interval)
            }
        }
        return parts
    }

    /// A contact in words with the gestures that it was not, each in a line, e.g. `contact 2: swipe up, 0.52 s to 0.61 s, 84 mm from its landing`.
    func title(of index: Int) -> String {
        let contact = contacts[index]
        var text = "contact \(contact.number): "
        switch contact.end {
        case .cancelled where contact.ignored == nil: text += "cancelled, "
        case .lifted, .open, .cancelled:
            if let reason = contact.ignored {
                text += "ignored: \(reason), "
            } else {
                text += gesture(of: index).map { $0.title + ", " } ?? ""
            }
        }
        text += "\(thousandths(contact.landed.time)) s to \(thousandths(contact.last.time)) s"
        text += ", at most \(millimetres(contact.reach)) from its landing"
        for touch in touches where touch.contacts.contains(index) {
            for reason in touch.reasons { text += "\n" + reason }
        }
        return text
    }
}

/// Why a recording cannot be plotted.
package enum PlotError: Error, Equatable {
    /// No finger lands.
    case empty
    /// More than fits into one plot lands up to this time, in s.
    case tooLong(upTo: Double)
}
