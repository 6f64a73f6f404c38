/// Why a compositor does not report which application has the focus.
struct CompositorError: Error, Equatable {
    /// e.g. `/run/user/1000/wayland-1: closed the connection`
    var reason: String

    init(_ source: String, _ problem: String) { reason = "\(source): \(problem)" }
}
