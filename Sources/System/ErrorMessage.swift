internal import CLinux

/// Returns the message of an error number.
package func errorMessage(_ errno: CInt) -> String { unsafe String(cString: linux_error_message(errno)) }
