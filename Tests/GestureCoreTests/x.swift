import Testing
@testable import GestureCore
@Test func a() {}
