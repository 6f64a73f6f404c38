import GestureCore
import GestureProtocol
import TestSupport
import Testing
import Text

@testable import GestureActions

/// Plays touches to a service with the subscription of an actions file, and its events to the actions.
struct ActionsTester {
    static let screen = device("screen-1", "My Screen", .touchscreen)
    static let pad = device("pad-1", "My Pad", .touchpad)

    private static func device(_ id: ByteString, _ name: ByteString, _ kind: Surface.Kind) -> DeviceReport {
        var device = DeviceReport()
        (device.id, device.name, device.kind) = (id, name, .known(kind))
        return device
    }

    var actions: ActionEngine
    private var service: GestureEngine
    private let surface: Surface
    private var sequence: UInt64 = 0
    private var isPlugged = false

    /// - Parameter text: the file; lines without a section are those of `[actions]`.
    init(_ text: String, on surface: Surface = .screen) throws {
        let file = ActionsFile(Array((text.hasPrefix("[") ? text : "[actions]\n" + text).utf8))
        #expect(file.errors == [])
        actions = ActionEngine(file.bindings, at: .milliseconds(0))
        // As the service gets it.
        let parameters = try #require(JSONDocument(Call.subscribe(actions.request).parameters))
        let request = try CompiledSubscription(parameters: parameters.root, thresholds: Thresholds())
        service = GestureEngine(options: request.options)
        self.surface = surface
    }

    /// Returns what runs, e.g. `120 tap 2` or `300 drag up every 10mm #2 up`, with the time in ms.
    mutating func play(_ script: String) throws -> [String] {
        var runs: [String] = []
        let steps = try TouchScript(script, on: surface).steps
        // Time for what still waits.
        let end = (steps.last?.time ?? .milliseconds(0)) + .milliseconds(900)
        for step in steps + [.wake(at: end)] {
            if case .plug = step, isPlugged { continue }
            isPlugged = true
            for event in service.play(step) { runs += follow(event) }
        }
        return runs
    }

    /// The names of what runs, without times.
    mutating func names(_ script: String) throws -> [String] {
        try play(script).map { String($0.drop { $0 != " " }.dropFirst()) }
    }

    private mutating func follow(_ event: EngineEvent) -> [String] {
        let device = surface == .pad ? Self.pad : Self.screen
        sequence += 1
        return text(
            actions.follow(Event(event, sequence: sequence, device: device.id, of: service), from: device))
    }

    /// Follows an event that is written as JSON, with the time in ms.
    mutating func follow(_ kind: String, _ phase: String, at time: Int64, _ rest: String = "", gesture: Int = 1) throws
        -> [String]
    {
        let json = #"{"kind":"\#(kind)","phase":"\#(phase)","gesture":\#(gesture),"time":\#(time * 1000)\#(rest)}"#
        let document = try #require(JSONDocument(Array(json.utf8)))
        return text(actions.follow(Event(document.root), from: Self.screen))
    }

    mutating func activity(_ phase: String, of device: String = "a", at time: Int64) throws -> [String] {
        try follow("activity", phase, at: time, #","device":"\#(device)","active":\#(phase == "began")"#)
    }

    mutating func advance(to time: Int64) -> [String] { text(actions.advance(to: .milliseconds(time))) }
    mutating func disconnect(at time: Int64) -> [String] { text(actions.disconnect(at: .milliseconds(time))) }

    /// In ms.
    var deadline: Int64? { actions.deadline.map { $0.microseconds / 1000 } }

    private func text(_ runs: [ActionEngine.Run]) -> [String] {
        runs.map { run in
            let step = run.step.map { " #\($0) \(run.direction?.name.description ?? "")" } ?? ""
            return "\(run.time.microseconds / 1000) \(actions.bindings[run.binding].name)\(step)"
        }
    }
}
