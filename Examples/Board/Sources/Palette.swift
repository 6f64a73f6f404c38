import GestureClient

enum Paper: String, CaseIterable {
    case yellow, orange, red, pink, violet, blue, green, white
}

/// The list of papers for new notes. It scrolls sideways under its buttons.
final class Palette {
    final class Button {
        let paper: Paper
        fileprivate(set) var isLit = false
        fileprivate(set) var isChosen = false
        /// The part that the list shows; nil if there is none.
        fileprivate(set) var visible: Rectangle?
        fileprivate var attachment: GestureAttachment?

        fileprivate init(_ paper: Paper) { self.paper = paper }
    }

    let buttons = Paper.allCases.map { Button($0) }
    private(set) var chosen = Paper.yellow
    /// The distance that the list is scrolled, in widths of the touchscreen.
    private(set) var offset = 0.0
    /// The finger that scrolls.
    @GestureState private var finger: UnitPoint? = nil

    private let client: GestureClient
    private let redraw: () -> Void
    private let region = Region("palette", Rectangle(x: 0, y: 0.88, width: 1, height: 0.12))
    private let width = 0.2

    init(_ client: GestureClient, redraw: @escaping () -> Void) throws {
        self.client = client
        self.redraw = redraw
        let drag = DragGesture(axis: .horizontal)
            .updating($finger) { [self] drag, finger, _ in
                if let before = finger, let now = drag.position { try? scroll(by: before.x - now.x) }
                finger = drag.position
            }
        try client.attach(drag, to: region)
        try scroll(by: 0)
        choose(buttons[0])
    }

    private func choose(_ button: Button) {
        chosen = button.paper
        for other in buttons { other.isChosen = other === button }
        redraw()
    }

    /// Moves the buttons with the list. The finger that scrolls stays with the list, even if its button is gone.
    private func scroll(by distance: Double) throws {
        offset = min(max(offset + distance, 0), width * Double(buttons.count) - 1)
        for (index, button) in buttons.enumerated() {
            let left = Double(index) * width - offset
            let (start, end) = (max(left, 0), min(left + width, 1))
            let isVisible = end - start > 0.001
            button.visible = isVisible ? Rectangle(x: start, y: 0.88, width: end - start, height: 0.12) : nil
            try attach(button)
        }
        redraw()
    }

    private func attach(_ button: Button) throws {
        guard let visible = button.visible else {
            button.attachment?.cancel()
            button.attachment = nil
            return
        }
        let place = Region(button.paper.rawValue, visible, in: region)
        guard button.attachment == nil else { return try client.update(place) }
        button.attachment = try client.scrollFriendlyTap(in: place) { [self] isPressed in
            button.isLit = isPressed
            redraw()
        } action: { [self] in
            choose(button)
        }
    }
}
