import GestureCore
import GestureProtocol
import Text

/// Reads an actions file line by line.
///
/// Not with libinih, which cuts values at ` ;` and lines at 200 bytes: a command is taken verbatim.
struct ActionsFileReader {
    private enum Section {
        /// Each line is a binding.
        case bindings(Binding.Scope)
        /// One binding, with a key on each line.
        case action(ActionSection)
        /// After an error in its header: its lines are not read.
        case invalid
    }

    private var file = ActionsFile()
    private var section = Section.invalid
    private var hasSection = false
    private var hasTooMany = false

    mutating func read(_ content: ArraySlice<UInt8>, line: Int) {
        let text = content.trimmed
        guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return }
        do throws(NotationError) {
            guard content.count <= ActionsFile.longestLine else {
                throw NotationError("expected a line of at most \(ActionsFile.longestLine) bytes")
            }
            guard !text.contains(0) else { throw NotationError("expected a line without null bytes") }
            if first == UInt8(ascii: "[") {
                endSection()
                section = .invalid
                hasSection = true
                section = try header(text, line: line)
                if case .bindings(let scope) = section { appendSection(scope, line: line) }
            } else {
                try readSetting(text, line: line)
            }
        } catch {
            report(error, line: line)
        }
    }

    mutating func finish() -> ActionsFile {
        endSection()
        for (index, binding) in file.bindings.enumerated() { check(binding, against: file.bindings[..<index]) }
        if file.errors.isEmpty { checkRequest() }
        file.errors.sort { $0.line < $1.line }
        return file
    }

    // MARK: Sections

    private static let sections: [ByteString] = ["actions", "application", "device", "action"]

    private func header(_ text: ArraySlice<UInt8>, line: Int) throws(NotationError) -> Section {
        // A comment can follow.
        guard let end = text.firstIndex(of: UInt8(ascii: "]")), Self.isComment(text[(end + 1)...].trimmed) else {
            throw NotationError("expected a section such as [actions]")
        }
        let title = text[(text.startIndex + 1)..<end].trimmed
        let word = ByteString(Array(title.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }))
        let name = ByteString(Array(title.dropFirst(word.bytes.count).trimmed))
        if word == "actions", name.isEmpty { return .bindings(Binding.Scope()) }
        guard word != "actions", Self.sections.contains(where: { $0 == word }) else {
            throw NotationError(
                word, expected: "[actions], [application NAME], [device NAME] or [action NAME]", among: Self.sections)
        }
        guard 1...255 ~= name.bytes.count else { throw NotationError("expected a name after '\(word)' in the section") }
        if word == "application" { return .bindings(Binding.Scope(application: name)) }
        if word == "device" { return .bindings(Binding.Scope(device: name)) }
        return .action(ActionSection(name: name, line: line))
    }

    private mutating func appendSection(_ scope: Binding.Scope, line: Int) {
        if scope != Binding.Scope() { file.sections.append(ActionsFile.Section(line: line, scope: scope)) }
    }

    private static func isComment(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || text.first == UInt8(ascii: "#") || text.first == UInt8(ascii: ";")
    }

    private mutating func endSection() {
        guard case .action(let section) = section else { return }
        do throws(NotationError) {
            guard let binding = try section.binding() else { return }
            add(section.notes, line: section.gestureLine)
            append(binding)
            appendSection(binding.scope, line: binding.line)
        } catch {
            report(error, line: section.line)
        }
    }

    // MARK: Lines

    private mutating func readSetting(_ text: ArraySlice<UInt8>, line: Int) throws(NotationError) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
            throw NotationError("expected 'gesture = action'")
        }
        let (left, right) = (text[..<equals].trimmed, text[(equals + 1)...].trimmed)
        guard hasSection else { throw NotationError("expected a section such as [actions] before the first line") }
        switch section {
        case .invalid: break
        case .bindings(let scope): append(try binding(left, right, scope, line: line))
        case .action(var action):
            defer { section = .action(action) }
            try action.read(ByteString(Array(left)), right, line: line)
        }
    }

    private mutating func binding(
        _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, _ scope: Binding.Scope, line: Int
    ) throws(NotationError) -> Binding {
        var draft = BindingDraft(name: ByteString(left.withSingleSpaces), line: line)
        draft.scope = scope
        try draft.readGesture(left, allowsOptions: true)
        try draft.readAction(right)
        add(draft.notes, line: line)
        return try draft.binding()
    }

    private mutating func append(_ binding: Binding) {
        guard file.bindings.count < ActionsFile.mostBindings else {
            if !hasTooMany {
                report(NotationError("expected at most \(ActionsFile.mostBindings) bindings"), line: binding.line)
            }
            hasTooMany = true
            return
        }
        file.bindings.append(binding)
        if case .command = binding.action, let hint = shellHint(for: binding.text.bytes) {
            note(hint, line: binding.line)
        }
    }

    // MARK: Messages

    private mutating func check(_ binding: Binding, against earlier: ArraySlice<Binding>) {
        if let other = earlier.first(where: { $0.scope == binding.scope && $0.competes(with: binding) }) {
            report(NotationError("line \(other.line) already binds this gesture"), line: binding.line)
        }
        if let stroke = binding.trigger.strokeName,
            let other = earlier.first(where: { $0.trigger.strokeName == stroke && $0.trigger != binding.trigger })
        {
            report(
                NotationError("stroke \(stroke): expected the same words as in line \(other.line)"), line: binding.line)
        }
        if binding.trigger == .wake(nil), !file.bindings.contains(where: { $0.isIdle }) {
            report(NotationError("wake: expected a time, e.g. wake 2min, or a binding for idle"), line: binding.line)
        }
    }

    /// Checks the limits for all gestures together as the service does.
    private mutating func checkRequest() {
        guard let last = file.bindings.last else { return }
        do throws(InvalidParameter) {
            _ = try CompiledSubscription(
                checking: ActionSubscription(file.bindings).request, thresholds: Thresholds())
        } catch {
            report(NotationError("all gestures together: expected \(error.expected)"), line: last.line)
        }
    }

    private mutating func report(_ error: NotationError, line: Int) {
        guard file.errors.count < ActionsFile.mostMessages else { return }
        file.errors.append(ActionsFile.Message(line: line, text: error.message))
    }

    /// Adds what a line can be misread as.
    private mutating func add(_ texts: [String], line: Int) {
        for text in texts where file.ambiguities.count < ActionsFile.mostMessages {
            file.ambiguities.append(ActionsFile.Message(line: line, text: text))
        }
    }

    private mutating func note(_ text: String, line: Int) {
        guard file.notes.count < ActionsFile.mostMessages else { return }
        file.notes.append(ActionsFile.Message(line: line, text: text))
    }
}

extension Binding {
    fileprivate var isIdle: Bool { if case .idle = trigger { true } else { false } }
}

extension Binding.Trigger {
    /// The name of a stroke outside sequences. Its events have no other sign of which of several strokes with this name they are.
    fileprivate var strokeName: ByteString? {
        if case .gesture(let gesture) = self, case .stroke = gesture.form { gesture.name } else { nil }
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces, tabs and carriage returns at both ends.
    var trimmed: ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
        }
        let tail = drop(while: isSpace)
        return tail[..<((tail.lastIndex { !isSpace($0) } ?? tail.startIndex - 1) + 1)]
    }

    /// With one space in place of several.
    fileprivate var withSingleSpaces: [UInt8] {
        var text: [UInt8] = []
        for word in split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
            text += (text.isEmpty ? [] : [UInt8(ascii: " ")]) + word
        }
        return text
    }
}
