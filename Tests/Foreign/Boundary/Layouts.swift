import CEvdevMessages
import CJsonC
import CLibevdev
import CLinux

extension Boundary {
    /// Prints the sizes and offsets of all types that Swift code shares with C.
    static func printLayouts() {
        printType("int", CInt.self)
        printType("long", CLong.self)
        printType("size_t", size_t.self)
        unsafe printType("pointer", OpaquePointer.self)
        printType("bool", Bool.self)
        printType("int64_t", Int64.self)
        printType("double", Double.self)
        printType("dev_t", dev_t.self)
        printType("ino_t", ino_t.self)
        printType("mode_t", mode_t.self)
        printType("pid_t", pid_t.self)
        printType("time_t", time_t.self)
        printType("json_type", json_type.self)
        printType("libevdev_read_status", libevdev_read_status.self)
        printType("libevdev_grab_mode", libevdev_grab_mode.self)

        printType("input_event", input_event.self)
        unsafe printField("input_event.type", of: input_event.self) { unsafe address(&$0.pointee.type) }
        unsafe printField("input_event.code", of: input_event.self) { unsafe address(&$0.pointee.code) }
        unsafe printField("input_event.value", of: input_event.self) { unsafe address(&$0.pointee.value) }
        printType("input_absinfo", input_absinfo.self)
        unsafe printField("input_absinfo.minimum", of: input_absinfo.self) { unsafe address(&$0.pointee.minimum) }
        unsafe printField("input_absinfo.maximum", of: input_absinfo.self) { unsafe address(&$0.pointee.maximum) }
        unsafe printField("input_absinfo.fuzz", of: input_absinfo.self) { unsafe address(&$0.pointee.fuzz) }
        unsafe printField("input_absinfo.flat", of: input_absinfo.self) { unsafe address(&$0.pointee.flat) }
        unsafe printField("input_absinfo.resolution", of: input_absinfo.self) { unsafe address(&$0.pointee.resolution) }
        printType("evdev_messages", evdev_messages.self)
        unsafe printField("evdev_messages.next", of: evdev_messages.self) { unsafe address(&$0.pointee.next) }
        unsafe printField("evdev_messages.kept", of: evdev_messages.self) { unsafe address(&$0.pointee.kept) }
        printType("timespec", timespec.self)
        unsafe printField("timespec.tv_sec", of: timespec.self) { unsafe address(&$0.pointee.tv_sec) }
        unsafe printField("timespec.tv_nsec", of: timespec.self) { unsafe address(&$0.pointee.tv_nsec) }
        printType("stat", stat.self)
        unsafe printField("stat.st_dev", of: stat.self) { unsafe address(&$0.pointee.st_dev) }
        unsafe printField("stat.st_ino", of: stat.self) { unsafe address(&$0.pointee.st_ino) }
        unsafe printField("stat.st_mode", of: stat.self) { unsafe address(&$0.pointee.st_mode) }
        unsafe printField("stat.st_uid", of: stat.self) { unsafe address(&$0.pointee.st_uid) }
        unsafe printField("stat.st_gid", of: stat.self) { unsafe address(&$0.pointee.st_gid) }
        unsafe printField("stat.st_rdev", of: stat.self) { unsafe address(&$0.pointee.st_rdev) }
        unsafe printType("passwd", passwd.self)
        unsafe printField("passwd.pw_name", of: passwd.self) { unsafe address(&$0.pointee.pw_name) }
        unsafe printField("passwd.pw_uid", of: passwd.self) { unsafe address(&$0.pointee.pw_uid) }
        unsafe printField("passwd.pw_gid", of: passwd.self) { unsafe address(&$0.pointee.pw_gid) }
        unsafe printType("group", group.self)
        unsafe printField("group.gr_name", of: group.self) { unsafe address(&$0.pointee.gr_name) }
        unsafe printField("group.gr_gid", of: group.self) { unsafe address(&$0.pointee.gr_gid) }
    }

    private static func printType<Value>(_ name: String, _: Value.Type) {
        printLine(
            ["Swift \(name) \(MemoryLayout<Value>.stride) \(MemoryLayout<Value>.alignment)"].map { Array($0.utf8) })
    }

    private static func printField<Whole>(
        _ name: String, of _: Whole.Type, _ address: (UnsafeMutablePointer<Whole>) -> UnsafeRawPointer
    ) {
        let whole = UnsafeMutablePointer<Whole>.allocate(capacity: 1)
        defer { unsafe whole.deallocate() }
        let offset = unsafe address(whole) - UnsafeRawPointer(whole)
        printLine(["Swift \(name) \(offset)"].map { Array($0.utf8) })
    }

    private static func address<Field>(_ field: UnsafeMutablePointer<Field>) -> UnsafeRawPointer {
        UnsafeRawPointer(field)
    }
}
