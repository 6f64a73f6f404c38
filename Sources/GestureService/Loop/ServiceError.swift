import GestureConfiguration

/// Why the service cannot run.
package struct ServiceError: Error, Equatable, Sendable {
    /// One line each.
    package var messages: [String]
    /// The exit code: 78 (EX_CONFIG of sysexits.h) if starting again would not help.
    package var exitCode: CInt = 1

    package static func wrongConfiguration(_ error: ConfigurationError) -> ServiceError {
        ServiceError(messages: error.messages, exitCode: 78)
    }
}

extension ServiceError {
    package init(message: String) { self.init(messages: [message]) }
}
