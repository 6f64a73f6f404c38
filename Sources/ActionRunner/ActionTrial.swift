import GestureActions
import GestureCore
import GestureProtocol
import Terminal
import Text

/// Prints what the bindings of an actions file would do with touches, what they nearly would do, and why they would not. Nothing runs.
struct ActionTrial {
    private let request: CompiledSubscription
    private let line: TrialLine
    private var actions: ActionEngine
    private var engine: ExplainedEngine
    private var devices: [(surface: SurfaceID, report: DeviceReport)] = []
    /// The last gestures that ran a binding.
    private var runs: [(gesture: UInt64, binding: Int)] = []

    /// More than one touch makes.
    private static let mostRuns = 256
    /// The most bindings that a touch nearly ran and that are listed.
    private static let mostMisses = 3

    init(_ file: ActionsFile, _ location: ActionsLocation, _ thresholds: Thresholds, start: Instant) throws(Failure) {
        line = TrialLine(file: file, location: location, start: start)
        line.noteApplications(in: "trial")
        actions = ActionEngine(file.bindings, at: start)
        request = try location.compiled(actions.request, thresholds)
        engine = ExplainedEngine(options: request.options)
    }

    /// - Parameter settings: finds the settings that decide on the device.
    mutating func attach(_ device: DeviceReport, _ surface: Surface, settings: @escaping ConfiguredSetting.Finder) {
        devices.append((surface.id, device))
        engine.attach(surface, settings: settings)
    }

    mutating func detach(_ surface: SurfaceID, at time: Instant) {
        engine.detach(surface, at: time)
        report()
        devices.removeAll { $0.surface == surface }
    }

    mutating func process(_ frame: TouchFrame, loss: ContactLoss = .unknown) {
        engine.process(frame, loss: loss)
        report()
    }

    mutating func advance(to time: Instant) {
        engine.advance(to: time)
        report()
        run(actions.advance(to: time))
    }

    // MARK: Reports

    private func device(_ surface: SurfaceID) -> DeviceReport {
        devices.first { $0.surface == surface }?.report ?? DeviceReport()
    }

    private func event(_ event: EngineEvent) -> Event {
        Event(event, sequence: 0, device: device(event.surface).id, of: engine.recognition)
    }

    private mutating func report() {
        for event in engine.events where request.wants(event.phase) {
            run(actions.advance(to: event.time))
            run(actions.follow(self.event(event), from: device(event.surface)))
        }
        var notes: [Note] = []
        for touch in engine.explanations { explain(touch, &notes) }
        for note in notes {
            if let binding = note.binding {
                line.write(binding, ": " + note.text, at: note.time)
            } else {
                line.write(note.text, at: note.time)
            }
        }
    }

    private mutating func run(_ new: [ActionEngine.Run]) {
        for run in new {
            line.write(run)
            if runs.count == Self.mostRuns { runs.removeFirst() }
            runs.append((run.event?.gesture ?? 0, run.binding))
        }
    }

    /// Adds a line in the order of time. One for each of several taps that are the same otherwise is enough: the last.
    private func add(_ note: Note, to notes: inout [Note]) {
        if note.binding != nil { notes.removeAll { $0.isAbout(note.binding, note.text) && $0.time <= note.time } }
        notes.insert(note, at: notes.firstIndex { $0.time > note.time } ?? notes.count)
    }

    private func explain(_ touch: TouchExplanation, _ notes: inout [Note]) {
        let device = device(touch.surface)
        if let reason = touch.ignored ?? touch.reasonWithoutFingers {
            return add(Note(time: touch.ended, text: "a finger was ignored: \(reason.text)"), to: &notes)
        }
        var isTold = false
        for verdict in touch.verdicts {
            guard case .recognized(let gesture) = verdict.outcome else { continue }
            for binding in actions.bindings(of: event(gesture.first)) {
                isTold = true
                // Of several taps, the last one tells.
                guard gesture.first.time <= touch.ended,
                    !runs.contains(where: { $0.gesture == gesture.first.gesture && $0.binding == binding })
                else { continue }
                let text = words(verdict, gesture, binding, device)
                add(Note(time: gesture.last.time, binding: binding, text: text), to: &notes)
            }
        }
        var count = 0
        for index in NearMisses.indices(of: touch) {
            let verdict = touch.verdicts[index]
            guard let reason = verdict.reason, reason.rule != .notInTurn else { continue }
            // A touch that was another bound gesture did not miss a tap or a hold by mistake, unless it was to go on a sequence.
            if isTold, verdict.kind.isAction, !verdict.isOfBegunSequence { continue }
            for binding in actions.bindings(of: event(touch.event(of: verdict))) where actions.isFor(device, binding) {
                guard count < Self.mostMisses else { return }
                count += 1
                let stage = verdict.stageText.map { $0 + ": " } ?? ""
                let text = stage + reason.textWithAdvice(for: verdict)
                add(Note(time: touch.ended, binding: binding, text: "not run: " + text), to: &notes)
            }
        }
        if !isTold, count == 0 {
            let text = "nothing is bound to what \(counted(touch.fingers, "finger")) did"
            add(Note(time: touch.ended, text: text), to: &notes)
        }
    }

    /// Why a gesture that was made did not run its binding.
    private func words(
        _ verdict: Verdict, _ gesture: RecognizedGesture, _ binding: Int, _ device: DeviceReport
    ) -> String {
        if verdict.part?.stage != verdict.part?.stages, let stage = verdict.stageText { return "\(stage) is made" }
        switch actions.obstacle(to: binding, device, at: gesture.first.time) {
        case .application(let name): return "not run: it is for \(name), and no application has the focus in a trial"
        case .device(let name): return "not run: it is for \(name), not for \(device.name)"
        case .narrower(let other): return "not run: line \(actions.bindings[other].line) runs in its place"
        case .cooldown(let cooldown, let ago):
            return "not run: it ran \(ago.words) ago, and has a cooldown of \(cooldown.words)"
        case .step(let step):
            let length = gesture.translation.map {
                ", the whole movement was \(millimetres($0.length))"
            }
            return "not run: no step of \(step.words)" + (length ?? "")
        case .moment:
            let moment = actions.bindings[binding].moment ?? .begin
            return "not run: made, but without the '\(moment.name)' that the action waits for"
        }
    }

    /// A line that is not written yet.
    private struct Note {
        var time: Instant
        var binding: Int?
        var text: String

        func isAbout(_ binding: Int?, _ text: String) -> Bool {
            self.binding == binding && self.text.utf8.elementsEqual(text.utf8)
        }
    }
}

extension TouchExplanation {
    /// Why the touch was nothing, if no finger of it counts.
    fileprivate var reasonWithoutFingers: Reason? {
        isWithoutFingers && !verdicts.contains { $0.isRecognized } ? removals.first?.reason : nil
    }
}

extension Verdict {
    /// Whether the gesture is of a sequence that had begun: it has a stage behind it, or some of its taps.
    fileprivate var isOfBegunSequence: Bool {
        guard part?.stages != nil else { return false }
        return endsSequence || reason?.rule == .tapCount && !missesMore
    }
}
