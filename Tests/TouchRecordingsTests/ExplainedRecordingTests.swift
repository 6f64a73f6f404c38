import Foundation
import GestureCore
import TestSupport
import Testing
import TouchDecoding

@testable import TouchRecordings

/// The explanations of recordings of real hardware.
@Suite struct ExplainedRecordingTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/recordings").standardizedFileURL

    /// The recordings of evemu, each beside the description of its device, whose name begins as that of the recording.
    private static var recordings: [(events: String, description: String)] {
        var recordings: [(events: String, description: String)] = []
        for name in FileManager.default.enumerator(atPath: folder.path)?.compactMap({ $0 as? String }) ?? []
        where name.hasSuffix(".events") {
            let folder = folder.appendingPathComponent(name).deletingLastPathComponent()
            let descriptions = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let file = String(name.split(separator: "/").last ?? "")
            let best = descriptions.filter { $0.hasSuffix(".desc") && file.hasPrefix($0.dropLast(5)) }
                .max { $0.count < $1.count }
            guard let best else { continue }
            recordings.append((Self.folder.path + "/" + name, folder.path + "/" + best))
        }
        return recordings
    }

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: folder.path),
            "needs the recordings in ../shared/recordings beside the package"))
    func `the explanations of recordings agree with the events`() throws {
        var touches = 0
        for (events, description) in Self.recordings {
            var device = try RecordedDevice(path: events, descriptionPath: description)
            let surface = device.geometry.surface(SurfaceID(1))
            var checker = ExplanationChecker(GestureOptions())
            checker.play(.plug(surface))
            var contacts = ContactNumbers()
            var frame = TouchFrame(surface: surface.id, time: .distantPast)
            while device.next(contacts: &contacts, into: &frame) { checker.play(.frame(frame)) }
            checker.play(.wake(at: .distantFuture))
            checker.finish()
            #expect(checker.complaint == nil, "\(events)")
            touches += checker.explanations.count
        }
        #expect(touches > 10)
    }
}
