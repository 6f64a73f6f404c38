import Foundation

/// A folder that stands for one of sysfs. Its `deinit` removes it.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID())")
    var path: String { url.path }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }
    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: url.appending(path: name).path, withDestinationPath: target)
    }
}
