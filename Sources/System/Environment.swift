internal import CLinux
import Text

/// Returns the value of an environment variable; nil if it is not set.
package func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}

/// Returns the whole number in an environment variable; nil if it is not set or contains anything else.
func environmentNumber(_ name: String) -> UInt64? {
    environmentVariable(name).flatMap { parseInteger($0.utf8, upTo: UInt64(Int64.max)) }
}
