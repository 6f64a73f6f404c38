internal import CLinux

// Conversions of the results of C libraries and system calls.

/// Returns a C string; empty for NULL.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    if let pointer = unsafe pointer { unsafe String(cString: pointer) } else { "" }
}

/// Returns whether opening a node failed because the node, or the device behind it, does not exist.
func meansMissing(_ errno: CInt) -> Bool { [ENOENT, ENODEV, ENXIO].contains(errno) }
