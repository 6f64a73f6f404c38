import GestureCore
import TouchDecoding

/// The events of one device, as they were recorded, and what the device was.
package struct Recording: Equatable, Sendable {
    /// nil where the file has events alone.
    package var description: DeviceDescription?
    /// Empty where the file does not tell.
    package var context: DeviceContext
    package var events: [RawEvent]

    package init(
        description: DeviceDescription?, context: DeviceContext = DeviceContext(), events: [RawEvent]
    ) {
        self.description = description
        self.context = context
        self.events = events
    }
}

/// What is wrong with a recording, and where.
package struct RecordingError: Error, Equatable, Sendable {
    /// From 1.
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    /// What should stand there, e.g. "a hexadecimal event type".
    package var expected: String
}

extension Recording {
    /// Reads a recording in whichever format the first line shows that is of one format alone.
    package init(_ bytes: [UInt8]) throws(RecordingError) {
        var lines = LineReader(bytes)
        var strange: RecordingError?
        while var line = lines.next() {
            switch line.format {
            case .evemu:
                try self.init(evemu: bytes)
                return
            case .getevent:
                try self.init(getevent: bytes)
                return
            case .libinput:
                try self.init(libinput: bytes)
                return
            case nil:
                // What getevent writes may begin with the prompt it was called from.
                if strange == nil, !line.isAtEnd {
                    strange = line.error("a recording of evemu, getevent -t or libinput record")
                }
            }
        }
        if let strange { throw strange }
        self.init(description: nil, events: [])
    }
}

private enum RecordingFormat {
    case evemu, getevent, libinput
}

extension LineScanner {
    /// Of which format the line is; nil if it may be of any.
    fileprivate var format: RecordingFormat? {
        var line = self
        if line.skip("version:") { return .libinput }
        if line.isGetevent { return .getevent }
        line.skipSpace()
        for tag: StaticString in ["N:", "I:", "P:", "B:", "A:", "L:", "S:", "E:"] where line.skip(tag) { return .evemu }
        return nil
    }
}
