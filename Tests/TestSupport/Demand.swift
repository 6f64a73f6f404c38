/// Ends a test program if a condition is not met.
public func demand(
    _ holds: Bool, _ complaint: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) {
    if !holds { fatalError(complaint(), file: file, line: line) }
}
