import GestureActions
import Testing

@Suite struct CommandWordsTests {
    @Test(arguments: [
        ("true", ["true"]),
        ("  wpctl\tset-volume   @DEFAULT_SINK@ 5%+ ", ["wpctl", "set-volume", "@DEFAULT_SINK@", "5%+"]),
        ("sh -c 'echo \"$HOME\" | cat'", ["sh", "-c", "echo \"$HOME\" | cat"]),
        (#"echo "a 'b' \"c\" \\ \n""#, ["echo", #"a 'b' "c" \ \n"#]),
        (#"echo 'a\' b\ c \' \" \\ \d"#, ["echo", #"a\"#, "b c", "'", "\"", #"\"#, "d"]),
        (#"echo a'b'"c"d"#, ["echo", "abcd"]),
        (#"echo '' "" ''"" x"#, ["echo", "", "", "", "x"]),
        ("echo *.txt ~/x $HOME # no comment", ["echo", "*.txt", "~/x", "$HOME", "#", "no", "comment"]),
        ("echo ü", ["echo", "ü"]),
    ])
    func `splits a command into words`(_ text: String, _ words: [String]) throws {
        #expect(try CommandWords(Array(text.utf8)).words == words.map { Array($0.utf8) })
    }

    @Test func `keeps bytes that are not UTF-8`() throws {
        #expect(try CommandWords([0x78, 0x20, 0xff]).words == [[0x78], [0xff]])
    }

    @Test(arguments: [
        ("", CommandError.empty), ("  \t ", .empty), ("'' x", .empty),
        ("echo 'x", .unclosed(UInt8(ascii: "'"))), (#"echo "x\""#, .unclosed(UInt8(ascii: "\""))),
        (#"echo "x\"#, .unclosed(UInt8(ascii: "\""))), ("echo 'x\\''", .unclosed(UInt8(ascii: "'"))),
        (#"echo x\"#, .backslashAtEnd), ("echo \0", .nullByte),
    ])
    func `rejects what is no command`(_ text: String, _ error: CommandError) {
        #expect(throws: error) { try CommandWords(Array(text.utf8)) }
        #expect(!error.message.isEmpty)
    }

    @Test func `takes at most 64 words`() throws {
        for end in ["", " "] {
            let most = String(repeating: " x", count: 64) + end
            #expect(try CommandWords(Array(most.utf8)).words.count == 64)
            #expect(throws: CommandError.tooManyWords) { try CommandWords(Array(("x" + most).utf8)) }
        }
    }

    @Test func `takes at most 4096 bytes`() throws {
        let most = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        #expect(try CommandWords(most).words == [most])
        #expect(throws: CommandError.tooLong) { try CommandWords(most + [UInt8(ascii: " ")]) }
    }

    @Test func `says which quote is not closed`() {
        #expect(
            CommandError.unclosed(UInt8(ascii: "'")).message
                == #"a quote is not closed: expected another ' (for the character itself, write \')"#)
    }

    @Test(arguments: [
        ("a | b", "|"), ("a &", "&"), ("a; b", ";"), ("a <b", "<"), ("a 2>b", ">"), ("a $X", "$"), ("a `b`", "`"),
        ("ls *.txt", "*"), ("ls ~/x", "~/"), ("~/bin/x", "~/"), ("  LANG=C ls", "LANG="), ("_a1=\"x\" ls", "_a1="),
        ("echo \"$HOME\"", "$"), ("echo \"`date`\"", "`"), ("a 'b'|c", "|"),
    ])
    func `notes syntax of the shell`(_ command: String, _ syntax: String) {
        #expect(
            shellHint(for: Array(command.utf8))
                == "'\(syntax)' is shell syntax, and the command is not run by a shell: write sh -c '…'")
    }

    @Test(arguments: [
        "sh -c 'a | b > c; d &'", "echo '$HOME' \"|\"", #"echo \$ \* \~/x"#, "ls x~/y '~/x' ~user", "env LANG=C ls",
        "1a=b c", "a-b=c d", "'A'=b", "=x", "swaymsg [app_id=x] focus", "", #"echo "\$x""#,
    ])
    func `notes no other command`(_ command: String) {
        #expect(shellHint(for: Array(command.utf8)) == nil)
    }
}
