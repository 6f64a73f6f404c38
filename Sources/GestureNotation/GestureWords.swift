import GestureCore
import GestureProtocol
import Text

extension RequestedGesture {
    /// The gesture in words for people, e.g. `swipe left with 3 fingers`.
    package var words: String {
        switch form {
        case .gesture(let pattern): return pattern.words
        case .stroke(let stroke):
            return "stroke \(name ?? "")" + conditions(stroke.area, stroke.modifiers)
        case .exclusive(let members): return joined(members, " or ")
        case .simultaneous(let members): return joined(members, " and ")
        case .sequence(let members, let limit):
            return joined(members, ", then ") + (limit.map { ", within \($0.words)" } ?? "")
        }
    }

    private func joined(_ members: [RequestedGesture], _ separator: String) -> String {
        var text = ""
        for (index, member) in members.enumerated() { text += (index == 0 ? "" : separator) + member.words }
        return text
    }
}

extension GesturePattern {
    fileprivate var words: String {
        var text = kind.title(taps: count)
        if let edge { text += " from the \(edge.name) edge" }
        if let direction { text += " \(direction.notation)" }
        if let axis { text += " \(axis.name)" }
        if let spreadDirection { text += " \(spreadDirection.name)" }
        if fingers != .any { text += " with \(fingers.words)" }
        if restingFingers > 0 {
            text += " while \(restingFingers) \(restingFingers == 1 ? "finger rests" : "fingers rest")"
        }
        if let distance = minimumDistance { text += " of \(tenths(distance * Points.millimetresPerPoint)) mm or more" }
        if let time = minimumDuration { text += kind == .longPress ? " of \(time.words)" : " in \(time.words) or more" }
        if let time = maximumDuration { text += " in at most \(time.words)" }
        return text + conditions(area, modifiers)
    }
}

extension FingerSet {
    /// e.g. `3 fingers`, `3 or more fingers` or `2 to 4 fingers`
    fileprivate var words: String {
        let counts = (1...Self.largest).filter { contains($0) }
        guard let least = counts.first, let most = counts.last else { return "no fingers" }
        if least == most { return least == 1 ? "1 finger" : "\(least) fingers" }
        return most == Self.largest ? "\(least) or more fingers" : "\(least) to \(most) fingers"
    }
}

private func conditions(_ area: Rectangle?, _ modifiers: EventModifiers?) -> String {
    var text = ""
    if let area {
        text +=
            " in \(percent(area.x)) to \(percent(area.x + area.width)) from the left"
            + " and \(percent(area.y)) to \(percent(area.y + area.height)) from the top"
    }
    guard let modifiers else { return text }
    var names = ""
    for (modifier, name) in EventModifiers.notation where modifiers.contains(modifier) {
        names += (names.isEmpty ? "" : "+") + "\(name)"
    }
    return text + (names.isEmpty ? " without modifier keys" : " with \(names) held")
}

private func percent(_ share: Double) -> String { "\(rounded(share * 100)) %" }
