/// Ends a test program where what it promises does not hold.
public func demand(
    _ holds: Bool, _ complaint: @autoclosure () -> String, file: StaticString = #file, line: UInt = #line
) {
    if !holds { fatalError(complaint(), file: file, line: line) }
}
