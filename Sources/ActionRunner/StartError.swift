internal import CLinux
import System

/// Why a command could not be started.
struct StartError: Error, Equatable {
    var errno: Int32

    /// For the end of a log message.
    var message: String {
        switch errno {
        case ENOENT: "not found on the PATH, or its interpreter was not found"
        case ENOEXEC: "not a program: a script must begin with a line like #!/bin/sh"
        default: errorMessage(errno)
        }
    }
}
