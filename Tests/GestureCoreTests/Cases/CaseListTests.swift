import Foundation
import Testing

/// `Tests/Cases.md` names existing tests.
@Suite struct CaseListTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `every difference from other recognizers names a test that exists`() throws {
        let list = try String(contentsOf: Self.folder.appendingPathComponent("Cases.md"), encoding: .utf8)
        let differences = try #require(list.components(separatedBy: "\n## ").first { $0.hasPrefix("Ours differs\n") })
        let rows = differences.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        let names = rows.map { $0.firstMatch(of: #/\| `([^`|]+)` \|$/#).map { String($0.output.1) } }
        #expect(rows.count > 1)
        #expect(zip(rows, names).filter { $0.1 == nil }.map { $0.0 } == [], "rows without a test")
        let files = FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)
        var tests = ""
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            tests += try String(contentsOf: file, encoding: .utf8)
        }
        let missing = names.compactMap { $0 }.filter { !tests.contains("\"\($0)\"") && !tests.contains("`\($0)`") }
        #expect(missing == [], "no such test")
    }
}
