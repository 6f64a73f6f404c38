import GestureCore
import Terminal
import Text

/// Draws the live view as cells.
struct WatchRenderer {
    private let terminal: Terminal
    private let edge: Points
    private let regions: [TrackedRegion]
    private let device: String?

    /// - Parameters:
    ///   - edge: the width of the zones along the edges.
    ///   - regions: those of the request.
    ///   - device: the only device to show, by its id or name; nil for all.
    init(terminal: Terminal, edge: Points, regions: [TrackedRegion], device: String? = nil) {
        self.device = device
        self.terminal = terminal
        self.edge = edge
        self.regions = regions
    }

    func draw(_ model: WatchModel, _ status: WatchStatus, _ size: Terminal.Size, at now: Instant) -> CellGrid {
        var grid = CellGrid(columns: size.columns, rows: size.rows)
        let isDrawn = terminal.isUTF8 && status.hasPositions
        let layout = WatchLayout(
            columns: size.columns, rows: size.rows, panel: isDrawn ? model.device?.size : nil,
            isExplained: model.isExplained)
        drawHeader(model, status, into: &grid)
        if let panel = layout.panel, let device = model.device { draw(device, panel, at: now, into: &grid) }
        if model.isExplained {
            drawExplanations(model.history, since: model.start, layout.list, into: &grid)
        } else {
            drawList(model.recent, layout.list, into: &grid)
        }
        drawFooter(model, status, into: &grid)
        return grid
    }

    // MARK: Lines

    private func drawHeader(_ model: WatchModel, _ status: WatchStatus, into grid: inout CellGrid) {
        var right = ""
        if let replay = status.replay {
            let milliseconds = replay.time.microseconds / 1000
            right = "frame \(replay.frame)  \(milliseconds / 1000).\(threeDigits(milliseconds % 1000)) s"
            switch replay.state {
            case .playing: break
            case .paused: right += "  paused"
            case .over: right += "  end"
            }
        } else if let latency = model.latency.summary {
            right = "latency \(milliseconds(latency.median)), at most \(milliseconds(latency.maximum))"
        }
        if let device = model.device, status.hasPositions {
            right = counted(device.fingersDown, "finger") + (right.utf8.isEmpty ? "" : "  ") + right
        }
        let width = columns(of: right.utf8)
        let room = max(grid.columns - width - 2, 0)
        var column = 0
        if model.devices.isEmpty {
            let text = device.map { "no touch device '\($0)': see 'gesturectl devices'" } ?? "no touch device"
            column = grid.write(terminal.showable(printable(text.utf8)), column: 0, row: 0, limit: room)
        }
        for (index, device) in model.devices.enumerated() where column < room {
            let isShown = index == model.shown
            let style = CellStyle(isBold: isShown, isReversed: isShown && model.devices.count > 1)
            if model.devices.count > 1 {
                column = grid.write("\(index + 1) ".utf8, column: column, row: 0, limit: room - column, style)
            }
            let name = terminal.truncated(terminal.showable(device.name), to: max(room - column, 0))
            column = grid.write(name, column: column, row: 0, limit: room - column, style) + 2
        }
        if model.devices.count == 1, let device = model.device {
            let size = "\(millimetres(device.size.x)) × \(millimetres(device.size.y)) mm"
            if column + columns(of: size.utf8) <= room {
                grid.write(terminal.showable(Array(size.utf8)), column: column, row: 0, .faint)
            }
        }
        grid.write(terminal.showable(Array(right.utf8)), column: grid.columns - width, row: 0)
    }

    private func drawFooter(_ model: WatchModel, _ status: WatchStatus, into grid: inout CellGrid) {
        let row = grid.rows - 1
        if let notice = status.notice {
            let text = terminal.truncated(terminal.showable(printable(notice.utf8)), to: grid.columns)
            grid.write(text, column: 0, row: row, .reversed)
            return
        }
        var keys = "q quit"
        if let replay = status.replay, replay.state != .over {
            keys += replay.state == .paused ? "  space play  . next frame" : "  space pause"
        }
        if status.hasPositions { keys += model.isExplained ? "  e gestures" : "  e explain" }
        if model.devices.count > 1 { keys += "  1-\(min(model.devices.count, 9)) device" }
        grid.write(keys.utf8, column: 0, row: row, .faint)
    }

