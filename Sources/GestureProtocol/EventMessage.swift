import GestureCore

extension JSONWriter {
    /// Writes an event as clients get it.
    ///
    /// - Parameters:
    ///   - sequence: counts the events of one subscription, from 1.
    ///   - device: the device's id, as a JSON string with its quotes.
    public mutating func event(_ event: GestureEvent, sequence: UInt64, device: [UInt8]) {
        bytes.append(addingCapacity: Self.largestEvent + device.count) {
            $0.event(event, sequence: sequence, device: device)
        }
    }

    /// Writes an event with the frame that Varlink gives each reply of a stream, the final NUL included.
    public mutating func eventReply(_ event: GestureEvent, sequence: UInt64, device: [UInt8]) {
        bytes.append(addingCapacity: Self.largestEvent + device.count) { output in
            output.raw("{\"parameters\":{\"event\":")
            output.event(event, sequence: sequence, device: device)
            output.raw("},\"continues\":true}\0")
        }
    }

    /// More than the names of all fields and the longest numbers there can be take together, in bytes.
    private static let largestEvent = 768
}

extension OutputSpan<UInt8> {
    fileprivate mutating func event(_ event: GestureEvent, sequence: UInt64, device: [UInt8]) {
        raw("{\"sequence\":")
        integer(sequence)
        raw(",\"gesture\":")
        integer(event.gesture)
        raw(",\"kind\":\"")
        raw(event.kind.name)
        raw("\",\"phase\":\"")
        raw(event.phase.name)
        raw("\",\"device\":")
        raw(device)
        raw(",\"time\":")
        integer(event.time.microseconds)
        raw(",\"fingers\":")
        integer(event.fingers)
        raw(",\"x\":")
        decimal(event.position.x, places: 6)
        raw(",\"y\":")
        decimal(event.position.y, places: 6)
        vector(",\"points\":", event.point)
        details(event.details)
        raw("}")
    }

    private mutating func details(_ details: GestureEvent.Details) {
        switch details {
        case .none:
            break
        case .press(let inside):
            raw(",\"inside\":")
            bool(inside)
        case .tap(let count, let run, let decided):
            raw(",\"count\":")
            integer(count)
            raw(",\"run\":")
            integer(run)
            if let decided {
                raw(",\"decided\":")
                integer(decided.microseconds)
            }
        case .motion(let translation, let velocity):
            vector(",\"translation\":", translation)
            vector(",\"velocity\":", velocity)
        case .swipe(let direction, let translation, let velocity):
            raw(",\"direction\":\"")
            raw(direction.name)
            raw("\"")
            vector(",\"translation\":", translation)
            vector(",\"velocity\":", velocity)
        }
    }

    private mutating func vector(_ key: StaticString, _ vector: Vector) {
        raw(key)
        raw("{\"x\":")
        decimal(vector.x, places: 3)
        raw(",\"y\":")
        decimal(vector.y, places: 3)
        raw("}")
    }
}
