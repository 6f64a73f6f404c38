import GestureConfiguration

/// Reads all files as the service would.
func readConfiguration(_ path: String?) throws(Failure) -> ConfigurationFiles {
    do throws(ConfigurationError) {
        return try ConfigurationFiles(path: path)
    } catch {
        for message in error.messages { Output.error(message) }
        throw .failed("the configuration is wrong")
    }
}

extension ConfigurationFiles.Setting {
    /// Why a denial by name cannot be relied on; see ``ConfigurationFiles/denialsByName``.
    var weakness: String {
        "[\(section)] \(key) = \(value): a program can evade this in a user namespace, because clients that no section "
            + "names are allowed it"
    }

    /// What to do about that.
    var remedy: String { "deny by default: [others] \(key) = \(value), and allow by name" }
}
