/// The events of a composition: those of its recognizers, with gesture numbers of the subscription.
extension CompositionTracker {
    mutating func publish(opening event: EngineEvent, into output: inout Output) {
        for opening in openings where opening.starts(with: event) {
            var gesture = opening
            // A possible gesture keeps its number.
            if let known = running.firstIndex(where: { $0.found == event.gesture && !$0.isNew }) {
                gesture.number = running.remove(at: known).number
            } else {
                gesture.number = output.newGesture()
            }
            gesture.isNew = true
            emit(event.phase, of: gesture, at: event.time, into: &output)
            if event.phase != .ended { running.append(gesture) }
        }
        var index = 0
        while index < running.count {
            if running[index].found == event.gesture, !running[index].isNew, event.phase == .ended {
                // A possible gesture has become one that is not part of the composition.
                running[index].last = event
                emit(.cancelled, of: running[index], at: event.time, into: &output)
                running.remove(at: index)
            } else {
                running[index].isNew = false
                index += 1
            }
        }
    }

    mutating func publish(next event: EngineEvent, into output: inout Output) {
        let isOver = event.phase == .ended || event.phase == .cancelled
        var index = 0
        while index < running.count {
            guard running[index].found == event.gesture else {
                index += 1
                continue
            }
            running[index].last = event
            // Copied, or the call would copy the whole tracker.
            let gesture = running[index]
            emit(event.phase, of: gesture, at: event.time, into: &output)
            if isOver {
                let node = running.remove(at: index).node
                if event.kind == .longPress {
                    endLongPress(node, isLost: event.phase == .cancelled)
                } else if event.phase == .ended {
                    complete(node, in: touch)
                }
            } else {
                index += 1
            }
        }
    }

    /// Cancels the gestures of a member and resets it.
    mutating func cancel(member ordinal: Int, of parent: Int, at now: Instant, into output: inout Output) {
        guard let member = tree.member(ordinal, of: parent) else { return }
        var index = 0
        while index < running.count {
            if tree.isNode(running[index].node, in: member) {
                emit(.cancelled, of: running[index], at: now, into: &output)
                running.remove(at: index)
            } else {
                index += 1
            }
        }
        startOver(member)
    }

    func isRunning(member ordinal: Int, of parent: Int) -> Bool {
        guard let member = tree.member(ordinal, of: parent) else { return false }
        return hasRunning(in: member)
    }

    func hasRunning(in node: Int) -> Bool {
        running.contains { tree.isNode($0.node, in: node) && $0.last.phase != .possible }
    }

    @inline(never)
    private func emit(_ phase: GesturePhase, of gesture: Running, at time: Instant, into output: inout Output) {
        var event = gesture.last
        if case .gesture(let pattern) = tree.nodes[gesture.node].kind { event.details = pattern.details(event.details) }
        event.phase = phase
        event.time = time
        event.gesture = gesture.number
        event.group = 0
        event.part = gesture.part
        output.append(event)
    }
}
