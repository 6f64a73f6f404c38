import Text

/// The bindings of an actions file, and what is wrong with it.
package struct ActionsFile: Equatable, Sendable {
    /// A message about a line.
    package struct Message: Equatable, Sendable {
        /// From 1.
        package var line: Int
        package var text: String

        package init(line: Int, text: String) {
            self.line = line
            self.text = text
        }
    }

    /// A section for an application or a device.
    package struct Section: Equatable, Sendable {
        /// Of its header, from 1.
        package var line: Int
        package var scope: Binding.Scope
    }

    package internal(set) var bindings: [Binding] = []
    /// In the order of the file.
    package internal(set) var sections: [Section] = []
    /// An actions file with errors is not used.
    package internal(set) var errors: [Message] = []
    /// Lines that are valid but possibly not intended.
    package internal(set) var notes: [Message] = []
    /// Numbers that do not say what they count.
    package internal(set) var ambiguities: [Message] = []

    /// The largest size of a file, and of a line, in bytes.
    package static let largest = 262_144
    static let longestLine = 4096
    static let mostBindings = 256
    /// The largest number of errors, of notes, and of warnings, to report.
    package static let mostMessages = 50

    init() {}

    package init(_ text: [UInt8]) {
        var reader = ActionsFileReader()
        var line = 0
        for content in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            reader.read(content, line: line)
        }
        self = reader.finish()
    }
}
