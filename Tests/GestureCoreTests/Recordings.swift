import Foundation
import Testing

/// Recordings of real hardware, with the results of other recognizers.
enum Recordings {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/recordings").standardizedFileURL

    static func read<Content: Decodable>(_ name: String) throws -> Content {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Content.self, from: Data(contentsOf: folder.appendingPathComponent(name)))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests that read recordings if there are none.
    static var needsRecordings: Self {
        .enabled(
            if: FileManager.default.fileExists(atPath: Recordings.folder.path),
            "needs the recordings in ../shared/recordings beside the package")
    }
}
