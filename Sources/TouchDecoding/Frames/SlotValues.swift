/// The values of one slot as the kernel reports them, in device units.
package struct SlotValues: Equatable, Sendable {
    package var x: Int32
    package var y: Int32
    /// The kernel's number for the contact in the slot; -1 if the slot is empty.
    package var trackingID: Int32
    package var pressure: Int32
    package var major: Int32
    /// The tool type: MT_TOOL_FINGER, MT_TOOL_PALM, …
    package var tool: Int32
    /// The distance from the surface while hovering; 0 while touching.
    package var distance: Int32

    package init(
        x: Int32 = 0, y: Int32 = 0, trackingID: Int32 = -1, pressure: Int32 = 0, major: Int32 = 0, tool: Int32 = 0,
        distance: Int32 = 0
    ) {
        self.x = x
        self.y = y
        self.trackingID = trackingID
        self.pressure = pressure
        self.major = major
        self.tool = tool
        self.distance = distance
    }
}
