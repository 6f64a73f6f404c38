import GestureActions

/// A keyboard that types chords of keys.
///
/// It has only the keys that it needs. udev then classifies it as keys (ID_INPUT_KEY), which libinput and the X server treat as a
/// keyboard, and not as a full keyboard (ID_INPUT_KEYBOARD: the codes 1 to 31, Esc to S), for which on-screen keyboards would hide.
struct VirtualKeyboard: ~Copyable {
    private let device: VirtualDevice

    /// - Parameter chords: all chords that it will type.
    init(for chords: [KeyChord]) throws(VirtualDeviceError) {
        var keys: [UInt16] = []
        for chord in chords { for key in chord.keys where !keys.contains(key) { keys.append(key) } }
        device = try VirtualDevice(name: "gestured actions keyboard", keys: keys)
    }

    /// Types chords one after the other. Keys are released even if the kernel has refused others.
    ///
    /// - Returns: whether the kernel accepted all.
    func type(_ chords: [KeyChord]) -> Bool {
        var isAccepted = true
        for chord in chords {
            for stroke in chord.strokes where !device.write(key: stroke.key, isPressed: stroke.isPressed) {
                isAccepted = false
            }
        }
        return isAccepted
    }
}