    /// Draws the latest lines that fit, the last one last.
    private func drawList(_ recent: [RecentGesture], _ box: CellBox, into grid: inout CellGrid) {
        var rows: [(text: [UInt8], style: CellStyle)] = []
        for line in recent.reversed() where rows.count < box.rows {
            let style = line.isFinal ? CellStyle(colour: line.colour) : .faint
            rows += line.rows(columns: box.columns).reversed().map { ($0, style) }
        }
        for (offset, row) in rows.prefix(box.rows).reversed().enumerated() {
            grid.write(row.text, column: box.column, row: box.row + offset, limit: box.columns, row.style)
        }
    }

    /// Draws the explanations of the latest touches, the latest one first.
    private func drawExplanations(
        _ history: TouchHistory, since start: Instant, _ box: CellBox, into grid: inout CellGrid
    ) {
        var terminal = terminal
        terminal.hasColours = false
        terminal.size.columns = box.columns
        var row = box.row
        for touch in history.explanations.reversed() {
            guard row < box.row + box.rows, let surface = history.surface(touch[0].touch.surface) else { break }
            let text = ExplanationText(surface, start: start, terminal: terminal)
            let parts = touch.withReasons
            let lines = text.lines(parts.isEmpty ? [touch[0]] : parts).split(separator: UInt8(ascii: "\n"))
            for (index, line) in lines.enumerated() where row < box.row + box.rows {
                grid.write(line, column: box.column, row: row, limit: box.columns, index == 0 ? .bold : .plain)
                row += 1
            }
        }
        if row == box.row {
            grid.write("no touch has ended yet".utf8, column: box.column, row: row, limit: box.columns, .faint)
        }
    }

    private func milliseconds(_ interval: Interval) -> String { tenths(Double(interval.microseconds) / 1000) + " ms" }

    private func millimetres(_ points: Points) -> String { "\(rounded(points * Points.millimetresPerPoint))" }

    private func threeDigits(_ number: Int64) -> String {
        (number < 10 ? "00" : number < 100 ? "0" : "") + "\(number)"
    }

    // MARK: Panel

    private func draw(_ device: WatchedDevice, _ box: CellBox, at now: Instant, into grid: inout CellGrid) {
        drawFrame(box, into: &grid)
        let resolution: DotCanvas.Resolution = terminal.hasSymbols ? .braille : .halfBlocks
        var canvas = DotCanvas(resolution, columns: box.columns, rows: box.rows)
        let scale = PanelScale(device.size, canvas)
        drawBackground(device, scale, into: &canvas)
        for finger in device.fingers { draw(finger, scale, at: now, into: &canvas) }
        for tap in device.pendingTaps {
            let style = CellStyle(colour: GestureAppearance(.tap).colour)
            canvas.ring(
                at: scale.dot(tap.position), radius: tap.remaining(at: now) * scale.pulseRadius, style, .ring)
        }
        for pulse in device.pulses {
            canvas.disc(
                at: scale.dot(pulse.position), radius: scale.pulseRadius, brightness: pulse.brightness(at: now),
                CellStyle(colour: pulse.appearance.colour), .pulse)
        }
        canvas.draw(into: &grid, column: box.column, row: box.row)
        drawMarks(device, box, scale, resolution, into: &grid)
    }

    private func drawFrame(_ box: CellBox, into grid: inout CellGrid) {
        let (left, right) = (box.column - 1, box.column + box.columns)
        let (top, bottom) = (box.row - 1, box.row + box.rows)
        for column in left...right {
            grid.set(column, top, "─", .faint)
            grid.set(column, bottom, "─", .faint)
        }
        for row in top...bottom {
            let isTop = row == top
            let isCorner = isTop || row == bottom
            grid.set(left, row, isCorner ? (isTop ? "┌" : "└") : "│", .faint)
            grid.set(right, row, isCorner ? (isTop ? "┐" : "┘") : "│", .faint)
        }
    }

    private func drawBackground(_ device: WatchedDevice, _ scale: PanelScale, into canvas: inout DotCanvas) {
        if edge > 0, 2 * edge < min(device.size.x, device.size.y) {
            let low = scale.dot(UnitPoint(x: edge / device.size.x, y: edge / device.size.y))
            let high = scale.dot(UnitPoint(x: 1 - edge / device.size.x, y: 1 - edge / device.size.y))
            canvas.rectangle(low.x, low.y, high.x, high.y, pitch: 4, .faint, .background)
        }
        for region in regions {
            let (low, high) = scale.corners(region.rectangle)
            let movement = device.movement(in: region.name)
            let style = movement.map { CellStyle(colour: $0.colour) } ?? .faint
            canvas.rectangle(
                low.x, low.y, high.x, high.y, pitch: movement == nil ? 2 : 1, style,
                movement == nil ? .background : .ring)
        }
    }

