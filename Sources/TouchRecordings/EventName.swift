internal import CLibevdev

/// Looks up event types, codes and values by their names in linux/input-event-codes.h. libevdev knows one name for each number:
/// `BTN_TOOL_PEN`, but not `BTN_DIGI`.
enum EventName {
    static func type(_ name: ArraySlice<UInt8>) -> UInt16? {
        unsafe number(name) { unsafe libevdev_event_type_from_name_n($0, $1) }.map { UInt16($0) }
    }

    static func code(_ name: ArraySlice<UInt8>, of type: UInt16) -> UInt16? {
        unsafe number(name) { unsafe libevdev_event_code_from_name_n(UInt32(type), $0, $1) }.map { UInt16($0) }
    }

    static func value(_ name: ArraySlice<UInt8>, of type: UInt16, _ code: UInt16) -> Int32? {
        unsafe number(name) { unsafe libevdev_event_value_from_name_n(UInt32(type), UInt32(code), $0, $1) }
    }

    private static func number(
        _ name: ArraySlice<UInt8>, by find: (UnsafePointer<CChar>?, Int) -> CInt
    ) -> CInt? {
        let number = unsafe name.withUnsafeBytes { bytes in
            unsafe find(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        return number < 0 ? nil : number
    }
}
