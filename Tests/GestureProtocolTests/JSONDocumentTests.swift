import Testing

@testable import GestureProtocol

@Suite struct JSONDocumentTests {
    @Test(arguments: [
        "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":-Infinity}", "{\"a\":[1,NaN]}", "{\"a\":\"\\\"\",\"b\":NaN}",
        "{\"a\":nan}", "{\"a\":inf}",
    ])
    func `what is no number in JSON is refused`(text: String) { #expect(JSONDocument(Array(text.utf8)) == nil) }

    @Test(arguments: [
        "{\"a\\u0000\":1}", "{\"a\\u0000b\" : 1}", "{\"b\":{\"\\u0000\":1}}", "{\"b\":[{\"a\\\\\\u0000\":1}]}",
    ])
    func `a key with a NUL in it is refused and not cut`(text: String) {
        #expect(JSONDocument(Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        "{\"a\":\"NaN, Infinity\"}", "{\"N\":\"I\"}", "{\"a\\\\u0000\":1}", "{\"a\\\"N\":1}",
        "{\"a\":[true,false,null]}",
        "{\"a\":\"\\u0000\",\"b\":1}", "{\"a\\u0001\":1}", "{\"a\":-1.5E+3}",
    ])
    func `what only looks like it is read`(text: String) { #expect(JSONDocument(Array(text.utf8)) != nil) }

    @Test func `a string may have a NUL in it, and is not cut`() {
        let value = JSONDocument(Array("{\"a\":\"tap\\u0000x\"}".utf8))?.root["a"]
        #expect(value?.string == Array("tap\u{0}x".utf8))
        #expect(value?.isString("tap") == false)
    }

    @Test(arguments: ["", "\\", "{\"", "{\"a\\", "{\"a\\u000"])
    func `what ends early is refused`(text: String) { #expect(JSONDocument(Array(text.utf8)) == nil) }
}
