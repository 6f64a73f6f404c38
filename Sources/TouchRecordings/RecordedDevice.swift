import GestureCore
import TouchDecoding

/// A recording that is played as a device, frame by frame, without delays.
package struct RecordedDevice {
    package let description: DeviceDescription
    package let geometry: TouchGeometry
    private let events: [RawEvent]
    private var position = 0
    private var decoder: TouchDecoder

    /// - Parameter setup: the configuration, which overrides the recording.
    package init(_ recording: Recording, setup: DeviceSetup = DeviceSetup()) throws(UnusableRecording) {
        guard let description = recording.description else { throw .noDescription }
        let setup = recording.context.completing(setup)
        guard let kind = setup.kind ?? recording.context.surfaceKind(of: description) else { throw .notTouch }
        do throws(UnusableDevice) {
            geometry = try TouchGeometry(description, kind: kind, setup: setup)
            decoder = try TouchDecoder(description, geometry)
        } catch {
            throw .unusable(error)
        }
        self.description = description
        events = recording.events
    }

    /// Sets `frame` to the next frame, with the time of the recording.
    ///
    /// - Returns: false at the end of the recording.
    package mutating func next(contacts: inout ContactNumbers, into frame: inout TouchFrame) -> Bool {
        if decoder.followUp(into: &frame) { return true }
        while position < events.count {
            let event = events[position]
            position += 1
            if decoder.handle(event, contacts: &contacts, into: &frame) { return true }
        }
        return false
    }

    /// Goes back to the beginning, with every finger up.
    package mutating func rewind() {
        position = 0
        decoder.restart()
    }

    /// The number of fingers that are down after the last frame.
    package var contactsDown: Int { decoder.contactsDown }

    package var firstTime: Instant? { events.first?.time }
    package var lastTime: Instant? { events.last?.time }
}

/// Why a recording cannot be played.
package enum UnusableRecording: Error, Equatable, Sendable {
    /// It contains only events, and no other file describes the device.
    case noDescription
    /// The device is neither a touchscreen nor a touchpad.
    case notTouch
    case unusable(UnusableDevice)
}

extension UnusableRecording {
    /// The reason for people.
    package var message: String {
        switch self {
        case .noDescription: "it has events alone and no description (N: I: P: B: A:) of the device"
        case .notTouch: "the device that it describes is neither a touchscreen nor a touchpad"
        case .unusable(let reason): "the device that it describes cannot be used: \(reason.message)"
        }
    }
}
