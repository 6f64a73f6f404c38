import GestureClient

/// The notes, and what fingers do to them.
final class Board {
    /// The last one is on top.
    private(set) var notes: [Note] = []
    /// The papers to choose from.
    let palette: Palette
    /// The text below the board.
    var status = "double tap: new note · drag or hold: move · pinch: size · below: paper" { didSet { redraw() } }
    /// An element for each time that the board has to be drawn again.
    let changes: AsyncStream<Void>

    private let client: GestureClient
    private let changed: AsyncStream<Void>.Continuation
    private var lastNumber = 0

    init(_ client: GestureClient) throws {
        self.client = client
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        palette = try Palette(client) { [changed] in changed.yield() }
        for x in [0.2, 0.5, 0.8] { try add(at: UnitPoint(x: x, y: 0.4)) }
        let doubleTap = TapGesture(count: 2).onEnded { [self] tap in
            if let position = tap.position { try? flash(add(at: position)) }
        }
        let attachment = try client.attach(doubleTap)
        showError { try await attachment.detached() }
        showError { [self] in try await showConnection() }
    }

    func redraw() { changed.yield() }

    @discardableResult
    private func add(at center: UnitPoint) throws -> Note {
        lastNumber += 1
        let note = Note("note \(lastNumber)", on: palette.chosen, at: center)
        notes.append(note)
        try attach(note)
        redraw(with: note.$isPressed)
        redraw(with: note.$grip)
        redraw(with: note.$magnification)
        return note
    }

    // MARK: Gestures of a note

    private typealias Move = ExclusiveGesture<SequenceGesture<LongPressGesture, DragGesture>, DragGesture>

    private func attach(_ note: Note) throws {
        let press = PressGesture()
            .updating(note.$isPressed) { press, isPressed, _ in isPressed = press.isInside }
        let drag = DragGesture(fingers: 1)
        let move: Move = LongPressGesture(fingers: 1).sequenced(before: drag).exclusively(before: drag)
        let movement =
            move
            .updating(note.$grip) { [self] move, grip, _ in grip = self.grip(move, after: grip) }
            .onEnded { [self] move in drop(note, grip(move, after: note.grip)) }
        let pinch = MagnifyGesture()
            .updating(note.$magnification) { pinch, magnification, _ in magnification = pinch.magnification }
            .onEnded { [self] pinch in resize(note, by: pinch.magnification) }
        note.attachments = [
            try client.attach(press, to: note.region), try client.attach(movement, to: note.region),
            try client.attach(pinch, to: note.region),
        ]
    }

    private func grip(_ move: Move.Value, after earlier: Note.Grip?) -> Note.Grip? {
        let (position, isPickedUp) =
            switch move {
            case .first(.first(let press)): (press.position, true)
            case .first(.second(let press, let drag)): (drag?.position ?? press.position, true)
            case .second(let drag): (drag.position, false)
            }
        return position.map { Note.Grip(isPickedUp: isPickedUp, start: earlier?.start ?? $0, now: $0) }
    }

    /// Leaves a note where the finger has moved it, above the others.
    private func drop(_ note: Note, _ grip: Note.Grip?) {
        note.center = note.center(after: grip)
        notes.removeAll { $0 === note }
        notes.append(note)
        // The region that was attached last gets the fingers where regions overlap.
        for attachment in note.attachments { attachment.cancel() }
        try? attach(note)
    }

    private func resize(_ note: Note, by magnification: Double) {
        note.scale = min(max(note.scale * magnification, 0.5), 3)
        try? client.update(note.region)
    }

    // MARK: Changes without fingers

    /// Draws each change of a state, and its return to the initial value.
    private func redraw<Value>(with state: GestureState<Value>) {
        Task { for await _ in state.updates { redraw() } }
    }

    /// Draws the pulse of a new note.
    private func flash(_ note: Note) {
        note.added = .now
        Task {
            for _ in 0...Int(Animation.tap.duration / .milliseconds(30)) {
                redraw()
                try await Task.sleep(for: .milliseconds(30))
            }
        }
    }

    /// Shows below the board if the service cannot be reached.
    private func showConnection() async throws {
        let help = status
        for try await event in client.activity() {
            if case .connected = event { status = help }
            if case .disconnected(let error) = event { status = "\(error)" }
        }
    }

    private func showError(_ body: @escaping () async throws -> Void) {
        Task { do { try await body() } catch { status = "\(error)" } }
    }
}
