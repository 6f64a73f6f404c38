import GestureCore
import TouchDecoding

/// Converts the events of a device to the text of a recording.
package final class DeviceRecorder {
    private var writer = RecordingWriter()
    /// nil if the events contain no earlier contacts.
    private var initialContacts: InitialContactFilter?
    /// nil unless the recording is anonymized.
    private var anonymizer: TouchAnonymizer?
    private var random = SystemRandomNumberGenerator()
    private let description: DeviceDescription

    /// - Parameter state: the current state of the device.
    package convenience init(
        _ description: DeviceDescription, _ context: DeviceContext, _ state: DeviceSnapshot, isAnonymous: Bool
    ) {
        self.init(description, context, start: state.startEvents, isAnonymous: isAnonymous)
        initialContacts = InitialContactFilter(description, state)
    }

    /// - Parameter start: the events before the first one, at time 0.
    package init(
        _ description: DeviceDescription, _ context: DeviceContext, start: [RawEvent], isAnonymous: Bool
    ) {
        self.description = description
        let kind = context.surfaceKind(of: description)
        // Recordings describe the panel as it was built.
        var setup = context.completing(DeviceSetup())
        setup.orientation = Orientation()
        let geometry = try? TouchGeometry(description, kind: kind ?? .touchscreen, setup: setup)
        if isAnonymous {
            let anonymous = description.anonymous
            writer.write(anonymous, context.anonymous(for: anonymous), size: geometry?.size)
            anonymizer = TouchAnonymizer(description, size: geometry?.surface(SurfaceID(0)).size ?? .zero)
        } else {
            writer.write(description, context, size: geometry?.size)
        }
        for event in start { anonymizer?.take(event, using: &random) }
        writer.write(start: anonymizer?.takeEvents() ?? start)
    }

    package func append(_ event: RawEvent) {
        if initialContacts?.removes(event) ?? false { return }
        if anonymizer != nil { anonymizer?.take(event, using: &random) } else { writer.write(event) }
    }

    /// Records that events were lost.
    ///
    /// - Parameter state: the state of the device after that.
    package func append(overrunAt time: Instant, _ state: DeviceSnapshot) {
        for event in state.overrunEvents(at: time, of: description) { append(event) }
    }

    /// Ends the recording.
    package func finish() { anonymizer?.finish(using: &random) }

    /// Takes the text that is complete: whole lines.
    package func take() -> [UInt8] {
        for event in anonymizer?.takeEvents() ?? [] { writer.write(event) }
        defer { writer.removeAll() }
        return writer.bytes
    }
}
