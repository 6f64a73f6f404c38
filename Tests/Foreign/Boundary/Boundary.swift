import CBoundary
import CLinux
import GestureProtocol
import Text

/// Passes values between Swift and C, and prints what arrives.
///
///     Boundary numbers NUMBER...    for each number in JSON: its bits by ways that must all agree, and the nearest integer
///     Boundary layouts              sizes and offsets, as Swift sees them and as C does
@main
enum Boundary {
    static func main() {
        switch argument(1) {
        case Array("numbers".utf8):
            var index: Int32 = 2
            while let text = argument(index) {
                printNumber(text)
                index += 1
            }
        case Array("layouts".utf8):
            printLayouts()
            boundary_print_layouts()
        default: exit(2)
        }
    }

    private static func argument(_ index: Int32) -> [UInt8]? {
        guard let word = unsafe linux_argument(index) else { return nil }
        return unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
    }

    private static func printNumber(_ text: [UInt8]) {
        guard let number = JSONDocument(Array("{\"number\":".utf8) + text + [UInt8(ascii: "}")])?.root["number"]?.number
        else { exit(1) }
        let bits = number.bitPattern
        // A number that fits into 64 bits, and the same through C: conversions are functions on processors with 32 bits.
        let integer = Int64(max(min(number, 9e18), -9e18))
        printLine([
            hexadecimal(bits, digits: 16),
            hexadecimal(boundary_bits(1, number) &- 1, digits: 16),
            hexadecimal(boundary_number(bits).bitPattern, digits: 16),
            Array("\(integer)".utf8),
            Array("\(boundary_sum(-3, integer, 3))".utf8),
            hexadecimal(Double(integer).bitPattern, digits: 16),
            hexadecimal(Double(bits).bitPattern, digits: 16),
            hexadecimal(number.magnitude.squareRoot().bitPattern, digits: 16),
        ])
    }

    static func printLine(_ words: [[UInt8]]) {
        let line = Array(words.joined(separator: [UInt8(ascii: " ")])) + [UInt8(ascii: "\n")]
        let written = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        if written != line.count { exit(1) }
    }
}
