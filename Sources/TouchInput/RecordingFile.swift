import Platform

/// Why a file cannot be played.
public struct RecordingFileError: Error, Equatable, Sendable {
    /// Names the file, and line and column where one is wrong.
    public var message: String
}

extension Recording {
    /// More than a day of ten fingers.
    private static let largestFile = 1 << 30

    /// Reads a file, `-` being standard input.
    public init(path: String) throws(RecordingFileError) {
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
    /// Opens a recording to play it.
    ///
    /// - Parameters:
    ///   - descriptionPath: a file that describes the device, where the recording does not.
    ///   - setup: what is configured for a device.
    public init(
        path: String, descriptionPath: String? = nil, setup: (DeviceDescription) -> DeviceSetup = { _ in DeviceSetup() }
    ) throws(RecordingFileError) {
        let recording = try Recording(path: path)
        var description = recording.description
        if let descriptionPath {
            description = try Recording(path: descriptionPath).description
            guard description != nil else {
                throw RecordingFileError(message: "\(descriptionPath): no description of a device (N: I: P: B: A:)")
            }
        }
        do throws(UnusableRecording) {
            try self.init(recording, description: description, setup: description.map(setup) ?? DeviceSetup())
        } catch {
            throw RecordingFileError(message: "\(path): \(error.message)")
        }
    }
}
