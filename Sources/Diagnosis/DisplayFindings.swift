import TouchDecoding
import TouchDevices

/// The findings about displays.
enum DisplayFindings {
    static func all(_ displays: [Display]) -> [Finding] {
        guard !displays.isEmpty else {
            return [
                .note(
                    "no connected display found",
                    "the size of a touchscreen that does not report it cannot be taken from a display: set it in gestured.conf"
                )
            ]
        }
        return displays.map { display in
            let size = display.size.map { "\(Int($0.width)) × \(Int($0.height)) mm" }
            return .ok("display \(display.name): \(size ?? "reports no size")")
        }
    }
}
