import Glibc

/// Returns the numbers of the runs of a test with random input: all, or none if `GESTURED_NO_RANDOM_RUNS` is set, as `make check`
/// does. Without optimization, the runs of all tests take minutes.
public func randomRuns<Number: FixedWidthInteger>(_ count: Number) -> Range<Number> {
    0..<(unsafe getenv("GESTURED_NO_RANDOM_RUNS") == nil ? count : 0)
}
