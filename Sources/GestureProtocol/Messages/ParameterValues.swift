import GestureCore

/// How a parameter is read of which more than one says the same; `name` is what the error calls it.
extension JSONValue {
    func points(_ name: String, _ range: ClosedRange<Double>) throws(InvalidParameter) -> Points {
        guard let number, range.contains(number) else {
            throw InvalidParameter(name, expected: "pt, \(Int(range.lowerBound)) … \(Int(range.upperBound))")
        }
        return number
    }

    /// - Parameter range: in ms.
    func interval(_ name: String, _ range: ClosedRange<Int64>) throws(InvalidParameter) -> Interval {
        guard let integer, range.contains(integer) else {
            throw InvalidParameter(name, expected: "milliseconds, \(range.lowerBound) … \(range.upperBound)")
        }
        return .milliseconds(integer)
    }

    func flag(_ name: String) throws(InvalidParameter) -> Bool {
        guard let bool else { throw InvalidParameter(name, expected: "true or false") }
        return bool
    }

    func word<Word: Named>(_ name: String, expected: String) throws(InvalidParameter) -> Word {
        guard let string, let word = Word(name: string) else { throw InvalidParameter(name, expected: expected) }
        return word
    }
}
