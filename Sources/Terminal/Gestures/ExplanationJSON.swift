import GestureCore
import GestureProtocol
import Text

/// Formats the explanations of touches as JSON, in lines.
package struct ExplanationJSON {
    private let surface: Surface

    package init(_ surface: Surface) { self.surface = surface }

    /// A line with one object.
    ///
    /// - Parameter region: the name of its region, if it has one.
    package func line(of touch: TouchExplanation, in region: ByteString? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"touch\":")
        writer.integer(touch.number)
        writer.raw(",\"began\":")
        writer.integer(touch.began.microseconds)
        writer.raw(",\"ended\":")
        writer.integer(touch.ended.microseconds)
        if let region {
            writer.raw(",\"region\":")
            writer.string(region.bytes)
        }
        writer.raw(",\"fingers\":")
        writer.integer(touch.fingers)
        let unit = surface.normalized(touch.origin)
        writer.raw(",\"x\":")
        writer.decimal(unit.x, places: 6)
        writer.raw(",\"y\":")
        writer.decimal(unit.y, places: 6)
        writer.raw(",\"translation\":{\"x\":")
        writer.decimal(touch.travel.x, places: 3)
        writer.raw(",\"y\":")
        writer.decimal(touch.travel.y, places: 3)
        writer.raw("}")
        if let reason = touch.ignored {
            writer.raw(",\"ignored\":{")
            write(reason, &writer)
            writer.raw("}")
        }
        writer.raw(",\"removed\":[")
        for (index, removal) in touch.removals.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.raw("{\"time\":")
            writer.integer(removal.instant.microseconds)
            writer.raw(",")
            write(removal.reason, &writer)
            writer.raw("}")
        }
        writer.raw("],\"gestures\":[")
        for (index, verdict) in touch.verdicts.enumerated() {
            if index > 0 { writer.raw(",") }
            write(verdict, &writer)
        }
        writer.raw("]}\n")
        return writer.bytes
    }

    private func write(_ verdict: Verdict, _ writer: inout JSONWriter) {
        writer.raw("{\"kind\":\"")
        writer.raw(verdict.kind.name)
        writer.raw("\"")
        if let part = verdict.part {
            writer.raw(",\"composition\":")
            writer.integer(part.composition)
            writer.raw(",\"node\":")
            writer.integer(part.node)
            if let stage = part.stage, let stages = part.stages {
                writer.raw(",\"stage\":")
                writer.integer(stage)
                writer.raw(",\"stages\":")
                writer.integer(stages)
            }
        }
        switch verdict.outcome {
        case .recognized(let gesture):
            if case .tap(let count, _, _) = gesture.first.details { write(count, &writer) }
            writer.raw(",\"recognized\":true,\"time\":")
            writer.integer(verdict.instant.microseconds)
        case .ruledOut(let reason):
            if let taps = verdict.taps { write(taps, &writer) }
            writer.raw(",\"recognized\":false,\"time\":")
            writer.integer(verdict.instant.microseconds)
            if verdict.endsSequence { writer.raw(",\"endsSequence\":true") }
            writer.raw(",")
            write(reason, &writer)
        }
        writer.raw("}")
    }

    private func write(_ taps: Int, _ writer: inout JSONWriter) {
        writer.raw(",\"count\":")
        writer.integer(taps)
    }

    /// Writes the members of an object.
    private func write(_ reason: Reason, _ writer: inout JSONWriter) {
        writer.raw("\"rule\":\"")
        writer.raw(reason.rule.name)
        writer.raw("\"")
        if let measured = reason.measured {
            writer.raw(",\"measured\":")
            writer.decimal(measured, places: 3)
        }
        if let limit = reason.limit {
            writer.raw(",\"limit\":")
            writer.decimal(limit, places: 3)
        }
        if let setting = reason.setting {
            writer.raw(",\"key\":")
            writer.string(setting.key.bytes)
            writer.raw(",\"file\":")
            writer.string(setting.path.utf8)
            writer.raw(",\"line\":")
            writer.integer(setting.line)
        }
        writer.raw(",\"text\":")
        writer.string(reason.text.utf8)
    }
}
