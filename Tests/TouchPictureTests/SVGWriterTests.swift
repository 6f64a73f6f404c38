import GestureCore
import Testing

@testable import TouchPicture

@Suite struct SVGWriterTests {
    private static func written(_ write: (inout SVGWriter) -> Void) -> String {
        var svg = SVGWriter()
        write(&svg)
        return String(decoding: svg.bytes, as: UTF8.self)
    }

    @Test func `numbers have at most one decimal`() {
        let text = Self.written {
            $0.polyline([Vector(x: 1, y: 2.25), Vector(x: -0.04, y: 1e12), Vector(x: .nan, y: 3.14)], "line")
        }
        #expect(text == "<polyline class=\"line\" points=\"1,2.3 0,1000000000 0,3.1\"/>\n")
    }

    @Test func `an element without content is empty`() {
        #expect(Self.written { $0.group("a") { _ in } } == "<g class=\"a\"/>\n")
        #expect(Self.written { $0.group("a", title: "b") { _ in } } == "<g class=\"a\"><title>b</title></g>\n")
    }

    @Test(
        arguments: [
            ("a < b && c > \"d\"", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;"), ("']]>", "']]&gt;"),
            ("\u{1b}[0m\0\u{7f}\u{9b}", "\u{fffd}[0m\u{fffd}\u{fffd}\u{fffd}"),
            ("\u{fffe}\u{ffff}", "\u{fffd}\u{fffd}"),
            ("\u{202e}", "\u{fffd}"), ("one\ntwo\r\t", "one\ntwo\u{fffd}\u{fffd}"), ("⊙ ä 漢 🙂", "⊙ ä 漢 🙂"),
        ])
    func `text from outside is escaped`(text: String, escaped: String) {
        #expect(Self.written { $0.escape(text) } == escaped)
    }
}
