import Testing

@testable import GestureProtocol

@Suite struct JSONDocumentTests {
    @Test(arguments: [
        "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":-Infinity}", "{\"a\":[1,NaN]}", "{\"a\":\"\\\"\",\"b\":NaN}",
        "{\"a\":nan}", "{\"a\":inf}",
    ])
    func `rejects numbers that JSON lacks`(text: String) { #expect(JSONDocument(Array(text.utf8)) == nil) }

    @Test(arguments: [
        "{\"a\\u0000\":1}", "{\"a\\u0000b\" : 1}", "{\"b\":{\"\\u0000\":1}}", "{\"b\":[{\"a\\\\\\u0000\":1}]}",
    ])
    func `rejects a key that contains a NUL`(text: String) {
        #expect(JSONDocument(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        "{\"a\":\"NaN, Infinity\"}", "{\"N\":\"I\"}", "{\"a\\\\u0000\":1}", "{\"a\\\"N\":1}",
        "{\"a\":[true,false,null]}",
        "{\"a\":\"\\u0000\",\"b\":1}", "{\"a\\u0001\":1}", "{\"a\":-1.5E+3}",
    ])
    func `accepts strings that look like such numbers`(text: String) { #expect(JSONDocument(Array(text.utf8)) != nil) }

    @Test func `accepts a string that contains a NUL`() {
        let value = JSONDocument(Array("{\"a\":\"tap\\u0000x\"}".utf8))?.root["a"]
        #expect(value?.string == Array("tap\u{0}x".utf8))
        #expect(value?.isString("tap") == false)
    }

    @Test(arguments: ["", "\\", "{\"", "{\"a\\", "{\"a\\u000"])
    func `rejects truncated text`(text: String) { #expect(JSONDocument(Array(text.utf8)) == nil) }
}
