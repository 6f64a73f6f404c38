import Foundation
import Testing

/// `Tests/Seeds.md` names existing tests.
@Suite struct SeedListTests {
    private static let tested = "Statements with a test"
    private static let untested = "Statements without a test"

    @Test func `every statement names a test that exists, or what is missing`() throws {
        let section = try #require(try TestNames.section(Self.tested, of: "Seeds.md"))
        let limit = try #require(section.heading.firstMatch(of: #/\((\d+) are missing\)/#).flatMap { Int($0.output.1) })
        let missing = section.rows.filter { $0.last?.hasPrefix("missing: ") ?? false }
        #expect(missing.count <= limit, "more tests are missing than the heading says")

        let named = section.rows.filter { !missing.contains($0) }
        let names = named.map { $0.last?.wholeMatch(of: #/`([^`]+)`/#).map { String($0.output.1) } }
        #expect(named.count > 100)
        #expect(zip(named, names).filter { $0.1 == nil }.map { $0.0 } == [], "neither a test nor `missing: …`")
        let tests = try TestNames()
        #expect(names.compactMap { $0 }.filter { !tests.contains($0) } == [], "no such test")
    }

    @Test func `every statement is listed once, with a test or a reason`() throws {
        var seen: Set<String> = []
        for title in [Self.tested, Self.untested] {
            let rows = try #require(try TestNames.section(title, of: "Seeds.md")).rows
            #expect(!rows.isEmpty)
            #expect(rows.filter { $0.count != 2 || $0.contains("") } == [], "not two cells with text")
            #expect(rows.filter { !seen.insert($0.first ?? "").inserted } == [], "listed before")
        }
    }
}

/// The names of the tests in Swift and in Python, and of the checks in virtual machines.
struct TestNames {
    /// The folder of the package.
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private var names: Set<String> = []

    /// Reads the test files below `Tests` and `Examples`.
    ///
    /// - Throws: The error of Foundation if a file cannot be read.
    init() throws {
        for folder in ["Tests", "Examples"] {
            let files = FileManager.default.enumerator(
                at: Self.package.appendingPathComponent(folder), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
            for case let file as URL in try #require(files) {
                switch file.pathExtension {
                case "swift": readSwift(try String(contentsOf: file, encoding: .utf8))
                case "py": readPython(try String(contentsOf: file, encoding: .utf8))
                default: break
                }
            }
        }
    }

    func contains(_ name: String) -> Bool { names.contains(name) }

    /// Adds what is between two quotation marks or two backticks of one line: a name can be that of a function, of a
    /// test or of one of its arguments.
    private mutating func readSwift(_ text: String) {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            for mark in [UInt8(ascii: "\""), UInt8(ascii: "`")] {
                let parts = line.split(separator: mark, omittingEmptySubsequences: false)
                for index in stride(from: 1, to: parts.count - 1, by: 2) {
                    names.insert(String(Substring(parts[index])))
                }
            }
        }
    }

    /// Adds the functions that pytest calls, and the titles of the checks in virtual machines.
    private mutating func readPython(_ text: String) {
        for line in text.split(separator: "\n") {
            let code = line.trimmingCharacters(in: .whitespaces)
            if code.hasPrefix("def test_") {
                names.insert(String(code.dropFirst("def ".count).prefix { $0 != "(" }))
            } else if code.hasPrefix("@check(") {
                names.insert(String(code.dropFirst("@check('".count).dropLast("')".count)))
            }
        }
    }

    /// Reads the tables of one section of a page in `Tests`.
    ///
    /// - Parameter title: how the heading of the section begins, without `## `.
    /// - Returns: the heading, and the cells of each row, without the titles of the columns; nil if there is no such
    ///   section.
    static func section(_ title: String, of page: String) throws -> (heading: String, rows: [[String]])? {
        let file = package.appendingPathComponent("Tests").appendingPathComponent(page)
        let sections = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ").dropFirst()
        guard let section = sections.first(where: { $0.hasPrefix(title) }) else { return nil }
        let lines = section.components(separatedBy: "\n")
        let rows = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("| ") && !$0.1.hasPrefix("|---") }
        return (lines[0], rows.map { $0.0.dropFirst(2).dropLast(2).components(separatedBy: " | ") })
    }
}
