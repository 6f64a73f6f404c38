/// The path of a script that gestured installs for the administrator, e.g. `/usr/share/gestured/allow-keys`.
///
/// Files in /usr/local shadow those of the package.
package func installedScript(_ name: StaticString) -> String {
    let path = "share/gestured/\(name)"
    return isMissing("/usr/local/\(path)") ? "/usr/\(path)" : "/usr/local/\(path)"
}