    private func draw(_ finger: WatchedFinger, _ scale: PanelScale, at now: Instant, into canvas: inout DotCanvas) {
        let colour: Colour = finger.isCancelled ? .grey : .plain
        var previous = scale.dot(finger.trail[0].position)
        for point in finger.trail.dropFirst() {
            let dot = scale.dot(point.position)
            defer { previous = dot }
            guard let age = WatchedFinger.age(now - point.time) else { continue }
            let style = CellStyle(
                colour: colour, isBold: age == .new && !finger.isCancelled, isFaint: age == .oldest)
            canvas.line(
                from: previous, to: dot, isThin: age == .oldest, style, age == .new ? .trail : .fadingTrail)
        }
        if finger.isDown {
            canvas.disc(at: scale.dot(finger.position), radius: scale.fingerRadius, .bold, .finger)
        }
    }

    /// Draws what takes a whole cell: the names of regions, the numbers of fingers, and symbols.
    private func drawMarks(
        _ device: WatchedDevice, _ box: CellBox, _ scale: PanelScale, _ resolution: DotCanvas.Resolution,
        into grid: inout CellGrid
    ) {
        func cell(_ dot: (x: Int, y: Int)) -> (column: Int, row: Int) {
            (box.column + dot.x / resolution.dotsAcross, box.row + dot.y / resolution.dotsDown)
        }
        var names: [(row: Int, columns: Range<Int>)] = []
        for region in regions {
            let (low, high) = scale.corners(region.rectangle)
            var start = cell(low)
            let end = cell(high)
            // Behind the name of a region around it with the same corner.
            for name in names where name.row == start.row && name.columns.contains(start.column) {
                start.column = name.columns.upperBound
            }
            let room = end.column - start.column - 1
            var text = printable(region.name.bytes)
            var style = CellStyle.faint
            if let movement = device.movement(in: region.name) {
                text += Array(" \(movement.symbol(on: terminal))".utf8)
                style = CellStyle(colour: movement.colour)
            }
            if device.isPressed(region.name) { style = .reversed }
            let name = terminal.truncated(terminal.showable(text), to: max(room, 0))
            grid.write(name, column: start.column + 1, row: start.row, limit: max(room, 0), style)
            names.append((start.row, start.column..<start.column + 1 + columns(of: name)))
        }
        for finger in device.fingers where finger.isCancelled {
            let (column, row) = cell(scale.dot(finger.position))
            grid.set(column, row, terminal.hasSymbols ? "×" : "x", CellStyle(colour: .grey))
        }
        for pulse in device.pulses {
            var place = cell(scale.dot(pulse.position))
            let isCovered = device.fingers.contains { finger in
                finger.isDown && cell(scale.dot(finger.position)) == place
            }
            // Beside the number of the finger.
            if isCovered { place.column += place.column + 1 < box.column + box.columns ? 1 : -1 }
            grid.write(
                "\(pulse.appearance.symbol(on: terminal))".utf8, column: place.column, row: place.row, limit: 1,
                CellStyle(colour: pulse.appearance.colour, isBold: true))
        }
        for finger in device.fingers where finger.isDown {
            let (column, row) = cell(scale.dot(finger.position))
            grid.write("\(finger.number % 10)".utf8, column: column, row: row, limit: 1, .reversed)
        }
    }
}

/// Converts positions on a panel to dots.
private struct PanelScale {
    private let width: Double
    private let height: Double
    /// In dots.
    let pulseRadius: Double
    let fingerRadius: Double

    /// 8 mm, so that a finger does not hide it.
    private static let pulse: Points = 50
    private static let finger: Points = 24

    init(_ size: Vector, _ canvas: DotCanvas) {
        width = Double(canvas.width)
        height = Double(canvas.height)
        let scale = width / size.x
        pulseRadius = min(max(scale * Self.pulse, 4), 14)
        fingerRadius = min(max(scale * Self.finger, 1.5), 4)
    }

    func dot(_ position: UnitPoint) -> (x: Int, y: Int) {
        (Int(min(position.x * width, width - 1)), Int(min(position.y * height, height - 1)))
    }

    /// The first and the last dot of a rectangle.
    func corners(_ rectangle: Rectangle) -> (low: (x: Int, y: Int), high: (x: Int, y: Int)) {
        let low = dot(UnitPoint(x: max(rectangle.x, 0), y: max(rectangle.y, 0)))
        let end = dot(
            UnitPoint(x: min(rectangle.x + rectangle.width, 1), y: min(rectangle.y + rectangle.height, 1)))
        return (low, end)
    }
}
