internal import CLinux

/// Returns the words of the command line, without the name of the program.
package func commandLineWords() -> [String] {
    var words: [String] = []
    while let word = unsafe linux_argument(CInt(words.count + 1)) { words.append(unsafe String(cString: word)) }
    return words
}
