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
        for touch in engine.explanations { explain(touch) }
    }

    private mutating func run(_ new: [ActionEngine.Run]) {
        for run in new {
            line.write(run)
            if runs.count == Self.mostRuns { runs.removeFirst() }
            runs.append((run.event?.gesture ?? 0, run.binding))
        }
    }

    private func explain(_ touch: TouchExplanation) {
        let device = device(touch.surface)
        if let reason = touch.ignored { return line.write("a finger was ignored: \(reason.text)", at: touch.ended) }
        var isTold = false
        for verdict in touch.verdicts {
            guard case .recognized(let gesture) = verdict.outcome else { continue }
            for binding in actions.bindings(of: event(gesture.first)) {
                isTold = true
                // Of several taps, the last one tells.
                guard gesture.first.time <= touch.ended,
                    !runs.contains(where: { $0.gesture == gesture.first.gesture && $0.binding == binding })
                else { continue }
                line.write(binding, ": " + words(verdict, binding, device), at: gesture.first.time)
            }
        }
        var count = 0
        for (verdict, reason, _) in NearMisses.verdicts(of: touch) where reason.rule != .notInTurn {
            // A touch that was another bound gesture did not miss a tap or a hold by mistake.
            if isTold, verdict.kind.isAction { continue }
            for binding in actions.bindings(of: event(touch.event(of: verdict))) where actions.isFor(device, binding) {
                guard count < Self.mostMisses else { return }
                count += 1
                line.write(binding, ": not run: " + reason.textWithAdvice(for: verdict), at: touch.ended)
            }
        }
        if !isTold, count == 0 {
            line.write("nothing is bound to what \(counted(Int64(touch.fingers), "finger")) did", at: touch.ended)
        }
    }

    /// Why a gesture that was made did not run its binding.
    private func words(_ verdict: Verdict, _ binding: Int, _ device: DeviceReport) -> String {
        if let part = verdict.part, let stage = part.stage, let stages = part.stages, stage < stages {
            return "stage \(stage) of \(stages) is made"
        }
        return switch actions.obstacle(to: binding, device) {
        case .application(let name): "not run: it is for \(name), and no application has the focus in a trial"
        case .device(let name): "not run: it is for \(name), not for \(device.name)"
        case .narrower(let other): "not run: line \(actions.bindings[other].line) runs in its place"
        case .cooldown: "not run: it ran a moment ago, and has a cooldown"
        case .moment: "made, but not the part of the gesture that the action waits for"
        }
    }
}
