internal import CLinux

/// What the system calls an error number.
package func errorMessage(_ errno: CInt) -> String { unsafe String(cString: linux_error_message(errno)) }
