import GestureClient

/// A note on the board. Positions and sizes are fractions of the touchscreen, as those of regions.
final class Note {
    /// The way of a finger that moves a note.
    struct Grip {
        var isPickedUp: Bool
        var start: UnitPoint
        var now: UnitPoint
    }

    let name: String
    let paper: Paper
    var center: UnitPoint
    var scale = 1.0
    var attachments: [GestureAttachment] = []
    /// The start of the pulse that shows a new note.
    var added: ContinuousClock.Instant?

    @GestureState var isPressed = false
    @GestureState var grip: Grip? = nil
    @GestureState var magnification = 1.0

    init(_ name: String, on paper: Paper, at center: UnitPoint) {
        self.name = name
        self.paper = paper
        self.center = center
    }

    /// The part of the screen whose touches belong to the note. It stays in place until the fingers lift.
    var region: Region { Region(name, rectangle(around: center, scale)) }

    /// The part of the screen where the note is drawn. It follows the fingers.
    var rectangle: Rectangle { rectangle(around: center(after: grip), scale * magnification) }

    func center(after grip: Grip?) -> UnitPoint {
        guard let grip else { return center }
        return UnitPoint(x: center.x + grip.now.x - grip.start.x, y: center.y + grip.now.y - grip.start.y)
    }

    private func rectangle(around center: UnitPoint, _ scale: Double) -> Rectangle {
        let (width, height) = (min(0.2 * scale, 1), min(0.25 * scale, 1))
        return Rectangle(
            x: min(max(center.x - width / 2, 0), 1 - width), y: min(max(center.y - height / 2, 0), 1 - height),
            width: width, height: height)
    }
}
