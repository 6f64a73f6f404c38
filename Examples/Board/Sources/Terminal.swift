import Dispatch
import GestureClient
import Glibc

/// A terminal that shows a board until the program ends.
final class Terminal {
    private var settings = termios()
    private var signals: [any DispatchSourceSignal] = []

    init(_ board: Board) {
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
        // Another screen without a cursor; the first one stays as it is.
        write("\u{1B}[?1049h\u{1B}[?25l")
        for number in [SIGINT, SIGTERM, SIGHUP] {
            handle(number) { [self] in
                restore()
                exit(128 + number)
            }
        }
        handle(SIGWINCH) { board.redraw() }
    }

    /// Leaves the terminal as it was.
    func restore() {
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    func show(_ board: Board) {
        var size = winsize()
        _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
        // A terminal that does not know its size says 0.
        let (columns, rows) = size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row) - 1) : (80, 23)
        let notes = board.notes.filter { !$0.isPickedUp } + board.notes.filter(\.isPickedUp)
        let pictures =
            (board.palette.buttons.map { $0.picture(columns, rows) } + notes.map { $0.picture(columns, rows) }).joined()
        write("\u{1B}[0m\u{1B}[2J\(pictures)\u{1B}[0m\(position(0, rows))\(board.status.prefix(columns))")
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }

    private func handle(_ number: Int32, _ action: @escaping () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(action) }
        source.activate()
        signals.append(source)
    }
}

extension Note {
    fileprivate var isPickedUp: Bool { grip?.isPickedUp ?? false }

    /// The note on a board of this size, in characters.
    fileprivate func picture(_ columns: Int, _ rows: Int) -> String {
        // Paper that is lighter under a finger, and while a new note pulses.
        let pulse = added.map { Animation.tap.value(at: .now - $0) } ?? 0
        let light = max(pulse, isPressed || isPickedUp ? 0.6 : 0)
        return box(name, paper, light, in: rectangle, isThick: isPickedUp, columns, rows)
    }
}

extension Palette.Button {
    /// The button, if any of it can be seen.
    fileprivate func picture(_ columns: Int, _ rows: Int) -> String {
        visible.map { box(paper.rawValue, paper, isLit ? 0.6 : 0, in: $0, isThick: isChosen, columns, rows) } ?? ""
    }
}

extension Paper {
    fileprivate var color: [Int] {
        switch self {
        case .yellow: [200, 165, 60]
        case .orange: [210, 130, 50]
        case .red: [200, 100, 90]
        case .pink: [210, 130, 160]
        case .violet: [160, 130, 200]
        case .blue: [110, 150, 205]
        case .green: [120, 180, 100]
        case .white: [205, 205, 205]
        }
    }
}

/// A sheet of paper with a label.
private func box(
    _ label: String, _ paper: Paper, _ light: Double, in area: Rectangle, isThick: Bool, _ columns: Int, _ rows: Int
) -> String {
    let (width, height) = (max(Int(area.width * Double(columns)), 4), max(Int(area.height * Double(rows)), 3))
    let (left, top) = (min(Int(area.x * Double(columns)), columns - width), Int(area.y * Double(rows)))
    let color = paper.color.map { "\($0 + Int(light * Double(255 - $0)))" }
    var text = "\u{1B}[0;30;48;2;\(color.joined(separator: ";"))m"
    let frame = isThick ? ["╔═╗", "║ ║", "╚═╝"] : ["┌─┐", "│ │", "└─┘"]
    for row in 0..<height {
        let line = Array(frame[row == 0 ? 0 : row == height - 1 ? 2 : 1])
        text += position(left, top + row) + "\(line[0])\(String(repeating: line[1], count: width - 2))\(line[2])"
    }
    let label = label.prefix(width - 2)
    return text + position(left + (width - label.count) / 2, top + height / 2) + label
}

private func position(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
