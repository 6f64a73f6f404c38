import GestureCore
import TestSupport
import Testing

@testable import TouchDecoding

@Suite struct ContactFaultsTests {
    private func faults(_ script: String) throws -> [UInt64] {
        var faults = ContactFaults()
        for step in try TouchScript(script, on: .screen).steps {
            if case .frame(let frame) = step { faults.follow(frame) }
        }
        return [faults.ghosts, faults.gaps]
    }

    @Test(arguments: [
        ("0 down a 100,100; 25 up a", [UInt64(1), 0]),
        ("0 down a 100,100; 25.001 up a", [0, 0]),
        ("0 down a 100,100; 10 move a by 1,0; 20 up a", [1, 0]),
        ("0 down a 100,100; 10 down b 500,500; 20 up a; 30 up b", [1, 0]),
        ("0 down a 100,100; 100 up a; 125 down b 163,100; 200 up b", [0, 1]),
        ("0 down a 100,100; 100 up a; 125.001 down b 100,100; 200 up b", [0, 0]),
        ("0 down a 100,100; 100 up a; 110 down b 163.1,100; 200 up b", [0, 0]),
        ("0 down a 100,100; 100 up a; 110 down b 100,100; 115 down c 100,100; 200 up b c", [0, 1]),
    ])
    func `contacts that are there, or gone, for a moment are counted`(script: String, expected: [UInt64]) throws {
        #expect(try faults(script) == expected)
    }
}
