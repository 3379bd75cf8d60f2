import Primitives
import Testing

@Suite("RFC 8259: reading JSON")
struct JSONReaderTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-1", -1), ("10", 10), ("1.5", 1.5),
        ("1e2", .number(100)), ("1E+2", .number(100)), ("1.25e-2", 0.0125), ("-0.0", .number(0)), ("0e1", .number(0)),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9223372036854775808)), ("\"\"", ""), ("\"a\"", "a"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u00e9""#, "é"), (#""\uD83D\uDE00""#, "😀"), (#""\u0000""#, "\0"), ("\"é😀\u{7f}\u{2028}\"", "é😀\u{7f}\u{2028}"),
        (#""a\u0062c""#, "abc"), ("[]", []), ("{}", [:]), (" [ 1 , 2 ] ", [1, 2]), ("\t\r\n{ \"a\" : [ { } ] }", ["a": [[:]]]),
        (#"{"":1}"#, ["": 1]), (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]), (#"[null,true,"x"]"#, [nil, true, "x"]),
    ]

    @Test("accepted", arguments: accepted)
    func accepts(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    static let refused = [
        "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e1", "0x1",
        "1 2",
        "1e999", "--1", "\"", "\"a", "'a'", #""\"#, #""\x""#, #""\u12""#, #""\u12G4""#, #""\uD800""#, #""\uD800\u0041""#, #""\uDC00""#,
        #""\uD800\uD800""#, #""\uD800x""#, "\"a\nb\"", "\"a\tb\"", "\"\0\"", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]",
        "[1}", "{",
        "}", "{a:1}", "{1:1}", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1]"#,
        "[] x", "[]]", "// x\n1", "/* */1", "\u{FEFF}1", "\u{A0}1", "1\u{0B}", "tru\u{0}",
    ]

    @Test("refused", arguments: refused)
    func refuses(_ text: String) {
        #expect(throws: JSONError(.malformed, "")) { try JSONValue(parsing: text) }
    }

    static let notUTF8: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0x80, 0x22], [0xFE, 0xFF],
    ]

    @Test("not UTF-8: overlong, cut off, surrogates, beyond Unicode", arguments: notUTF8)
    func refusesBytes(_ bytes: [UInt8]) {
        #expect(throws: JSONError(.malformed, "")) { try JSONValue(parsing: bytes) }
    }

    @Test("a member twice", arguments: [#"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"[{"x":{"b":0,"b":0}}]"#])
    func duplicates(_ text: String) {
        #expect(throws: JSONError(.duplicateMember, "")) { try JSONValue(parsing: text) }
    }

    @Test("depth is bounded", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(_ opening: String, _ closing: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: opening, count: levels) + "1" + String(repeating: closing, count: levels)
        }
        let limits = JSONLimits(bytes: 1000, depth: 5)
        #expect(throws: Never.self) { try JSONValue(parsing: nested(5), limits: limits) }
        #expect(throws: JSONError(.tooDeep, "")) { try JSONValue(parsing: nested(6), limits: limits) }
        #expect(throws: JSONError(.tooDeep, "")) {
            try JSONValue(parsing: String(repeating: opening, count: 100_000), limits: JSONLimits(bytes: .max))
        }
    }

    @Test("length and number of values are bounded")
    func sizes() throws {
        #expect(throws: JSONError(.tooLong, "")) { try JSONValue(parsing: "[1,2]", limits: JSONLimits(bytes: 4)) }
        #expect(throws: Never.self) { try JSONValue(parsing: "[1,2]", limits: JSONLimits(bytes: 5, values: 3)) }
        #expect(throws: JSONError(.tooManyValues, "")) { try JSONValue(parsing: "[1,2,3]", limits: JSONLimits(bytes: 99, values: 3)) }
    }

    @Test("members keep their order")
    func order() throws {
        let value = try JSONValue(parsing: #"{"z":1,"a":2,"m":3}"#)
        #expect(value.object?.names == ["z", "a", "m"])
        #expect(value.text == #"{"z":1,"a":2,"m":3}"#)
    }

    /// A text as a member that is read value after value, down to the arrays in arrays; nil for an object without the member.
    private func apart(_ text: some Collection<UInt8>, limits: JSONLimits = .standard) throws -> (JSONObject, JSONValue?) {
        func value(_ reader: inout JSONReader, _ levels: Int) throws(JSONError) -> JSONValue {
            guard levels > 0 else { return try reader.value() }
            var elements: [JSONValue] = []
            try reader.beginArray()
            while try reader.nextElement() { elements.append(try value(&reader, levels - 1)) }
            return .array(elements)
        }
        // The number of arrays that the whole of the member stands in.
        let levels = text.drop { $0 != UInt8(ascii: "[") }.prefix { $0 == UInt8(ascii: "[") }.count
        var found: JSONValue?
        let object = try JSONReader.object(in: text, limits: limits, apart: "list") { (reader) throws(JSONError) in
            found = try value(&reader, levels)
        }
        return (object, found)
    }

    @Test("a member that is read apart is read like any other", arguments: accepted)
    func apart(_ text: String, _ value: JSONValue) throws {
        let (object, found) = try apart(Array(#"{"a":1,"list":[\#(text)] ,"b":[2]}"#.utf8))
        #expect(object == ["a": 1, "list": nil, "b": [2]] && found == .array([value]))
        #expect(try apart(Array(#"{"other":\#(text)}"#.utf8)) == (["other": value], nil))
    }

    @Test("what is refused is refused apart too", arguments: refused)
    func refusesApart(_ text: String) {
        for whole in [#"{"list":[\#(text)]}"#, #"{"list":\#(text)}"#, text] where (try? JSONValue(parsing: whole)) == nil {
            #expect(throws: JSONError(.malformed, "")) { try apart(Array(whole.utf8)) }
        }
    }

    @Test("bounds, repeated names and texts of another kind, apart")
    func boundsApart() throws {
        func refusal(_ text: String, _ limits: JSONLimits = .standard) -> JSONError.Code? {
            do { _ = try apart(Array(text.utf8), limits: limits) } catch { return (error as? JSONError)?.code }
            return nil
        }
        #expect(refusal(#"{"list":[[1,2]]}"#, JSONLimits(bytes: 99, depth: 3, values: 5)) == nil)
        #expect(refusal(#"{"list":[[1,2]]}"#, JSONLimits(bytes: 99, depth: 2)) == .tooDeep)
        #expect(refusal(#"{"list":[[1,2]]}"#, JSONLimits(bytes: 99, values: 4)) == .tooManyValues)
        #expect(refusal(#"{"list":[[],[],[]],"b":[[]]}"#, JSONLimits(bytes: 99, depth: 3)) == nil, "an array that ended nests no more")
        #expect(refusal(#"{"list":[1]}"#, JSONLimits(bytes: 11)) == .tooLong)
        #expect(refusal(#"{"list":[],"list":[]}"#) == .duplicateMember)
        #expect(refusal(#"{"list":[],"l\u0069st":[]}"#) == .duplicateMember)
        for text in ["[]", "1", "null", #"{"list":[]}x"#, #"{"list":{}}"#] {
            #expect(refusal(text) == (text == #"{"list":{}}"# ? nil : .malformed))
        }
    }

    @Test("a byte order mark begins a file or a body, once, and no text within another")
    func byteOrderMark() throws {
        let (mark, text) = ([0xEF, 0xBB, 0xBF] as [UInt8], Array(#"{"a":1}"#.utf8))
        #expect(try JSONValue(body: mark + text) == ["a": 1] && JSONValue(body: text) == ["a": 1])
        #expect(throws: JSONError.self) { try JSONValue(parsing: mark + text) }
        #expect(throws: JSONError.self) { try JSONValue(body: mark + mark + text) }
        #expect(throws: JSONError.self) { try JSONValue(body: mark) }
        #expect(throws: JSONError.self) { try JSONValue(body: mark.dropLast() + text) }
        #expect(Array(ByteOrderMark.skipped(in: mark)).isEmpty && Array(ByteOrderMark.skipped(in: [UInt8]())).isEmpty)
    }
}
