import GestureCore
import TouchDecoding

/// The recorded events of one device, and its description.
package struct Recording: Equatable, Sendable {
    /// nil if the file contains only events.
    package var description: DeviceDescription?
    /// Empty if the file does not contain it.
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

/// A syntax error in a recording.
package struct RecordingError: Error, Equatable, Sendable {
    /// From 1.
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    /// The expected text, e.g. "a hexadecimal event type".
    package var expected: String
}

extension Recording {
    /// Reads a recording. The first line that is valid in one format only decides which format it is.
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
                // The output of getevent can begin with the prompt of the shell.
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
    /// The format of the line; nil if several formats are possible.
    fileprivate var format: RecordingFormat? {
        var line = self
        if line.skip("version:") { return .libinput }
        if line.isGetevent { return .getevent }
        line.skipSpace()
        for tag: StaticString in ["N:", "I:", "P:", "B:", "A:", "L:", "S:", "E:"] where line.skip(tag) { return .evemu }
        return nil
    }
}
