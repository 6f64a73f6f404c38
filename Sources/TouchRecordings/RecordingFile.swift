import GestureCore
import System
import TouchDecoding

/// The reason why a file cannot be played.
package struct RecordingFileError: Error, Equatable, Sendable {
    /// Contains the file name and, for a syntax error, line and column.
    package var message: String
}

extension Recording {
    /// In bytes: an hour of ten fingers that move all the time, 120 times a second. These are 432,000 frames of 33 lines (a slot and
    /// two coordinates for each finger, two for the pointer, and the end of the frame) with 32 bytes each.
    private static let largestFile = 512 << 20

    /// Reads a file, or standard input for `-`. Refuses a file whose first MiB is invalid without reading the rest.
    package init(path: String) throws(RecordingFileError) {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try contents(of: path, limit: Self.largestFile) { beginning throws(FileError) in
                // The last line can be incomplete. Without a line that ends, the whole is one line, which is too long.
                let end = beginning.lastIndex(of: UInt8(ascii: "\n")) ?? beginning.endIndex
                do throws(RecordingFileError) {
                    _ = try Self(Array(beginning[..<end]), path: path)
                } catch {
                    throw FileError(message: error.message)
                }
                if end == beginning.endIndex { throw FileError(message: "\(path):1: longer than \(end) bytes") }
            }
        } catch {
            throw RecordingFileError(message: error.message)
        }
        if bytes.isEmpty { throw RecordingFileError(message: "\(path): the file is empty") }
        try self.init(bytes, path: path)
    }

    private init(_ bytes: [UInt8], path: String) throws(RecordingFileError) {
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
    ///   - setup: returns the configuration of a device. It gets the settings that the recording was made with, nil if it does not
    ///     tell.
    package init(
        path: String, descriptionPath: String? = nil,
        setup: (DeviceDescription, [ConfiguredSetting]?) -> DeviceSetup = { _, _ in DeviceSetup() }
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
            let setup = recording.description.map { setup($0, recording.context.settings) }
            try self.init(recording, setup: setup ?? DeviceSetup())
        } catch {
            throw RecordingFileError(message: "\(path): \(error.message)")
        }
    }
}
