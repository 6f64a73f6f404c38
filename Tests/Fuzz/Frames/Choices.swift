/// Takes the bytes of an input as decisions; once they are used up, every decision is the first there is.
struct Choices {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() -> UInt8 {
        guard !isAtEnd else { return 0 }
        defer { position += 1 }
        return unsafe bytes[position]
    }

    /// A number from 0 up to and without `bound`, which is 256 at most.
    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func oneOf<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    mutating func uint16() -> UInt16 { UInt16(byte()) << 8 | UInt16(byte()) }

    mutating func int32() -> Int32 { Int32(bitPattern: UInt32(uint16()) << 16 | UInt32(uint16())) }

    /// A number that is often at the rim of what there is.
    mutating func extreme() -> Int32 {
        switch below(4) {
        case 0: oneOf([0, 1, -1, .max, .min, .max - 1])
        case 1: int32()
        default: Int32(byte())
        }
    }
}
