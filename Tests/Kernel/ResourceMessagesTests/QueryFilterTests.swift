import Primitives
import ResourceMessages
import Testing

@Suite("Query filters")
struct QueryFilterTests {
    static let user: JSONObject = [
        "userName": "Zoë", "mail": "zoe@example.com", "age": 41, "aliasList": ["first", "second"], "empty": [],
        "preferences": ["marketing": true], "quote": "say \"hi\"\\", "nothing": nil,
    ]

    @Test(
        "what a filter wants",
        arguments: [
            (#"userName eq "zoe\u0308""#.replacing("\\u0308", with: "\u{308}"), true), (#"userName eq "ZOË""#, true),
            (#"userName eq 'Zoë'"#, true), (#"/userName eq "other""#, false), (#"mail co "@EXAMPLE""#, true),
            (#"mail sw "zoe@""#, true), (#"mail sw "oe@""#, false), (#"mail co """#, true), ("age eq 41", true), ("age gt 40.5", true),
            ("age ge 41", true), ("age lt 41", false), ("age le 41.0", true), (#"age eq "41""#, false), (#"mail gt "a""#, true),
            (#"mail lt "a""#, false), ("/preferences/marketing eq true", true), ("preferences/marketing eq false", false),
            ("preferences/other eq true", false), (#"aliasList eq "second""#, true), (#"aliasList eq "third""#, false),
            ("mail pr", true), ("missing pr", false), ("empty pr", false), ("nothing pr", false), ("preferences pr", true),
            ("true", true), ("false", false), ("!(mail pr)", false), ("!mail pr", false), ("!!mail pr", true),
            (#"missing eq "x" or mail pr and age eq 41"#, true), (#"(true or true) and false"#, false), ("true or true and false", true),
            (#"!(missing eq "x")"#, true), ("TRUE AND mail PR", true), (#"quote eq "say \"hi\"\\""#, true), (#"quote co 'say "hi"'"#, true),
        ])
    func matches(_ text: String, _ expected: Bool) throws {
        #expect(try QueryFilter(parsing: text).matches(Self.user) == expected)
    }

    @Test(
        "a filter that is written is read again the same",
        arguments: [
            #"a eq "b" and (c pr or !(d gt 3)) and true"#, #"/a~1b/c~0d co "\"\\'""#, "true eq 1 or /false pr", "!(!(x le -2.5e3))",
            "\u{312}a pr", "a/\u{312}b~1\u{312} eq '\"\u{312}\\\\\u{312}'",
        ])
    func roundTrip(_ text: String) throws {
        let filter = try? QueryFilter(parsing: text)
        guard let filter else { return #expect(text.hasPrefix("true eq")) }
        #expect(try QueryFilter(parsing: filter.description) == filter)
    }

    @Test(
        "what is wrong is named with its place",
        arguments: [
            ("", 1), ("mail", 5), ("mail eq", 8), ("mail is 1", 6), (#"mail eq "x"#, 9), ("(true", 6), ("true)", 5), ("true false", 6),
            ("! ", 3), ("true and", 9), ("eq eq eq", 7), ("mail eq x", 9), ("mail co 1", 9), ("mail gt true", 9), (#""mail" pr"#, 1),
            ("/ pr", 1), ("a/~2 pr", 1), (#"mail eq "\x""#, 10), ("mail eq 1e999", 9), ("mail eq 01", 9), ("mail eq null", 9),
            ("   )", 4), ("a//b pr", 1),
        ])
    func malformed(_ text: String, position: Int) throws {
        let error = #expect(throws: QueryFilterError.self) { try QueryFilter(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.position == position, "\(error?.description ?? "")")
    }

    @Test("length, depth and clauses are bounded")
    func bounds() throws {
        let limits = QueryFilterLimits(bytes: 400, depth: 4, clauses: 10)
        func code(_ text: String) -> QueryFilterError.Code? {
            do throws(QueryFilterError) {
                _ = try QueryFilter(parsing: text, limits: limits)
                return nil
            } catch { return error.code }
        }
        #expect(code(#"a eq "\#(String(repeating: "x", count: 400))""#) == .tooLong)
        #expect(code("((((true))))") == nil)
        #expect(code("(((((true)))))") == .tooDeep)
        #expect(code("!!!!true") == nil)
        #expect(code("!!!!!true") == .tooDeep)
        #expect(code(Array(repeating: "true", count: 10).joined(separator: " or ")) == nil)
        #expect(code(Array(repeating: "true", count: 11).joined(separator: " or ")) == .tooManyClauses)
        #expect(throws: QueryFilterError(.tooDeep, at: 0, "")) {
            try QueryFilter(parsing: String(repeating: "(", count: 4000), limits: .standard)
        }
    }

    @Test("the fields of a filter")
    func fields() throws {
        let filter = try QueryFilter(parsing: #"mail pr and !(a/b eq 1) or mail eq "x""#)
        #expect(Set(filter.fields.map(\.description)) == ["mail", "a/b"])
    }
}
