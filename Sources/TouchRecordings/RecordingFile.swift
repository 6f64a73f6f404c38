import System
import TouchDecoding

/// The reason why a file cannot be played.
package struct RecordingFileError: Error, Equatable, Sendable {
    /// Contains the file name and, for a syntax error, line and column.
    package var message: String
}

extension Recording {
    /// In bytes: more than a day of ten fingers.
    private static let largestFile = 1 << 30

    /// Reads a file, or standard input for `-`.
    package init(path: String) throws(RecordingFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try contents(of: path, limit: Self.largestFile)
        } catch {
            throw RecordingFileError(message: error.message)
        }
        do throws(RecordingError) {
            try self.init(bytes)
        } catch {
            throw RecordingFileError(message: "\(path):\(error.line):\(error.column): expected \(error.expected)")
        }
    }
}

extension RecordedDevice {
    /// Reads a recording to play it.
    ///
    /// - Parameters:
    ///   - descriptionPath: a file that describes the device, if the recording does not.
    ///   - setup: returns the configuration of a device.
    package init(
        path: String, descriptionPath: String? = nil, setup: (DeviceDescription) -> DeviceSetup = { _ in DeviceSetup() }
    ) throws(RecordingFileError) {
        var recording = try Recording(path: path)
        if let descriptionPath {
            let device = try Recording(path: descriptionPath)
            guard device.description != nil else {
                throw RecordingFileError(message: "\(descriptionPath): no description of a device (N: I: P: B: A:)")
            }
            recording.description = device.description
            recording.context = device.context
        }
        do throws(UnusableRecording) {
            try self.init(recording, setup: recording.description.map(setup) ?? DeviceSetup())
        } catch {
            throw RecordingFileError(message: "\(path): \(error.message)")
        }
    }
}
