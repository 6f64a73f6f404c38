import GestureClient
import Testing

/// Touches, and the steps of one gesture that a program gets.
struct Case: Sendable, CustomStringConvertible {
    let description: String
    private let expected: [String]
    private let run: @Sendable () async throws -> [String]

    /// - Parameter expected: phases and values, separated by semicolons.
    init<Value: Textual>(
        _ rule: String, _ gesture: some GestureSource<Value>, _ script: String, _ expected: String,
        in region: Region? = nil
    ) {
        description = rule
        self.expected = expected.split(separator: "; ").map { String($0) }
        run = { try await steps(of: gesture, script, in: region) }
    }

    func check() async throws {
        let lines = try await run()
        #expect(lines == expected, Comment(rawValue: description))
    }
}
