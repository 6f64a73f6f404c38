/// A type whose values have names, e.g. in messages, the configuration and recordings.
package protocol Named: CaseIterable, SendableMetatype {
    var name: StaticString { get }
}

extension Named {
    /// Returns the value with this name; nil if no value has it.
    package init?(name: some Sequence<UInt8>) {
        for value in Self.allCases where value.name.withUTF8Buffer({ unsafe name.elementsEqual($0) }) {
            self = value
            return
        }
        return nil
    }
}
