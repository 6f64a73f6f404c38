import GestureCore
import Text

/// The line of the configuration that set the limit of a reason.
package struct ReasonSource: Equatable, Sendable {
    /// Returns the source of a reason; nil if its limit is a default, or of the request.
    package typealias Finder = (Reason) -> ReasonSource?

    var key: ByteString
    var path: String
    var line: Int

    package init(key: ByteString, path: String, line: Int) {
        self.key = key
        self.path = path
        self.line = line
    }
}
