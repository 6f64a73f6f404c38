import GestureCore

extension GestureEngine {
    /// Plays a script, and then every deadline.
    ///
    /// - Returns: all events in the order in which they are published.
    package mutating func play(_ script: TouchScript) -> [EngineEvent] {
        var events: [EngineEvent] = []
        for step in script.steps { events += play(step) }
        return events + play(.wake(at: .distantFuture))
    }

    package mutating func play(_ step: TouchScript.Step) -> [EngineEvent] {
        switch step {
        case .plug(let surface):
            attach(surface)
            return []
        case .unplug(let surface, let time): detach(surface, at: time)
        case .frame(let frame): process(frame)
        case .wake(let time): advance(to: time)
        }
        return events
    }
}
