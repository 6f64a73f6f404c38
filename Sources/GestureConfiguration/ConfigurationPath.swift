extension Configuration {
    /// What is read unless the command line names another file.
    public static let defaultPath = "/etc/gestured/gestured.conf"
}
