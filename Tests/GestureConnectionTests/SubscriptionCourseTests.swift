import GestureCore
import GestureProtocol
import Testing

@testable import GestureConnection

/// The items that a program gets of its subscription, and the times at which it connects again.
@Suite struct SubscriptionCourseTests {
    private func reply(_ json: String) throws -> JSONValue { try #require(JSONDocument(Array(json.utf8))).root }

    private func away(isNew: Bool, _ milliseconds: Int64) -> SubscriptionCourse.Consequence {
        .away(isNew: isNew, retryAfter: .milliseconds(milliseconds))
    }

    @Test func `replies are states, events or neither`() throws {
        var course = SubscriptionCourse()
        guard case .state(let state)? = course.receive(try reply(#"{"state":{"contacts":2}}"#)) else {
            Issue.record("no state")
            return
        }
        #expect(StateReport(state).contacts == 2)
        guard case .event(let event)? = course.receive(try reply(#"{"event":{"kind":"tap"}}"#)) else {
            Issue.record("no event")
            return
        }
        #expect(Event(event).kind == .known(.tap))
        for other in ["{}", #"{"state":null}"#, #"{"locked":true}"#] {
            #expect(course.receive(try reply(other)) == nil)
        }
        #expect(course.receive(nil) == nil)
    }

    @Test func `the delay doubles up to two seconds, and the program is told once`() {
        var course = SubscriptionCourse()
        let failures = (0..<7).map { _ in course.fail(isPassing: true) }
        #expect(
            failures == [
                away(isNew: true, 100), away(isNew: false, 200), away(isNew: false, 400), away(isNew: false, 800),
                away(isNew: false, 1600), away(isNew: false, 2000), away(isNew: false, 2000),
            ])
    }

    @Test func `a state begins the delays again, and an event does not`() throws {
        var course = SubscriptionCourse()
        _ = course.fail(isPassing: true)
        _ = course.receive(try reply(#"{"event":{}}"#))
        #expect(course.fail(isPassing: true) == away(isNew: false, 200))
        _ = course.receive(try reply(#"{"state":{}}"#))
        #expect(course.fail(isPassing: true) == away(isNew: true, 100))
    }

    @Test func `what connecting again cannot solve is the end`() {
        var course = SubscriptionCourse()
        #expect(course.fail(isPassing: false) == .final)
        var once = SubscriptionCourse(reconnects: false)
        #expect(once.fail(isPassing: true) == .final)
    }

    @Test(arguments: [
        (ConnectionError.lost(path: "a"), true), (.cannotConnect(path: "a", errno: 111), true),
        (.cannotConnect(path: "a", errno: 2), true), (.cannotConnect(path: "a", errno: 11), true),
        (.cannotConnect(path: "a", errno: 13), false), (.notVarlink, false), (.tooLarge(path: "a", limit: 1), false),
        (.refused(error: "org.gestured.Gestures.LimitExceeded", parameters: #"{"limit":"connections"}"#), true),
        (.refused(error: "org.gestured.Gestures.LimitExceeded", parameters: #"{"limit":"regions"}"#), false),
        (.refused(error: "org.gestured.Gestures.LimitExceeded", parameters: "{}"), false),
        (.refused(error: "org.varlink.service.ExpectedMore", parameters: ""), false),
    ])
    func `some errors pass`(error: ConnectionError, passes: Bool) { #expect(error.isPassing == passes) }
}
