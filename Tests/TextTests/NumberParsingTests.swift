import Testing
import Text

@Suite struct NumberParsingTests {
    @Test(
        arguments: [
            ("0", 0), ("007", 7), ("18446744073709551615", UInt64.max), ("18446744073709551616", nil), ("", nil),
            ("-1", nil),
            ("+1", nil), (" 1", nil), ("1 ", nil), ("1a", nil),
        ] as [(String, UInt64?)])
    func `parses decimal digits`(text: String, number: UInt64?) {
        #expect(parseInteger(text.utf8) == number)
    }

    @Test(
        arguments: [
            ("04f3", 0x4f3), ("FFff", 0xffff), ("10000", nil), ("0x1", nil), ("g", nil), ("", nil),
        ] as [(String, UInt64?)])
    func `parses hexadecimal digits up to a limit`(text: String, number: UInt64?) {
        #expect(parseInteger(text.utf8, radix: 16, upTo: 0xffff) == number)
    }

    @Test(
        arguments: [
            ("12", 12), ("0.25", 0.25), ("123456789.123456789", 123_456_789.123456789), ("1234567890", nil),
            ("0.1234567890", nil), (".5", nil), ("1.", nil), ("1.2.3", nil), ("-1", nil), ("1e3", nil), ("", nil),
        ] as [(String, Double?)])
    func `parses decimal numbers with at most nine digits on each side`(text: String, number: Double?) {
        #expect(parseDecimal(text.utf8) == number)
    }

    @Test(
        arguments: [
            ("0", 0), ("-1", -1), ("+2.5", 2.5), (".5", 0.5), ("1.", 1), ("-0.987654", -0.987654), ("1e-05", 1e-05),
            ("1.5E3", 1500), ("0.000000000000000000001", 1e-21),
            ("123456789012345678901234567890", 1.2345678901234568e29),
            ("1e308", 1e308), ("1e309", nil), ("1e99999", nil), ("1e-400", 0), ("inf", nil), ("nan", nil),
            ("0x10", nil),
            ("", nil), (".", nil), ("-", nil), ("1e", nil), ("1e+", nil), ("1 ", nil), (" 1", nil), ("--1", nil),
            ("1.2.3", nil), ("1e1.5", nil),
        ] as [(String, Double?)])
    func `parses numbers with sign and exponent`(text: String, number: Double?) {
        let parsed = parseNumber(text.utf8)
        #expect((parsed == nil) == (number == nil))
        if let parsed, let number { #expect((parsed - number).magnitude <= number.magnitude * 1e-15) }
    }
}
