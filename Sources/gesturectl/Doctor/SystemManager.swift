internal import CLibsystemd
internal import CLinux

/// systemd, asked over the system bus.
@safe
struct SystemManager: ~Copyable {
    private let bus: OpaquePointer

    /// - Returns: nil where there is no system bus.
    init?() {
        var opened: OpaquePointer?
        guard unsafe sd_bus_open_system(&opened) >= 0, let bus = unsafe opened else { return nil }
        unsafe sd_bus_set_method_call_timeout(bus, Self.timeout)
        unsafe self.bus = bus
    }

    deinit { unsafe sd_bus_close_unref(bus) }

    /// In µs.
    private static let timeout: UInt64 = 5_000_000

    /// - Returns: nil where systemd does not answer.
    func units() -> ServiceFindings.Units? {
        let (service, socket) = ("gestured_2eservice", "gestured_2esocket")
        guard let serviceUnit = unit(service), let socketUnit = unit(socket) else { return nil }
        var exitStatus: Int32 = 0
        unsafe sd_bus_get_property_trivial(
            bus, "org.freedesktop.systemd1", Self.path(service), "org.freedesktop.systemd1.Service", "ExecMainStatus",
            nil,
            CChar(bitPattern: UInt8(ascii: "i")), &exitStatus)
        let user = property("User", of: service, "Service") ?? ""
        return ServiceFindings.Units(
            service: serviceUnit, socket: socketUnit, user: user.utf8.isEmpty ? "root" : user, exitStatus: exitStatus)
    }

    private func unit(_ name: String) -> ServiceFindings.Unit? {
        guard let load = property("LoadState", of: name), let active = property("ActiveState", of: name),
            let file = property("UnitFileState", of: name)
        else { return nil }
        return ServiceFindings.Unit(load: load, active: active, file: file)
    }

    private func property(_ property: String, of unit: String, _ kind: String = "Unit") -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let status = unsafe sd_bus_get_property_string(
            bus, "org.freedesktop.systemd1", Self.path(unit), "org.freedesktop.systemd1.\(kind)", property, nil, &text)
        guard status >= 0, let text = unsafe text else { return nil }
        defer { unsafe free(text) }
        return unsafe String(decoding: Output.printable(String(cString: text)), as: UTF8.self)
    }

    /// What the bus calls a unit, the name escaped as sd_bus_path_encode(3) does.
    private static func path(_ name: String) -> String { "/org/freedesktop/systemd1/unit/" + name }
}
