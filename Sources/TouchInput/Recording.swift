import GestureCore

/// The events of one device, as they were recorded, and what the device was.
public struct Recording: Equatable, Sendable {
    /// nil where the file has events alone.
    public var description: DeviceDescription?
    public var events: [RawEvent]

    public init(description: DeviceDescription?, events: [RawEvent]) {
        self.description = description
        self.events = events
    }
}

/// What is wrong with a recording, and where.
public struct RecordingError: Error, Equatable, Sendable {
    /// From 1.
    public var line: Int
    /// In bytes, from 1.
    public var column: Int
    /// What should stand there, e.g. "a hexadecimal event type".
    public var expected: String
}
