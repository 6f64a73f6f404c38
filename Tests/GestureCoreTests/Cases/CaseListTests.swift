import Testing

/// `Tests/Cases.md` names existing tests.
@Suite struct CaseListTests {
    @Test func `every difference from other recognizers names a test that exists`() throws {
        let rows = try #require(try TestNames.section("Ours differs", of: "Cases.md")).rows
        let names = rows.map { $0.last?.wholeMatch(of: #/`([^`]+)`/#).map { String($0.output.1) } }
        #expect(rows.count > 1)
        #expect(zip(rows, names).filter { $0.1 == nil }.map { $0.0 } == [], "rows without a test")
        let tests = try TestNames()
        #expect(names.compactMap { $0 }.filter { !tests.contains($0) } == [], "no such test")
    }
}
