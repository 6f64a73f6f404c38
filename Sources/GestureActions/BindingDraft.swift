import GestureCore
import GestureProtocol
import Text

/// A binding while its words are read: the gesture with its options on the left, the action on the right.
struct BindingDraft {
    enum Option: CaseIterable, Named {
        case every, on, limit, cooldown

        var name: StaticString {
            switch self {
            case .every: "every"
            case .on: "on"
            case .limit: "limit"
            case .cooldown: "cooldown"
            }
        }
    }

    private let name: ByteString
    private let line: Int
    var scope = Binding.Scope()
    private var trigger: Binding.Trigger?
    /// The options so far.
    private var options: [Option] = []
    private var size: Step.Size?
    private var moment: Binding.Moment?
    private var limit: Int?
    private var cooldown: Interval?
    private var action: Binding.Action?
    private var text: ByteString = ""
    var within: Interval?
    /// What the gesture can be misread as.
    private(set) var notes: [String] = []

    init(name: ByteString, line: Int) {
        self.name = name
        self.line = line
    }

    // MARK: Reading

    var hasGesture: Bool { trigger != nil }
    var hasAction: Bool { action != nil }

    mutating func readGesture(_ text: ArraySlice<UInt8>, allowsOptions: Bool) throws(NotationError) {
        var reader = GestureReader(text)
        if reader.words.take("wake") {
            trigger = .wake(reader.words.next.flatMap { Interval(notation: $0) })
            if case .wake(let time?)? = trigger {
                guard time > .zero else { throw reader.words.invalid("a time above 0, e.g. wake 2min") }
                reader.words.skip()
            }
        } else {
            let gesture = try reader.gesture(commaIsThen: true)
            if case .gesture(let pattern) = gesture.form, pattern.kind == .activity {
                guard let time = pattern.idleTime, time > .zero else {
                    throw reader.words.invalid("a time, e.g. idle 2min")
                }
                trigger = .idle(time)
            } else {
                guard gesture.priority == .normal, gesture.name == nil || gesture.isStroke else {
                    throw NotationError("expected no 'as' and no 'priority' here: they are for programs")
                }
                trigger = .gesture(gesture)
            }
        }
        while allowsOptions, let word = reader.words.next, let option = Option(name: word.bytes) {
            reader.words.skip()
            try read(option, reader.words.take())
        }
        if allowsOptions, let word = reader.words.next, nearestWord(to: word.bytes, among: Self.options) != nil {
            throw NotationError(word, expected: "every, on, limit or cooldown", among: Self.options)
        }
        try reader.finish()
        notes += reader.notes
    }

    private static let options = Option.allCases.map { ByteString("\($0.name)") }

    /// Reads an option that is a key of a section.
    mutating func readOption(_ key: ByteString, _ value: ByteString) throws(NotationError) {
        if let option = Option(name: key.bytes) { try read(option, value) }
    }

    private mutating func read(_ option: Option, _ word: ByteString?) throws(NotationError) {
        guard !options.contains(option) else { throw NotationError("\(option.name): expected it once") }
        options.append(option)
        switch option {
        case .every:
            size = word.flatMap { Step.Size($0) }
            guard size != nil else {
                throw NotationError(word, expected: "a step after 'every': 1mm or more, 1deg or more, or 1% or more")
            }
        case .on:
            moment = word.flatMap { Binding.Moment(name: $0.bytes) }
            guard moment != nil else {
                throw NotationError(
                    word, expected: "begin, update, end or cancel after 'on'",
                    among: Binding.Moment.allCases.map { ByteString("\($0.name)") })
            }
        case .limit:
            limit = word.flatMap { wholeNumber($0) }
            guard let limit, limit > 0 else {
                throw NotationError(word, expected: "a number of runs after 'limit', 1 to 9999")
            }
        case .cooldown:
            cooldown = word.flatMap { Interval(notation: $0) }
            guard cooldown != nil else {
                throw NotationError(word, expected: "a time after 'cooldown', e.g. 3s")
            }
        }
    }

