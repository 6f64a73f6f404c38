internal import CLinux

/// Reads the words of a command line with getopt_long(3): `--option value` or `--option=value`, in any order with the arguments,
/// and `--` before arguments that begin with a dash.
///
/// One reader at a time: getopt_long has one state for the program.
package struct OptionReader {
    package enum Found: Equatable {
        /// An option, by its index in the names; its value is empty if it takes none.
        case option(Int, value: String)
        case argument(String)
    }

    /// - Parameter names: the options without dashes. A name of one letter is a short option; `=` behind a name says that a value
    ///   follows.
    package init(_ words: some Collection<String>, names: [String]) {
        var text: [CChar] = []
        for word in words { text += word.utf8.map { CChar(bitPattern: $0) } + [0] }
        var options: [CChar] = []
        for name in names { options += name.utf8.map { CChar(bitPattern: $0) } + [0] }
        _ = unsafe linux_start_options(CInt(words.count), text + [0], options + [0])
    }

    /// The number of words that were read.
    package var position: Int { Int(linux_options_position()) }

    /// - Returns: nil at the end of the command line.
    package mutating func next() throws(OptionError) -> Found? {
        var text: UnsafePointer<CChar>?
        let found = unsafe linux_next_option(&text)
        let word = unsafe text.map { unsafe String(cString: $0) } ?? ""
        switch found {
        case CInt(LINUX_OPTIONS_END): return nil
        case CInt(LINUX_OPTION_ARGUMENT): return .argument(word)
        case CInt(LINUX_OPTION_WITHOUT_VALUE): throw .missingValue(word)
        case CInt(LINUX_OPTION_WITH_UNWANTED_VALUE): throw .unwantedValue(word)
        case CInt(LINUX_OPTION_UNKNOWN): throw .unknown(word)
        default: return .option(Int(found), value: word)
        }
    }
}

/// A command line that cannot be read.
package enum OptionError: Error, Equatable {
    case unknown(String)
    case missingValue(String)
    case unwantedValue(String)

    package var message: String {
        switch self {
        case .unknown(let word): "unknown option '\(word)'"
        case .missingValue(let option): "\(option) requires a value"
        case .unwantedValue(let option): "\(option): the option takes no value"
        }
    }
}
