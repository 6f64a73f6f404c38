/// Facts about one model of a device that the device does not report, or reports wrong.
///
/// To add one, add a line to ``Quirk/all``.
struct Quirk: Equatable, Sendable {
    var vendor: UInt16
    var product: UInt16
    /// The version that the facts apply to; nil for all.
    var version: UInt16?
    /// The size to assume if the resolution of the axes is unknown, in mm.
    var width: Double?
    var height: Double?
    /// The ABS_MT_TOUCH_MAJOR above which a contact is a palm, in device units.
    var palmMajor: Int32?

    init(
        _ vendor: UInt16, _ product: UInt16, version: UInt16? = nil, width: Double? = nil, height: Double? = nil,
        palmMajor: Int32? = nil
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.width = width
        self.height = height
        self.palmMajor = palmMajor
    }

    /// The known models. Source: the quirks of libinput 1.22 (AttrSizeHint, AttrPalmSizeThreshold).
    static let all = [
        Quirk(0x0002, 0x0008, version: 0x0800, width: 100, height: 55),  // ALPS v8 touchpads
        Quirk(0x004c, 0x0265, width: 162, height: 115, palmMajor: 900),  // Apple Magic Trackpad 2, Bluetooth
        Quirk(0x056a, 0x0357, palmMajor: 5),  // Wacom Intuos Pro PTH-660
        Quirk(0x05ac, 0x0237, width: 104, height: 75, palmMajor: 1000),  // Apple MacBook Pro 5,5
        Quirk(0x05ac, 0x0262, width: 104, height: 75, palmMajor: 1600),  // Apple MacBook Pro 11,2 and others
        Quirk(0x05ac, 0x0265, width: 162, height: 115, palmMajor: 900),  // Apple Magic Trackpad 2
        Quirk(0x05ac, 0x030e, width: 130, height: 110, palmMajor: 900),  // Apple Magic Trackpad 1
    ]
}

extension DeviceDescription {
    /// The quirks of this model; nil for most models.
    var quirk: Quirk? {
        Quirk.all.first { $0.vendor == vendor && $0.product == product && $0.version ?? version == version }
    }
}