    /// Reads `key …`, `click …`, `run …` or a command.
    mutating func readAction(_ text: ArraySlice<UInt8>) throws(NotationError) {
        let word = ByteString(Array(text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }))
        guard let verb = Verb(name: word.bytes) else { return try readAction(.run, text) }
        try readAction(verb, text.dropFirst(word.bytes.count).trimmed)
    }

    /// The kind of an action.
    enum Verb: CaseIterable, Named {
        case run, key, click

        var name: StaticString {
            switch self {
            case .run: "run"
            case .key: "key"
            case .click: "click"
            }
        }
    }

    mutating func readAction(_ verb: Verb, _ text: ArraySlice<UInt8>) throws(NotationError) {
        self.text = ByteString(Array(text))
        switch verb {
        case .run:
            do throws(CommandError) {
                action = .command(try CommandWords(text))
            } catch {
                throw NotationError(error.message)
            }
        case .key:
            do throws(KeyError) {
                action = .keys(try KeyChord.chords(text))
            } catch {
                throw NotationError("key: \(error.message)")
            }
        case .click:
            guard let button = PointerButton(name: text) else {
                throw NotationError(
                    text.isEmpty ? nil : self.text, expected: "left, middle or right after 'click'",
                    among: PointerButton.allCases.map { ByteString("\($0.name)") })
            }
            action = .click(button)
        }
    }

    // MARK: Result

    func binding() throws(NotationError) -> Binding {
        guard let trigger, let action else { throw NotationError("expected a gesture and an action") }
        var binding = Binding(name: name, line: line, trigger: trigger, scope: scope, action: action, text: text)
        if let within {
            guard case .gesture(var gesture) = trigger, case .sequence(let members, let other) = gesture.form else {
                throw NotationError("within: expected two gestures or more, with a comma between")
            }
            guard other == nil else { throw NotationError("within: expected it once, as a key or in the gesture") }
            gesture.form = .sequence(members, within: within)
            binding.trigger = .gesture(gesture)
        }
        binding.moment = moment(for: trigger)
        binding.limit = limit
        binding.cooldown = cooldown
        if let size { try setStep(size, of: &binding) }
        try checkOptions(of: binding)
        try checkRequest(of: binding)
        return binding
    }

    /// Moves the direction from the gesture to the step: a drag that turns back makes steps the other way.
    private func setStep(_ size: Step.Size, of binding: inout Binding) throws(NotationError) {
        var step = Step(size: size)
        guard case .gesture(var gesture) = binding.trigger, case .gesture(var pattern) = gesture.form,
            pattern.kind == step.kind
        else { throw NotationError("every: expected mm, cm or pt with drag, deg with rotation, % with pinch") }
        if let direction = pattern.direction {
            guard direction.minimumCount == .four else {
                throw NotationError("every: expected up, down, left or right, not '\(direction.notation)'")
            }
            step.direction = .travel(direction)
            pattern.direction = nil
            pattern.locksAxis = true
        } else if let direction = pattern.spreadDirection {
            step.direction = .spread(direction)
            pattern.spreadDirection = nil
        }
        gesture.form = .gesture(pattern)
        binding.trigger = .gesture(gesture)
        binding.step = step
    }

    private func checkOptions(of binding: Binding) throws(NotationError) {
        guard case .gesture(let gesture) = binding.trigger else {
            guard binding.step == nil, moment == nil, limit == nil, binding.scope.device == nil else {
                throw NotationError("expected no every, on, limit or device for idle and wake")
            }
            return
        }
        if binding.step != nil, moment != nil { throw NotationError("on: expected no 'on' together with 'every'") }
        if limit != nil, !binding.isContinuous {
            throw NotationError("limit: expected 'every' or 'on update' together with it")
        }
        guard let kind = gesture.lastKind, let moment else { return }
        if kind.recognitionPhase == .ended, moment != .end {
            throw NotationError("on: expected 'end': \(kind.title) is recognized when it ends")
        }
    }

    /// Leaves out the moment that is the default, so that both ways to write it are the same binding.
    private func moment(for trigger: Binding.Trigger) -> Binding.Moment? {
        guard case .gesture(let gesture) = trigger, let kind = gesture.lastKind else { return moment }
        return moment == (kind.recognitionPhase == .ended ? .end : .begin) ? nil : moment
    }

    /// Checks the limits of the protocol as the service does.
    private func checkRequest(of binding: Binding) throws(NotationError) {
        guard case .gesture(let gesture) = binding.trigger else { return }
        if gesture.lastKind == .touch { throw NotationError("'touch': expected another gesture, such as press") }
        do throws(InvalidParameter) {
            _ = try CompiledSubscription(
                checking: RequestedSubscription(gestures: [gesture]), thresholds: Thresholds())
        } catch {
            throw NotationError(error.message)
        }
    }
}

extension RequestedGesture {
    /// The kind of the gesture, or of the last in a sequence.
    var lastKind: GestureKind? {
        switch form {
        case .gesture(let pattern): pattern.kind
        case .stroke: .stroke
        case .sequence(let members, _): members.last?.lastKind
        case .exclusive, .simultaneous: nil
        }
    }
}
