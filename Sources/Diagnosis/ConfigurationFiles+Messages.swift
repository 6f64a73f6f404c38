import GestureConfiguration
import GestureCore
import Terminal

/// Reads all files as the service would.
package func readConfiguration(_ path: String?) throws(Failure) -> ConfigurationFiles {
    do throws(ConfigurationError) {
        return try ConfigurationFiles(path: path)
    } catch {
        for message in error.messages { Console.error(message) }
        throw .failed("the configuration is invalid")
    }
}

extension ConfigurationFiles.Setting {
    /// The reason why the denial is unreliable; see ``ConfigurationFiles/denialsByName``.
    package var weakness: String {
        "[\(section)] \(key) = \(value): a program can evade this in a user namespace, because clients without a "
            + "section are allowed it"
    }

    /// The reliable way to deny it.
    package var remedy: String { "deny it by default with [others] \(key) = \(value), and allow it by name" }
}
