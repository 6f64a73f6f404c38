import GestureCore
import Text

extension Reason {
    /// The reason, and what to do about it, e.g. `lifted after 800 ms of 1000 ms: lift later, or write hold 800ms`.
    func textWithAdvice(for verdict: Verdict) -> String {
        // To meet one of several conditions does not help.
        text + ((verdict.missesMore ? nil : advice(verdict)).map { ": " + $0 } ?? "")
    }

    /// What to do otherwise, with the hand or in the file; nil if the reason says it.
    private func advice(_ verdict: Verdict) -> String? {
        switch rule {
        case .liftedEarly:
            // Less than what was held, in steps that a hand can keep apart.
            let held = max(0, Int64(measured ?? 0) - 1) / 50 * 50
            return "lift later" + (held >= 100 ? ", or write hold \(held)ms" : "")
        case .movedTooFar: return "keep the fingers still"
        // In a sequence, the hold was meant to be the next stage.
        case .longPress: return verdict.part?.stages == nil ? "lift earlier" : nil
        case .tooLong: return "lift earlier, or write a longer time after 'under'"
        case .tooShort: return "lift later, or write a shorter time after 'over'"
        case .tooLate: return "be quicker, or write a longer time after 'within'"
        case .tapGap: return "tap faster" + (setting == nil ? ", or raise tap-gap in gestured.conf" : "")
        case .tapDistance: return "tap at one place"
        case .landedApart: return "put the fingers down together"
        case .liftedApart: return "lift the fingers together"
        case .distance:
            let millimetres = Int64((measured ?? 0) * Points.millimetresPerPoint)
            let isOfSwipe = verdict.kind == .swipe || verdict.kind == .edgeSwipe || verdict.kind == .drag
            return "move farther" + (isOfSwipe && millimetres > 3 ? ", or write \(millimetres)mm after it" : "")
        case .stayed: return words.utf8.isEmpty ? "move farther" : "move all fingers"
        case .span: return "move farther"
        case .turn: return "turn farther"
        case .inEdgeBand: return "start farther from the edge, or bind 'edge'"
        case .awayFromEdge, .edge: return "start at the edge"
        case .area: return "start inside the area"
        case .diverged, .turnedBack: return "move straight"
        case .clicked: return "do not press the pad"
        default: return nil
        }
    }
}
