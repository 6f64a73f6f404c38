/// The number, fingers and position of a gesture that goes on while fingers come and go.
struct ContinuousGesture: Equatable, Sendable {
    let number: UInt64
    private(set) var fingers: Int
    /// The centre of the fingers.
    private(set) var point: Vector

    init(number: UInt64, _ sequence: TouchSequence) {
        self.number = number
        fingers = sequence.downCount
        point = sequence.centre
    }

    /// Updates the number of fingers and their centre.
    ///
    /// A lifted finger still counts for ``Thresholds/together``, because a hand does not lift all of its fingers in one frame.
    /// The centre is that of the last move.
    mutating func update(_ sequence: TouchSequence, after step: TouchSequence.Step, at now: Instant) {
        switch step {
        case .landed: fingers = sequence.downCount
        case .moved:
            fingers = min(fingers, sequence.fingerCount(at: now))
            point = sequence.centre
        case .lifted: fingers = min(fingers, sequence.fingerCount(at: now))
        case .cancelled: break
        }
    }

    func emit(
        _ kind: GestureKind, _ phase: GesturePhase, at now: Instant, _ details: EngineEvent.Details,
        into output: inout Output
    ) {
        output.emit(kind, phase, number, at: now, fingers: fingers, point: point, details)
    }
}
