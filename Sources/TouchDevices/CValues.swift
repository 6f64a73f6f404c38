internal import CLinux

// What C libraries and system calls give, in the words of this module.

/// A C string; empty for NULL.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
    if let pointer = unsafe pointer { unsafe String(cString: pointer) } else { "" }
}

/// Whether an error of opening a node says that there is no such node, or no device behind it any more.
func meansMissing(_ errno: CInt) -> Bool { [ENOENT, ENODEV, ENXIO].contains(errno) }
