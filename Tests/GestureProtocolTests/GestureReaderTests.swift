import GestureCore
import GestureProtocol
import TestSupport
import Testing
import Text

@Suite struct GestureReaderTests {
    /// A list of gestures as the `gestures` of a Subscribe.
    private static func request(_ text: String) throws -> String {
        var writer = JSONWriter()
        writer.gestures(try GestureReader.list(text.utf8))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func error(_ text: String) -> String? {
        do throws(NotationError) {
            _ = try GestureReader.list(text.utf8)
            return nil
        } catch {
            return error.message
        }
    }

    private static func isAccepted(_ gestures: String) -> Bool {
        let document = JSONDocument(Array("{\"gestures\":\(gestures)}".utf8))
        return (try? CompiledSubscription(parameters: document?.root, thresholds: Thresholds())) != nil
    }

    // MARK: Words

    @Test(arguments: [
        ("press", #""kind":"press""#), ("touch", #""kind":"touch""#), ("tap", #""kind":"tap""#),
        ("hold", #""kind":"longPress""#), ("longPress", #""kind":"longPress""#), ("drag", #""kind":"drag""#),
        ("swipe", #""kind":"swipe""#), ("edge", #""kind":"edgeSwipe""#), ("edgeSwipe", #""kind":"edgeSwipe""#),
        ("pinch", #""kind":"pinch""#), ("rotate", #""kind":"rotation""#), ("rotation", #""kind":"rotation""#),
        ("stroke circle", #""kind":"stroke","name":"circle""#), ("stroke:circle", #""kind":"stroke","name":"circle""#),
        ("idle 120s", #""kind":"activity","idle":120000"#), ("activity 2min", #""kind":"activity","idle":120000"#),
    ])
    func `reads kinds`(_ text: String, _ members: String) throws {
        #expect(try Self.request(text) == "[{\(members)}]")
        #expect(Self.isAccepted("[{\(members)}]"))
    }

    @Test(arguments: [
        ("swipe 3", #""kind":"swipe","fingers":[3]"#), ("swipe 3 fingers", #""kind":"swipe","fingers":[3]"#),
        ("swipe 1 finger", #""kind":"swipe","fingers":[1]"#), ("swipe/3", #""kind":"swipe","fingers":[3]"#),
        ("swipe 2-4", #""kind":"swipe","fingers":[2,3,4]"#), ("swipe 10", #""kind":"swipe","fingers":[10]"#),
        ("pinch 2", #""kind":"pinch","fingers":[2]"#), ("swipe 8+", #""kind":"swipe","fingers":[8,9,10]"#),
        ("swipe 10+", #""kind":"swipe","fingers":[10]"#), ("tap 10+", #""kind":"tap","fingers":[10]"#),
        ("tap 2", #""kind":"tap","count":2"#), ("tap:2", #""kind":"tap","count":2"#),
        ("tap 2 fingers", #""kind":"tap","fingers":[2]"#), ("tap/2", #""kind":"tap","fingers":[2]"#),
        ("tap 2 3 fingers", #""kind":"tap","fingers":[3],"count":2"#),
        ("tap 3 fingers 2", #""kind":"tap","fingers":[3],"count":2"#),
        ("tap:2/3", #""kind":"tap","fingers":[3],"count":2"#),
        ("tap 2 2-3", #""kind":"tap","fingers":[2,3],"count":2"#),
    ])
    func `reads numbers of fingers and taps`(_ text: String, _ members: String) throws {
        #expect(try Self.request(text) == "[{\(members)}]")
        #expect(Self.isAccepted("[{\(members)}]"))
    }

    @Test(arguments: [
        ("swipe up", #""kind":"swipe","direction":"up""#), ("drag down", #""kind":"drag","direction":"down""#),
        ("swipe left", #""kind":"swipe","direction":"left""#), ("edge right", #""kind":"edgeSwipe","edge":"right""#),
        ("swipe up-left", #""kind":"swipe","directions":8,"direction":"upLeft""#),
        ("swipe upLeft", #""kind":"swipe","directions":8,"direction":"upLeft""#),
        ("swipe up-right", #""kind":"swipe","directions":8,"direction":"upRight""#),
        ("swipe down-left", #""kind":"swipe","directions":8,"direction":"downLeft""#),
        ("drag down-right", #""kind":"drag","direction":"downRight""#),
        ("edge bottom up", #""kind":"edgeSwipe","direction":"up","edge":"bottom""#),
        ("edge up bottom", #""kind":"edgeSwipe","direction":"up","edge":"bottom""#),
        ("edge left right", #""kind":"edgeSwipe","direction":"right","edge":"left""#),
        ("edge top", #""kind":"edgeSwipe","edge":"top""#), ("drag from left", #""kind":"drag","edge":"left""#),
        ("drag vertical", #""kind":"drag","axis":"vertical""#),
        ("drag horizontal 3 fingers", #""kind":"drag","fingers":[3],"axis":"horizontal""#),
        ("drag 3 horizontal", #""kind":"drag","fingers":[3],"axis":"horizontal""#),
        ("drag vertical from left", #""kind":"drag","axis":"vertical","edge":"left""#),
        ("pinch in", #""kind":"pinch","direction":"in""#), ("pinch out", #""kind":"pinch","direction":"out""#),
        ("rotate clockwise", #""kind":"rotation","direction":"clockwise""#),
        ("rotate counterclockwise", #""kind":"rotation","direction":"counterclockwise""#),
    ])
    func `reads directions and edges`(_ text: String, _ members: String) throws {
        #expect(try Self.request(text) == "[{\(members)}]")
        #expect(Self.isAccepted("[{\(members)}]"))
    }

    @Test(arguments: [
        ("hold 2s", #""kind":"longPress","minimumDuration":2000"#),
        ("hold 600ms", #""kind":"longPress","minimumDuration":600"#),
        ("hold 1.5s", #""kind":"longPress","minimumDuration":1500"#),
        ("hold 1min", #""kind":"longPress","minimumDuration":60000"#),
        ("tap under 300ms", #""kind":"tap","maximumDuration":300"#),
        ("swipe over 1s", #""kind":"swipe","minimumDuration":1000"#),
        ("edge over 1s under 2s", #""kind":"edgeSwipe","minimumDuration":1000,"maximumDuration":2000"#),
        ("swipe 50pt", #""kind":"swipe","minimumDistance":50"#),
        ("drag 25.4mm", #""kind":"drag","minimumDistance":160"#),
        ("tap with ctrl+shift", #""kind":"tap","modifiers":["control","shift"]"#),
        ("tap with alt", #""kind":"tap","modifiers":["alt"]"#),
        ("tap with super+capslock", #""kind":"tap","modifiers":["capsLock","super"]"#),
        ("drag with none", #""kind":"drag","modifiers":[]"#), ("tap while 1", #""kind":"tap","while":1"#),
        ("drag while 9", #""kind":"drag","while":9"#),
    ])
    func `reads times, distances, modifier keys and resting fingers`(_ text: String, _ members: String) throws {
        #expect(try Self.request(text) == "[{\(members)}]")
        #expect(Self.isAccepted("[{\(members)}]"))
    }

    @Test(
        arguments: [
            ("top-left 25%", [0, 0, 0.25, 0.25]), ("top 25%", [0, 0, 1, 0.25]),
            ("top-right 25%", [0.75, 0, 0.25, 0.25]),
            ("left 25%", [0, 0, 0.25, 1]), ("center 50%", [0.25, 0.25, 0.5, 0.5]), ("right 25%", [0.75, 0, 0.25, 1]),
            ("bottom-left 25%", [0, 0.75, 0.25, 0.25]), ("bottom 25%", [0, 0.75, 1, 0.25]),
            ("bottom-right 25%", [0.75, 0.75, 0.25, 0.25]), ("25-75% 0-50%", [0.25, 0, 0.5, 0.5]),
            ("center 100%", [0, 0, 1, 1]), ("top-left", [0, 0, 1.0 / 3, 1.0 / 3]), ("left", [0, 0, 1.0 / 3, 1]),
        ] as [(String, [Double])])
    func `reads areas`(_ text: String, _ sides: [Double]) throws {
        var pattern = GesturePattern(.pinch)
        pattern.area = Rectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        let gesture = RequestedGesture(.gesture(pattern))
        #expect(try GestureReader.list("pinch in \(text)".utf8) == [gesture])
        var writer = JSONWriter()
        writer.gestures([gesture])
        #expect(Self.isAccepted(String(decoding: writer.bytes, as: UTF8.self)))
    }

    @Test(arguments: ["bottom-right", "bottom", "right", "center", "bottom-right 33.3%", "top-left 10%"])
    func `the service accepts every area`(_ area: String) throws {
        #expect(Self.isAccepted(try Self.request("tap in \(area)")))
    }

    @Test func `a pinch inwards can have an area`() throws {
        var pattern = GesturePattern(.pinch)
        pattern.spreadDirection = .inwards
        pattern.area = Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(try GestureReader.list("pinch in in top-left 50%".utf8) == [RequestedGesture(.gesture(pattern))])
        #expect(try GestureReader.list("pinch in top-left 50% in".utf8) == [RequestedGesture(.gesture(pattern))])
    }

    // MARK: Lists and sequences

    @Test(arguments: [
        ("tap, swipe left", #"[{"kind":"tap"},{"kind":"swipe","direction":"left"}]"#),
        ("tap,tap 2 , tap\t3", #"[{"kind":"tap"},{"kind":"tap","count":2},{"kind":"tap","count":3}]"#),
        ("tap:1,stroke:v", #"[{"kind":"tap"},{"kind":"stroke","name":"v"}]"#),
        ("tap then hold", #"[{"sequence":[{"kind":"tap"},{"kind":"longPress"}]}]"#),
        (
            "tap 5 in top 50% then hold 2s within 5s, tap",
            #"[{"sequence":[{"kind":"tap","count":5,"area":{"x":0,"y":0,"width":1,"height":0.5}},"#
                + #"{"kind":"longPress","minimumDuration":2000}],"within":5000},{"kind":"tap"}]"#
        ),
        ("stroke v then stroke x", #"[{"sequence":[{"kind":"stroke","name":"v"},{"kind":"stroke","name":"x"}]}]"#),
    ])
    func `a comma separates alternatives, and then what follows`(_ text: String, _ request: String) throws {
        #expect(try Self.request(text) == request)
        #expect(Self.isAccepted(request))
    }

    @Test func `a comma can mean then`() throws {
        var reader = GestureReader("tap, hold within 5s every".utf8)
        let gesture = try reader.gesture(commaIsThen: true)
        #expect(
            gesture
                == RequestedGesture(
                    .sequence(
                        [
                            RequestedGesture(.gesture(GesturePattern(.tap))),
                            RequestedGesture(.gesture(GesturePattern(.longPress))),
                        ], within: .milliseconds(5000))))
        #expect(reader.words.next == "every")
    }

    // MARK: Errors

    @Test(arguments: [
        ("", "at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"),
        ("tap,", "at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"),
        ("tap then", "at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"),
        ("swip left", "'swip': expected a gesture, e.g. double tap, swipe left or hold 2s (did you mean 'swipe'?)"),
        ("swipe lefft", "'lefft': expected a word that belongs to 'swipe', or the end (did you mean 'left'?)"),
        ("swipe left right", "'right': expected only one direction"),
        ("hold 1s 2s", "'2s': expected only one time"),
        ("swipe 2 3", "'3': expected only one number of fingers"),
        ("swipe/3 4", "'4': expected only one number of fingers"),
        ("tap in top in left", "'in': expected only one area"),
        ("edge left from top from left", "'from': expected only one edge"),
        ("drag vertical up", "'up': expected a direction or an axis, not both"),
        ("drag up vertical", "'vertical': expected a direction or an axis, not both"),
        ("drag down-left horizontal", "'horizontal': expected a direction or an axis, not both"),
        ("drag vertical horizontal", "'horizontal': expected only one axis"),
        ("drag vertcal", "'vertcal': expected a word that belongs to 'drag', or the end (did you mean 'vertical'?)"),
        ("swipe vertical", "'vertical': expected an axis only with drag"),
        ("tap vertical", "'vertical': expected an axis only with drag"),
        ("pinch horizontal", "'horizontal': expected an axis only with drag"),
        ("tap up", "'up': expected a direction only with drag, swipe or edge swipe"),
        ("hold under 2s", "'under': expected 'under' only with tap, swipe or edge swipe"),
        ("tap from left", "'from': expected an edge only with drag or edge swipe"),
        ("pinch while 1", "'while': expected 'while' only with tap or drag"),
        ("press 2", "'2': expected no number of fingers with press"),
        ("stroke circle 2", "'2': expected no number of fingers with stroke"),
        ("stroke circle under 2s", "'under': expected 'under' only with tap, swipe or edge swipe"),
        ("idle 5s 3", "'3': expected no number of fingers with idle"),
        ("idle 5s in top", "'in': expected no area with idle"),
        ("press with ctrl", "'with': expected no modifier keys with press"),
        ("swipe 0", "'0': expected 1 to 10 fingers"), ("swipe 11", "'11': expected 1 to 10 fingers"),
        ("swipe 11+", "'11+': expected 1 to 10 fingers"), ("swipe 9-11", "'9-11': expected 1 to 10 fingers"),
        ("pinch 1", "'1': expected 2 to 10 fingers"), ("rotate/1", "'rotate/1': expected 2 to 10 fingers"),
        ("swipe 4-2", "'4-2': expected a smaller number before a larger one (did you mean '2-4'?)"),
        ("swipe/x", "'swipe/x': expected a number of fingers, as in swipe/3"),
        ("tap:x", "'tap:x': expected a number of taps, as in tap:2, or a stroke, as in stroke:circle"),
        ("swipe:2", "'swipe:2': expected a number of taps, as in tap:2, or a stroke, as in stroke:circle"),
        ("stroke", "at the end: expected the name of a stroke, e.g. stroke circle"),
        ("stroke, tap", "',': expected the name of a stroke, e.g. stroke circle"),
        ("stroke circel", "'circel': expected the name of a stroke, e.g. stroke circle (did you mean 'circle'?)"),
        ("tap in", "at the end: expected an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%"),
        (
            "tap in top-lefft",
            "'top-lefft': expected an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100% (did you mean 'top-left'?)"
        ),
        ("tap in top 0%", "'0%': expected more than 0% and at most 100%"),
        ("tap in top 101%", "'101%': expected more than 0% and at most 100%"),
        ("tap in 50-50% 0-50%", "'50-50%': expected an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%"),
        ("tap in -5-10% 0-50%", "'-5-10%': expected an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%"),
        ("tap in 0-101% 0-50%", "'0-101%': expected an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%"),
        ("tap under", "at the end: expected a time after 'under', e.g. 2s or 600ms"),
        ("tap under 3", "'3': expected a time after 'under', e.g. 2s or 600ms"),
        ("tap over -1s", "'-1s': expected a time after 'over', e.g. 2s or 600ms"),
        ("hold 25h", "'25h': expected a time in ms, s or min"),
        ("tap with", "at the end: expected ctrl, shift, alt, super, capslock or none after 'with', e.g. ctrl+shift"),
        (
            "tap with shif",
            "'shif': expected ctrl, shift, alt, super, capslock or none after 'with' (did you mean 'shift'?)"
        ),
        ("tap with ctrl+", "'ctrl+': expected ctrl, shift, alt, super, capslock or none after 'with'"),
        ("tap while x", "'x': expected 1 to 9 resting fingers after 'while'"),
        ("drag from middle", "'middle': expected left, right, top or bottom after 'from'"),
        ("tap within 5s", "'within': expected two gestures or more, with 'then' between (did you mean 'under'?)"),
        ("tap then hold within", "at the end: expected a time after 'within', e.g. 2s or 600ms"),
    ])
    func `says what is wrong`(_ text: String, _ message: String) {
        #expect(Self.error(text) == message)
    }

    @Test func `messages do not repeat long words`() throws {
        let word = String(repeating: "0", count: 5000)
        for text in [
            word, "swipe \(word)", "swipe \(word)1 1", "tap in \(word)", "swipe/\(word)", "tap:x\(word)",
            "tap with \(word)",
        ] {
            #expect(try #require(Self.error(text)).utf8.count < 250, "\(text.prefix(20))")
        }
    }

    // MARK: Anything else

    @Test func `random words are read or rejected, and what is read goes to the service and back`() throws {
        let words = [
            "tap", "hold", "swipe", "edge", "drag", "pinch", "rotate", "stroke", "idle", "press", "touch", "activity",
            "circle",
            "then", "within", ",", "in", "out", "from", "with", "while", "under", "over", "up", "left", "up-left",
            "top",
            "top-left", "clockwise", "none", "ctrl+alt", "2", "3+", "2-4", "0", "99999999999999999999", "2s", "600ms",
            "1min",
            "9999999min", "10mm", "50pt", "0.0001mm", "20%", "25-75%", "0-50%", "fingers", "tap:2/3", "swipe/3", "/",
            ":", "-",
            "+", "%", "s", "mm", "é", "\u{0}", "1e9s", "--", "-5-10%", "stroke:", "tap:", "tap/", "1.s", ".5s",
        ]
        var random = SplitMix64(seed: 7)
        var read = 0
        for _ in 0..<6000 {
            var text = words[random.below(14)]
            for _ in 0..<random.below(6) { text += (random.oneIn(6) ? "" : " ") + words[random.below(words.count)] }
            guard let gestures = try? GestureReader.list(text.utf8) else { continue }
            read += 1
            var writer = JSONWriter()
            writer.gestures(gestures)
            #expect(JSONDocument(Array("{\"gestures\":".utf8) + writer.bytes + Array("}".utf8)) != nil, "\(text)")
            #expect(Self.isAccepted(String(decoding: writer.bytes, as: UTF8.self)), "\(text)")
            for gesture in gestures {
                #expect(try GestureReader.list(gesture.notation.utf8) == [gesture], "\(text): \(gesture.notation)")
            }
        }
        #expect(read > 200)
    }

    @Test func `random bytes are rejected`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<5000 {
            let bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            #expect((try? GestureReader.list(bytes)) == nil)
        }
    }
}
