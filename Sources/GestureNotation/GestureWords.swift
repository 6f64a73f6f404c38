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
        if let axis { text = "\(axis.name) \(text)" }
        if let edge { text += " from \(edge.phrase)" }
        // `swipe left`, but `edge swipe from the right edge to the left`.
        if let direction { text += " " + (kind == .edgeSwipe ? "\(direction.phrase)" : "\(direction.words)") }
        switch spreadDirection {
        case .clockwise, .counterclockwise: text = "\(spreadDirection?.name ?? "") \(text)"
        case .inwards, .outwards: text += " \(spreadDirection?.name ?? "")"
        case nil: break
        }
        if let distance = minimumDistance { text += " of at least \(millimetres(distance))" }
        text += wordsForDurations
        if fingers != .any { text += " with \(fingers.words)" }
        if restingFingers > 0 {
            text += " while \(counted(restingFingers, "finger")) \(restingFingers == 1 ? "rests" : "rest")"
        }
        return text + conditions(area, modifiers)
    }

    private var wordsForDurations: String {
        switch (minimumDuration, maximumDuration) {
        case (let least?, nil) where kind == .longPress: " of \(least.words)"
        case (let least?, let most?): " lasting \(least.words) to \(most.words)"
        case (let least?, nil): " lasting at least \(least.words)"
        case (nil, let most?): " lasting at most \(most.words)"
        case (nil, nil): ""
        }
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
