import Primitives
import Testing
@testable import UserFiles

/// Files are cut into the same records whatever the parts in which they come.
@Suite struct SplittingTests {
    private static func records(_ splitter: any RecordSplitter, _ text: String, parts: Int) -> [RawRecord] {
        var (splitter, records) = (splitter, [RawRecord]())
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            splitter.feed(rest.prefix(parts), &records)
            rest = rest.dropFirst(parts)
        }
        splitter.finish(&records)
        return records
    }

    private static func texts(_ records: [RawRecord]) -> [String] { records.map { String(decoding: $0.bytes, as: UTF8.self) } }

    @Test(arguments: 1...9) func lines(parts: Int) {
        let records = Self.records(LineSplitter(.line), "one\r\n\ntwo\nthree", parts: parts)
        #expect(Self.texts(records) == ["one", "two", "three"])
        #expect(records.map(\.place) == [.line(1), .line(3), .line(4)])
    }

    @Test(arguments: 1...9) func rows(parts: Int) {
        let records = Self.records(LineSplitter(.row), "a,\"b\nc\"\n\"d\"\"\n\",e\nf,\"open\n", parts: parts)
        #expect(Self.texts(records).prefix(2) == ["a,\"b\nc\"", "\"d\"\"\n\",e"])
        #expect(records.map(\.place) == [.line(1), .line(3), .line(5)])
        #expect(records.map(\.problem) == [nil, nil, RecordBounds.cutOff])
    }

    @Test(arguments: 1...9) func paragraphs(parts: Int) {
        let records = Self.records(LineSplitter(.paragraph), "version: 1\r\n\r\ndn: a\nuid: b\n c\n\n\ndn: d", parts: parts)
        #expect(Self.texts(records) == ["version: 1\n", "dn: a\nuid: b\n c\n", "dn: d\n"])
        #expect(records.map(\.place) == [.line(1), .line(3), .line(8)])
    }

    @Test(
        arguments: 1...7,
        [
            (#"{"realm":"users","x":{"users":[{"no":1}]},"users":[{"a":"]}\""}, {"b":[1]}],"y":[]}"#, [#"{"a":"]}\""}"#, #"{"b":[1]}"#]),
            (#"[{"a":1},{"b":{}}]"#, [#"{"a":1}"#, #"{"b":{}}"#]), ("{\"a\":1}\n{\"b\":\n2}\n", ["{\"a\":1}", "{\"b\":\n2}"]),
            (#"{"users":[]}"#, []), (#"{"users":[1,"x"]}"#, ["1", #""x""#]),
        ] as [(String, [String])])
    func elements(parts: Int, file: (text: String, records: [String])) {
        let records = Self.records(JSONSplitter(lists: ["users"]), file.text, parts: parts)
        #expect(Self.texts(records) == file.records)
        #expect(records.allSatisfy { $0.problem == nil })
    }

    @Test(arguments: [#"{"users":[{"a":1},{"b""#, #"{"users":[{"a":1}"#, #"[{"a":1},"#])
    func cutOff(text: String) {
        let records = Self.records(JSONSplitter(lists: ["users"]), text, parts: 4)
        #expect(records.first?.problem == nil && records.last?.problem == RecordBounds.cutOff && records.count == 2)
    }

    @Test("no record takes more memory than the longest that is read, and the next one is read again")
    func long() {
        let long = String(repeating: "x", count: RecordBounds.record + 1)
        for (splitter, text) in [
            (LineSplitter(.line), "\(long)\nshort\n"), (LineSplitter(.row), "\"\(long)\nshort\n"),
            (JSONSplitter(lists: []), "[\"\(long)\",{}]"),
        ] as [(any RecordSplitter, String)] {
            let records = Self.records(splitter, text, parts: 65_536)
            #expect(records.map(\.problem) == [RecordBounds.tooLong, nil])
            #expect(records.allSatisfy { $0.bytes.count <= RecordBounds.record })
        }
    }
}
