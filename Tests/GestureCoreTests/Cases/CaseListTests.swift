import Foundation
import Testing

/// Whether `Tests/Cases.md` is the whole truth.
@Suite struct CaseListTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The numbers with which names of tests start, in Swift and in Python.
    private static func tested() throws -> Set<Int> {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var numbers: Set<Int> = []
        for case let file as URL in try #require(files) where ["swift", "py"].contains(file.pathExtension) {
            // What comes first in parentheses, or is the name of a function; expected frames start with a number too.
            let text = try String(contentsOf: file, encoding: .utf8)
            for name in text.matches(of: #/[(`]\s*["']?(\d+(?:, \d+)*): /#) {
                numbers.formUnion(numbersIn(name.output.1))
            }
        }
        return numbers
    }

    /// The numbers in the first column of one part of the list.
    private static func listed(under heading: String) throws -> [Int] {
        let text = try String(contentsOf: folder.appendingPathComponent("Cases.md"), encoding: .utf8)
        let part = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
        return part.matches(of: #/\n\| (\d+(?:, \d+)*) \|/#).flatMap { numbersIn($0.output.1) }
    }

    private static func numbersIn(_ text: Substring) -> [Int] { text.split(separator: ", ").compactMap { Int($0) } }

    @Test func everyCaseIsTestedOrLeftOutForAReason() throws {
        let (tested, leftOut) = (try Self.tested(), try Self.listed(under: "Left out"))
        let all = Set(1...146)
        #expect(all.subtracting(tested).subtracting(leftOut).sorted() == [], "neither tested nor left out")
        #expect(tested.intersection(leftOut).sorted() == [], "left out, and tested all the same")
        #expect(tested.subtracting(all).sorted() == [], "no case of the list")
        #expect(leftOut == leftOut.sorted() && Set(leftOut).count == leftOut.count && all.isSuperset(of: leftOut))
    }

    @Test func whereOursDiffersATestShowsOurRule() throws {
        let differing = try Self.listed(under: "Ours differs")
        #expect(Set(differing).subtracting(try Self.tested()).sorted() == [])
        #expect(Set(differing).count == differing.count)
    }
}
