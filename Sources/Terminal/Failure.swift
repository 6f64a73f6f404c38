/// Why something could not be done, as the person is told.
package struct Failure: Error, Equatable {
    /// The exit status of the program.
    package enum Code: CInt {
        case failed = 1
        /// The command line is wrong.
        case usage = 2
    }

    package var code: Code
    package var message: String

    package static func failed(_ message: String) -> Failure { Failure(code: .failed, message: message) }

    package static func usage(_ message: String) -> Failure { Failure(code: .usage, message: message) }
}
