import GestureCore

/// Reads the text of a ``TouchScript`` and keeps the positions of its fingers.
///
/// Numbers are limited, so that no script overflows them or needs much memory.
package struct ScriptReader: Sendable {
    private struct Finger {
        var contact: ContactID
        var surface: Surface
        var position: Vector
        var isDown: Bool
    }

    private(set) var steps: [TouchScript.Step]
    private let surface: Surface
    /// The instant from which the times of the text count.
    private var start = Instant.milliseconds(0)
    private var mentioned: [SurfaceID]
    private var fingers: [String: Finger] = [:]
    /// In the order of their first landings.
    private var names: [String] = []
    /// The number of the latest contact.
    package var lastContact: UInt64 = 0
    private var now: Instant?
    /// The end of the last glide.
    private var busyUntil: Instant?
    private var mayJoinFrame = false
    private var statement: Substring = ""

    /// - Parameter surface: the surface of fingers without a prefix, which is plugged in first.
    package init(surface: Surface) {
        self.surface = surface
        mentioned = [surface.id]
        steps = [.plug(surface)]
    }

    /// Reads a script whose times count from an instant. Fingers that are down from earlier scripts keep their names.
    ///
    /// - Throws: ``ScriptError`` with the invalid statement. The reader is then of no further use.
    package mutating func read(_ text: String, from start: Instant = .milliseconds(0)) throws(ScriptError) {
        self.start = start
        now = nil
        busyUntil = nil
        mayJoinFrame = false
        var rest = text[...]
        while let end = rest.firstIndex(where: { ";|\n".contains($0) }) {
            try read(statement: rest[..<end])
            if rest[end] == "|" { mayJoinFrame = false }
            rest = rest[rest.index(after: end)...]
        }
        try read(statement: rest)
    }

    /// Returns the steps that were read since the last call.
    package mutating func takeSteps() -> [TouchScript.Step] {
        defer { steps = [] }
        return steps
    }

    private mutating func read(statement: Substring) throws(ScriptError) {
        self.statement = statement
        var words = statement.split(separator: " ")[...]
        guard let first = words.first else { return }
        if first.first?.isNumber == true {
            let time = start + (try milliseconds(words.removeFirst()))
            if let busyUntil, time < busyUntil { throw expected("a time after the glide") }
            now = time
        }
        busyUntil = nil
        guard let now else { throw expected("a time") }
        switch words.popFirst() {
        case "down": try readPlaces(&words) { reader, name, place throws(ScriptError) in try reader.land(name, place) }
        case "move": try readPlaces(&words) { reader, name, place throws(ScriptError) in try reader.move(name, place) }
        case "glide": try glide(words, from: now)
        case "up": try release(words, .up)
        case "cancel": try release(words, .cancel)
        case "plug": plug(try named(words.popFirst()))
        case "unplug":
            let surface = try named(words.popFirst())
            mention(surface)
            steps.append(.unplug(surface.id, at: now))
        case "wake": steps.append(.wake(at: now))
        default: throw expected("down, move, glide, up, cancel, plug, unplug or wake")
        }
    }

    // MARK: Verbs

    /// In pt.
    private static let farthest = 1_000_000.0
    private static let longestGlide = Interval.milliseconds(60_000)
    /// In ms.
    private static let latest: Int64 = 86_400_000

    private enum Place {
        case at(Vector)
        case by(Vector)
    }

    private mutating func readPlaces(
        _ words: inout ArraySlice<Substring>,
        _ act: (inout ScriptReader, Substring, Place) throws(ScriptError) -> Void
    ) throws(ScriptError) {
        guard !words.isEmpty else { throw expected("a finger and a place") }
        while let name = words.popFirst() { try act(&self, name, try place(&words)) }
    }

    private mutating func land(_ word: Substring, _ place: Place) throws(ScriptError) {
        guard case .at(let position) = place else { throw expected("the place where \(word) lands") }
        let (name, surface, isSlipAllowed) = try finger(word)
        let wasDown = fingers[name]?.isDown ?? false
        guard !wasDown || isSlipAllowed else { throw expected("a finger that is not down") }
        if !wasDown { newFinger(name, on: surface, at: position) }
        guard let finger = fingers[name] else { return }
        add(.init(finger.contact, .down, at: position), on: surface)
    }

    private mutating func move(_ word: Substring, _ place: Place) throws(ScriptError) {
        let (name, surface, isSlipAllowed) = try finger(word)
        if fingers[name] == nil, isSlipAllowed {
            newFinger(name, on: surface, at: .zero)
            fingers[name]?.isDown = false
        }
        guard var finger = fingers[name], finger.isDown || isSlipAllowed else {
            throw expected("a finger that is down")
        }
        switch place {
        case .at(let position): finger.position = position
        case .by(let displacement): finger.position += displacement
        }
        guard finger.position.length <= Self.farthest else { throw expected("a place at most 1000000 pt away") }
        fingers[name] = finger
        add(.init(finger.contact, .move, at: finger.position), on: surface)
    }

    private mutating func release(
        _ words: ArraySlice<Substring>, _ action: ContactChange.Action
    ) throws(ScriptError) {
        guard !words.isEmpty else { throw expected("fingers, or all") }
        let all = names.filter { fingers[$0]?.isDown ?? false }.map { $0[...] }
        for word in words == ["all"] ? all : Array(words) {
            let (name, surface, isSlipAllowed) = try finger(word)
            if fingers[name] == nil, isSlipAllowed {
                newFinger(name, on: surface, at: .zero)
                fingers[name]?.isDown = false
            }
            guard let finger = fingers[name], finger.isDown || isSlipAllowed else {
                throw expected("a finger that is down")
            }
            fingers[name]?.isDown = false
            add(.init(finger.contact, action, at: finger.position), on: surface)
        }
    }

    private mutating func glide(_ words: ArraySlice<Substring>, from start: Instant) throws(ScriptError) {
        guard words.count >= 4, words[words.endIndex - 2] == "for" else { throw expected("… for so many ms") }
        let duration = try milliseconds(words[words.endIndex - 1])
        guard duration <= Self.longestGlide else { throw expected("a glide of at most 60000 ms") }
        var rest = words.dropLast(2)
        var movements: [(name: Substring, from: Vector, displacement: Vector)] = []
        while let word = rest.popFirst() {
            guard let finger = fingers[try finger(word).name], finger.isDown else {
                throw expected("a finger that is down")
            }
            switch try place(&rest) {
            case .at(let end): movements.append((word, finger.position, end - finger.position))
            case .by(let displacement): movements.append((word, finger.position, displacement))
            }
        }
        var elapsed = Interval(microseconds: 0)
        while elapsed < duration {
            elapsed = min(Interval(microseconds: elapsed.microseconds + 10_000), duration)
            now = start + elapsed
            let part = Double(elapsed.microseconds) / Double(duration.microseconds)
            for (name, from, displacement) in movements { try move(name, .at(from + displacement * part)) }
        }
        busyUntil = now
    }

    private mutating func plug(_ surface: Surface) {
        mentioned.append(surface.id)
        steps.append(.plug(surface))
    }

    // MARK: Frames and fingers

    private mutating func mention(_ surface: Surface) {
        guard !mentioned.contains(surface.id) else { return }
        mentioned.append(surface.id)
        steps.insert(.plug(surface), at: 0)
    }

    private mutating func newFinger(_ name: String, on surface: Surface, at position: Vector) {
        lastContact += 1
        if fingers[name] == nil { names.append(name) }
        fingers[name] = Finger(contact: ContactID(lastContact), surface: surface, position: position, isDown: true)
    }

    private mutating func add(_ change: ContactChange, on surface: Surface) {
        guard let now else { return }
        mention(surface)
        if mayJoinFrame, case .frame(var frame) = steps.last, frame.time == now, frame.surface == surface.id,
            !frame.changes.contains(where: { $0.contact == change.contact })
        {
            frame.changes.append(change)
            steps[steps.count - 1] = .frame(frame)
        } else {
            steps.append(.frame(TouchFrame(surface: surface.id, time: now, changes: [change])))
        }
        mayJoinFrame = true
    }

    // MARK: Words

    private func expected(_ what: String) -> ScriptError { ScriptError(statement: String(statement), expected: what) }

    private func finger(
        _ word: Substring
    ) throws(ScriptError) -> (name: String, surface: Surface, isSlipAllowed: Bool) {
        let isSlipAllowed = word.last == "?"
        let name = isSlipAllowed ? word.dropLast() : word
        guard let colon = name.firstIndex(of: ":") else { return (String(name), surface, isSlipAllowed) }
        guard let surface = Surface.named(name[..<colon]) else { throw expected("screen: or pad:") }
        return (String(name), surface, isSlipAllowed)
    }

    private func named(_ word: Substring?) throws(ScriptError) -> Surface {
        guard let word else { return surface }
        guard let surface = Surface.named(word) else { throw expected("screen or pad") }
        return surface
    }

    private func place(_ words: inout ArraySlice<Substring>) throws(ScriptError) -> Place {
        guard let word = words.popFirst() else { throw expected("a place") }
        if word != "by" { return .at(try vector(word)) }
        guard let displacement = words.popFirst() else { throw expected("how far") }
        return .by(try vector(displacement))
    }

    private func vector(_ word: Substring) throws(ScriptError) -> Vector {
        let numbers = word.split(separator: ",").map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], Vector(x: x, y: y).length <= Self.farthest
        else { throw expected("x,y in pt") }
        return Vector(x: x, y: y)
    }

    /// Exact, unlike a product of a floating-point number.
    private func milliseconds(_ word: Substring) throws(ScriptError) -> Interval {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts.count <= 2, 1...3 ~= fraction.utf8.count, let whole = Int64(parts[0]), 0...Self.latest ~= whole,
            fraction.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let thousandths = Int64(fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
        else { throw expected("ms with at most three decimals, up to 24 hours") }
        return Interval(microseconds: whole * 1000 + thousandths)
    }
}
