import GestureConfiguration
import GestureConnection
import GestureProtocol
import ServiceAccess
import Terminal
import TouchDecoding
import TouchRecordings

/// The last touches of a device, which the flight recorder of the service has kept.
struct LastTouches {
    static let option = Option(
        "--last",
        help: "Read the last touches from the flight recorder; see gestured.conf(5).")

    /// A recording in evemu format.
    let text: [UInt8]
    private let recording: Recording

    /// Gets them from the service.
    ///
    /// - Parameters:
    ///   - socket: the path of the service's socket.
    ///   - device: the id or name of a device; nil for the one that was touched last.
    init(_ socket: String, device: String?) throws(Failure) {
        let connection = try connect(socket)
        var text: [UInt8] = []
        do throws(ConnectionError) {
            connection.send(.recordLast(device))
            var isComplete = false
            while !isComplete {
                let part = RecordingPart(try connection.next(timeout: replyTimeout))
                text += part.text
                isComplete = !part.continues
            }
        } catch {
            throw Failure(error)
        }
        do throws(RecordingError) {
            recording = try Recording(evemu: text)
        } catch {
            throw RecordingPart.invalid
        }
        self.text = text
        // A touch has two frames or more. The first can be the state of the device before all touches.
        if recording.events.count(where: { $0.isReport }) < 2 {
            throw .failed("the service has kept no touches yet: touch the device, and run the command again")
        }
    }

    /// The recording as a device that can be played.
    func device(_ configuration: MachineConfiguration) throws(Failure) -> RecordedDevice {
        do throws(UnusableRecording) {
            let setup = recording.description.map { configuration.setup(of: $0, recording.context.settings) }
            return try RecordedDevice(recording, setup: setup ?? DeviceSetup())
        } catch {
            throw .failed("the last touches cannot be played: \(error.message)")
        }
    }

    /// The text of an anonymized recording.
    func anonymousText() throws(Failure) -> [UInt8] {
        guard let description = recording.description else { throw RecordingPart.invalid }
        let recorder = DeviceRecorder(description, recording.context, start: [], isAnonymous: true)
        for event in recording.events { recorder.append(event) }
        recorder.finish()
        return recorder.take()
    }
}
