import GestureCore
import GestureProtocol
import Text

/// Formats the explanations of touches for people.
package struct ExplanationText {
    private let surface: Surface
    /// The time that is shown as 0.
    private let start: Instant
    private let terminal: Terminal

    package init(_ surface: Surface, start: Instant, terminal: Terminal) {
        self.surface = surface
        self.start = start
        self.terminal = terminal
    }

    /// The number of spaces before a gesture.
    private var indent = 2
    /// The width of the names of gestures with two spaces: that of the longest common one, or more if a touch has longer names.
    private static let nameWidths = 13...32

    /// The lines of one touch, followed by an empty line.
    ///
    /// - Parameter parts: what it was on each region; at least one.
    package func lines(_ parts: [ExplainedPart]) -> [UInt8] {
        guard parts.count > 1 else {
            return lines(of: parts[0], from: summary(parts[0].touch, parts[0].region)) + newline
        }
        var lines = wrapped(printable(summary(parts)), from: 0, indent: indent + Self.nameWidths.lowerBound)
        var inner = self
        inner.indent += 2
        for part in parts {
            lines += inner.lines(of: part, from: "  in \(part.region ?? "")" + facts(of: part, among: parts))
        }
        return lines + newline
    }

    private var newline: [UInt8] { [UInt8(ascii: "\n")] }

    /// - Parameter first: the first line.
    private func lines(of part: ExplainedPart, from first: String) -> [UInt8] {
        let touch = part.touch
        var lines = printable(first)
        let recognized = touch.verdicts.filter { $0.isRecognized }
        var width = Self.nameWidths.lowerBound
        for verdict in touch.verdicts { width = max(width, columns(of: name(of: verdict).utf8) + 2) }
        width = min(width, Self.nameWidths.upperBound)
        lines = wrapped(lines, from: 0, indent: indent + width)
        // The reasons of the gestures say it if another level took all fingers.
        for removal in touch.removals where removal.reason.rule != .taken || touch.fingers > 1 {
            lines += line(
                "1 contact", width, "ignored from \(seconds(removal.instant)) on: \(removal.reason.text)", .grey)
        }
        for verdict in recognized { lines += line(of: verdict, width, in: touch) }
        for verdict in touch.verdicts {
            guard let reason = verdict.reason else { continue }
            // That no finger counts is said once.
            let isSaid = touch.isWithoutFingers && touch.removals.contains { $0.reason == reason }
            if !isSaid { lines += line(of: verdict, width, in: touch) }
        }
        return lines
    }

    /// The first line of a touch of a chain of regions.
    private func summary(_ parts: [ExplainedPart]) -> String {
        var whole = parts[0].touch
        var names: [String] = []
        for part in parts {
            whole.began = min(whole.began, part.touch.began)
            whole.ended = max(whole.ended, part.touch.ended)
            // Where the most fingers count is the centre of all.
            if part.touch.fingers > whole.fingers {
                whole.fingers = part.touch.fingers
                whole.origin = part.touch.origin
            }
            if part.touch.travel.length > whole.travel.length { whole.travel = part.touch.travel }
            for verdict in part.touch.verdicts where verdict.isRecognized {
                names.append(name(of: verdict) + stage(of: verdict, " as ") + " in \(part.region ?? "")")
            }
        }
        return facts(of: whole, nil) + ": " + (names.isEmpty ? "no gesture" : joined(names))
    }

    /// What distinguishes a part from the whole touch, e.g. `, at 1.500 s for 60 ms, 1 finger`.
    private func facts(of part: ExplainedPart, among parts: [ExplainedPart]) -> String {
        let touch = part.touch
        let isAlike = parts.allSatisfy { $0.touch.began == touch.began && $0.touch.fingers == touch.fingers }
        if isAlike { return "" }
        return ", at \(seconds(touch.began)) for \(milliseconds(touch.ended - touch.began))"
            + ", \(counted(touch.fingers, "finger"))"
    }

    /// e.g. `touch 3  at 4.120 s for 180 ms, 1 finger, from 12 % 50 %, 6.8 mm to the right: drag`
    private func summary(_ touch: TouchExplanation, _ region: ByteString?) -> String {
        let text = facts(of: touch, region)
        if let reason = touch.ignored { return text + ": ignored, " + reason.text }
        var names: [String] = []
        for verdict in touch.verdicts where verdict.isRecognized {
            names.append(name(of: verdict) + stage(of: verdict, " as "))
        }
        return text + ": " + (names.isEmpty ? "no gesture" : joined(names))
    }

    private func facts(of touch: TouchExplanation, _ region: ByteString?) -> String {
        let unit = surface.normalized(touch.origin)
        var text = "touch \(touch.number)  at \(seconds(touch.began)) for \(milliseconds(touch.ended - touch.began))"
        text += ", \(counted(touch.fingers, "finger"))"
        if let region { text += ", in \(region)" }
        text += ", from \(rounded(unit.x * 100)) % \(rounded(unit.y * 100)) %"
        let length = touch.travel.length
        // A shorter one would be 0.0 mm.
        if length * Points.millimetresPerPoint >= 0.05, touch.ignored == nil {
            text += ", \(millimetres(length)) \(Direction(of: touch.travel, among: .eight).phrase)"
        }
        return text
    }

    private func line(of verdict: Verdict, _ width: Int, in touch: TouchExplanation) -> [UInt8] {
        switch verdict.outcome {
        case .recognized(let gesture):
            let text = "yes" + details(of: gesture, verdict, in: touch) + stage(of: verdict, ", ")
            return line(name(of: verdict), width, text, .green)
        case .ruledOut(let reason):
            // Most decisions are made at the end of the touch.
            let time = verdict.instant < touch.ended ? " (at \(seconds(verdict.instant)))" : ""
            let end = verdict.endsSequence ? "; its sequence starts over" : ""
            return line(name(of: verdict), width, "no: " + reason.text + time + end, .plain)
        }
    }

    private func line(_ name: String, _ width: Int, _ text: String, _ colour: Colour) -> [UInt8] {
        let padding = max(2, width - columns(of: name.utf8))
        let front = String(repeating: " ", count: indent) + name + String(repeating: " ", count: padding)
        let lines = wrapped(printable(front + text), from: front.utf8.count, indent: indent + width)
        return colour == .plain ? lines : painted(lines, colour)
    }

    private func painted(_ lines: [UInt8], _ colour: Colour) -> [UInt8] {
        terminal.painted(Array(lines.dropLast()), colour) + [UInt8(ascii: "\n")]
    }

    private func details(of gesture: RecognizedGesture, _ verdict: Verdict, in touch: TouchExplanation) -> String {
        switch gesture.last.details {
        case .swipe(let direction, let translation, _):
            return ": \(direction.words), \(millimetres(translation.length))"
        case .edgeSwipe(let location, let direction, let translation, _):
            return ": from \(location.phrase) \(direction.phrase), \(millimetres(translation.length))"
        case .pinch(let scale, _): return began(gesture) + ", × \(hundredths(scale))" + end(gesture)
        case .rotation(let degrees, _): return began(gesture) + ", \(rotationWords(degrees))" + end(gesture)
        case .drag(_, let translation, _):
            return began(gesture) + ", \(millimetres(translation.length))" + end(gesture)
        case .motion, .none: return began(gesture) + end(gesture)
        case .stroke(_, let score): return ", score \(hundredths(score))"
        case .tap(let count, _, let decided):
            var text = count > 1 ? ", with \(counted(count - 1, "other touch"))" : ""
            if let decided, decided > touch.ended { text += " (decided at \(seconds(decided)))" }
            return text
        case .press, .touch, .activity: return ""
        }
    }

    /// e.g. `, stage 1 of 2`; empty for gestures that are no part of a sequence.
    private func stage(of verdict: Verdict, _ separator: String) -> String {
        verdict.stageText.map { separator + $0 } ?? ""
    }

    private func began(_ gesture: RecognizedGesture) -> String { ": from \(seconds(gesture.first.time))" }

    private func end(_ gesture: RecognizedGesture) -> String { gesture.last.phase == .cancelled ? ", cancelled" : "" }

    private func name(of verdict: Verdict) -> String {
        var taps = verdict.taps
        if let reason = verdict.reason, reason.rule == .tapCount { taps = reason.limit.map { Int($0) } }
        if case .recognized(let gesture) = verdict.outcome, case .tap(let count, _, _) = gesture.first.details {
            taps = count
        }
        guard var pattern = verdict.pattern else { return verdict.kind.title(taps: taps ?? 1) }
        pattern.count = taps ?? pattern.count
        return pattern.notation
    }

    private func seconds(_ instant: Instant) -> String { stamp(instant, since: start) }

    private func milliseconds(_ interval: Interval) -> String { "\((interval.microseconds + 500) / 1000) ms" }

    /// Breaks a line between words at the width of the terminal.
    ///
    /// - Parameters:
    ///   - kept: the number of bytes at the start that stay together with the word after them.
    ///   - indent: the number of spaces before further lines.
    private func wrapped(_ text: [UInt8], from kept: Int, indent: Int) -> [UInt8] {
        let space = UInt8(ascii: " ")
        var lines = Array(text[..<kept])
        var column = columns(of: lines)
        var isFirst = true
        for word in text[kept...].split(separator: space, omittingEmptySubsequences: false) {
            let width = columns(of: word)
            if isFirst {
                isFirst = false
            } else if terminal.isPresent, column + 1 + width > terminal.size.columns, column > indent {
                lines += [UInt8(ascii: "\n")] + [UInt8](repeating: space, count: indent)
                column = indent
            } else {
                lines.append(space)
                column += 1
            }
            lines += Array(word)
            column += width
        }
        return terminal.showable(lines) + [UInt8(ascii: "\n")]
    }
}

extension Verdict {
    /// e.g. `stage 1 of 2`; nil for gestures that are no part of a sequence.
    package var stageText: String? {
        guard let stage = part?.stage, let stages = part?.stages else { return nil }
        return "stage \(stage) of \(stages)"
    }
}
