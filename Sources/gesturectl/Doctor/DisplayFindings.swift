import TouchDecoding
import TouchDevices

/// What is to be said of displays.
enum DisplayFindings {
    static func all(_ displays: [Display]) -> [Finding] {
        guard !displays.isEmpty else {
            return [
                .note(
                    "the kernel knows of no display that is connected",
                    "where a touchscreen does not say its size, no display can: set it in gestured.conf")
            ]
        }
        return displays.map { display in
            let size = display.size.map { "\(Int($0.width)) × \(Int($0.height)) mm" }
            return .ok("display \(display.name): \(size ?? "does not say its size")")
        }
    }
}
