extension PhysicalSize {
    /// Reads the size from a display's EDID: the first detailed timing, in mm, or else the basic parameters, in cm.
    ///
    /// Returns nil if neither is plausible.
    package init?(edid: [UInt8]) {
        let header: [UInt8] = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]
        guard edid.count >= 128, edid.starts(with: header), edid.prefix(128).reduce(0, &+) == 0 else { return nil }
        var width = Int(edid[66]) | Int(edid[68] >> 4) << 8
        var height = Int(edid[67]) | Int(edid[68] & 0xf) << 8
        // Without a pixel clock it is no timing.
        if edid[54] == 0 && edid[55] == 0 || width == 0 || height == 0 {
            width = Int(edid[21]) * 10
            height = Int(edid[22]) * 10
        }
        // What projectors and televisions put there is the aspect ratio.
        let ratios = [(160, 90), (160, 100), (1600, 900), (1600, 1000)]
        guard !ratios.contains(where: { $0 == (width, height) }) else { return nil }
        self.init(width: Double(width), height: Double(height), source: .display)
        if !isPlausible { return nil }
    }
}
