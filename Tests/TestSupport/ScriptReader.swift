import GestureCore

/// Reads the text of a ``TouchScript`` and keeps the positions of its fingers.
struct ScriptReader {
    private struct Finger {
        var contact: ContactID
        var surface: Surface
        var position: Vector
        var isDown: Bool
    }

    private(set) var steps: [TouchScript.Step] = []
    private let surface: Surface
    private var mentioned: [SurfaceID]
    private var fingers: [String: Finger] = [:]
    /// In the order of their first landings.
    private var names: [String] = []
    private var contacts: UInt64 = 0
    private var now: Instant?
    /// The end of the last glide.
    private var busyUntil: Instant?
    private var mayJoinFrame = false
    private var statement: Substring = ""

    init(surface: Surface) {
        self.surface = surface
        mentioned = [surface.id]
        steps = [.plug(surface)]
    }

    mutating func read(_ text: String) throws(ScriptError) {
        var rest = text[...]
        while let end = rest.firstIndex(where: { ";|\n".contains($0) }) {
            try read(statement: rest[..<end])
            if rest[end] == "|" { mayJoinFrame = false }
            rest = rest[rest.index(after: end)...]
        }
        try read(statement: rest)
    }

    private mutating func read(statement: Substring) throws(ScriptError) {
        self.statement = statement
        var words = statement.split(separator: " ")[...]
        guard let first = words.first else { return }
        if first.first?.isNumber == true {
            let time = try milliseconds(words.removeFirst())
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
        case .by(let way): finger.position += way
        }
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
        let duration = try milliseconds(words[words.endIndex - 1]) - Instant(microseconds: 0)
        var rest = words.dropLast(2)
        var ways: [(name: Substring, from: Vector, way: Vector)] = []
        while let word = rest.popFirst() {
            guard let finger = fingers[try finger(word).name], finger.isDown else {
                throw expected("a finger that is down")
            }
            switch try place(&rest) {
            case .at(let end): ways.append((word, finger.position, end - finger.position))
            case .by(let way): ways.append((word, finger.position, way))
            }
        }
        var elapsed = Interval(microseconds: 0)
        while elapsed < duration {
            elapsed = min(Interval(microseconds: elapsed.microseconds + 10_000), duration)
            now = start + elapsed
            let part = Double(elapsed.microseconds) / Double(duration.microseconds)
            for (name, from, way) in ways { try move(name, .at(from + way * part)) }
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
        contacts += 1
        if fingers[name] == nil { names.append(name) }
        fingers[name] = Finger(contact: ContactID(contacts), surface: surface, position: position, isDown: true)
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
        guard let way = words.popFirst() else { throw expected("how far") }
        return .by(try vector(way))
    }

    private func vector(_ word: Substring) throws(ScriptError) -> Vector {
        let numbers = word.split(separator: ",").map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { throw expected("x,y in pt") }
        return Vector(x: x, y: y)
    }

    /// Exact, unlike a product of a floating-point number.
    private func milliseconds(_ word: Substring) throws(ScriptError) -> Instant {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts.count <= 2, 1...3 ~= fraction.count, let whole = Int64(parts[0]),
            let thousandths = Int64(fraction + String(repeating: "0", count: 3 - fraction.count))
        else { throw expected("ms with at most three decimals") }
        return Instant(microseconds: whole * 1000 + thousandths)
    }
}
