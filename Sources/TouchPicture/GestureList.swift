import GestureCore
import Text

/// The gestures of a recording as a list.
struct GestureList {
    private let recording: PlottedRecording
    private let corner: Vector

    init(_ recording: PlottedRecording, at corner: Vector) {
        (self.recording, self.corner) = (recording, corner)
    }

    private static let row = 21.0
    private static let mostRows = 18

    private var shown: ArraySlice<PlottedGesture> { recording.gestures.prefix(Self.mostRows) }

    /// In px.
    var height: Double { Double(shown.count + 2) * Self.row }

    func write(to svg: inout SVGWriter) {
        let right = PlotPage.width - PlotPage.margin
        let columns = (title: corner.x + 24, contacts: right - 58, time: right)
        var y = corner.y + 12
        svg.text("gesture", at: Vector(x: columns.title, y: y), "small dim")
        svg.text("contacts", at: Vector(x: columns.contacts, y: y), "small dim end")
        svg.text("at", at: Vector(x: columns.time, y: y), "small dim end")
        for gesture in shown {
            y += Self.row
            let style = PlotStyle.of(gesture.colour)
            let numbers = ranges(of: gesture.contacts.map { recording.contacts[$0].number })
            let contacts = shortened(numbers, to: 70, size: 12)
            let room = columns.contacts - textWidth(contacts, size: 12) - 8 - columns.title
            svg.group("", title: gesture.description) { svg in
                PlotSymbol.write(gesture, at: Vector(x: corner.x + 8, y: y - 4), style, to: &svg)
                svg.text(shortened(gesture.title, to: room, size: 12), at: Vector(x: columns.title, y: y), style)
                svg.text(contacts, at: Vector(x: columns.contacts, y: y), "end")
                svg.text("\(hundredths(gesture.landed)) s", at: Vector(x: columns.time, y: y), "end")
            }
        }
        let others = recording.gestures.count - shown.count
        if others > 0 {
            svg.text("and \(others) more on the time axis", at: Vector(x: columns.title, y: y + Self.row), "small dim")
        } else if shown.isEmpty {
            svg.text("no gesture was recognized", at: Vector(x: columns.title, y: y + Self.row), "dim")
        }
    }
}
