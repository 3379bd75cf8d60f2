import Primitives
import Testing

/// Texts that Swift takes for equal, and that no protocol does (docs/decisions/0046-exact-text.md).
@Suite("Texts are compared by code points")
struct ExactTextTests {
    static let pairs = [
        ("OKP", "O\u{212A}P"), ("é", "e\u{301}"), (";", "\u{37E}"), ("Å", "\u{212B}"), ("`", "\u{1FEF}"), ("가", "\u{1100}\u{1161}"),
        ("a\u{301}\u{316}", "a\u{316}\u{301}"), (String(repeating: "K", count: 40), String(repeating: "\u{212A}", count: 40)),
    ]

    @Test("operators, patterns and sequences", arguments: pairs)
    func differ(_ one: String, _ other: String) {
        let swifts: [AnyHashable] = [one, other]
        #expect(swifts[0] == swifts[1], "the pair shows nothing")
        #expect((one == other) == false && one != other && (one == one) && !(one != one))
        let (some, none): (String?, String?) = (one, nil)
        #expect((some == other) == false && some != other && some == one && none == nil && none != other)
        #expect((one[...] == other[...]) == false && (one[...] == other) == false && one[...] == one[...])
        #expect(([one] == [other]) == false && [one] == [one] && [one] != [other] && [one] != [one, one])
        #expect(![one].contains(other) && [one].contains(one) && [one].firstIndex(of: other) == nil)
        // Outside of the macro, which calls what it takes apart by the standard library's generic functions.
        let (starts, ends) = ((one.hasPrefix(other), one.hasPrefix(one)), (one.hasSuffix(other), ("x" + one).hasSuffix(one)))
        #expect(starts == (false, true) && ends == (false, true))
        let holds = (one.contains(other), ("x" + one + "y").contains(one), one.contains(""), one.contains(one + "x"))
        #expect(holds == (false, true, true, false))
        let matched =
            switch one {
            case other: "other"
            case one: "one"
            default: "none"
            }
        #expect(matched == "one")
    }

    @Test("literals beside an optional, which the solver would give to Equatable")
    func literals() {
        let (kelvin, key): (String?, String?) = ("\u{212A}", "K")
        let found = (kelvin == "K", "K" == kelvin, kelvin != "K", "K" != kelvin, key == "K", "K" == key)
        #expect(found == (false, false, true, true, true, true))
        let text = "\u{212A};"
        let ends = (text.first == "K", text.first != "K", text.last == ";", text.first == "\u{212A}", text.contains { $0 == "K" })
        #expect(ends == (false, true, true, true, false))
        let matched =
            switch text.first {
            case "K": "K";
            case "\u{212A}": "Kelvin";
            default: "none"
            }
        #expect(matched == "Kelvin")
    }

    /// Swift's own take U+037E for a semicolon, and a semicolon before a mark, or a line feed after a carriage return, for none.
    @Test("parts are found by code points", arguments: ["a;b\u{37E}c;d", "a;b\u{37E}c;\u{301}d"])
    func parts(_ text: String) {
        let whole = text[...]
        let counts = (
            text.split(separator: ";").count, whole.split(separator: ";").count, text.split(separator: ";", maxSplits: 1).count,
            text.split(separator: "b\u{37E}").count
        )
        #expect(counts == (3, 3, 2, 2))
        let hasNone = "b\u{37E}c"
        let contains = (
            hasNone.contains(";"), hasNone[...].contains(";"), text.contains(";"), whole.contains(";"), whole.contains("b\u{37E}")
        )
        #expect(contains == (false, false, true, true, true))
        let places = (hasNone.firstIndex(of: ";"), hasNone.lastIndex(of: ";"), hasNone.firstRange(of: ";"))
        #expect(places.0 == nil && places.1 == nil && places.2 == nil)
        #expect(
            text.firstIndex(of: ";").map { String(text[..<$0]) } == "a"
                && text.lastIndex(of: ";").map { String(text[..<$0]) } == "a;b\u{37E}c")
        let replaced = (text.replacing(";", with: ""), whole.replacing(";", with: ""))
        #expect(!replaced.0.utf8.contains(0x3B) && replaced.0.unicodeScalars.contains("\u{37E}") && replaced.1 == replaced.0)
    }

    @Test("the parts of a text, as Swift counts them")
    func counted() {
        #expect(
            "a;;b;".split(separator: ";") == ["a", "b"]
                && "a;;b;".split(separator: ";", omittingEmptySubsequences: false) == ["a", "", "b", ""])
        #expect("a;;b;c".split(separator: ";", maxSplits: 1) == ["a", ";b;c"] && ";a".split(separator: ";", maxSplits: 1) == ["a"])
        #expect("".split(separator: ";").isEmpty && "".split(separator: ";", omittingEmptySubsequences: false) == [""])
        #expect(
            "a::b::".split(separator: "::", omittingEmptySubsequences: false) == ["a", "b", ""]
                && "a\r\nb".split(separator: "\n") == ["a\r", "b"])
        #expect("aXXbXX".replacing("XX", with: "-") == "a-b-" && "aXXbXX".replacing("XX", with: "", maxReplacements: 1) == "abXX")
    }

    @Test("the order is that of code points", arguments: pairs)
    func ordered(_ one: String, _ other: String) {
        let both = (one < other, other < one, one <= other, one[...] < other[...], other[...] < one[...])
        #expect(both.0 != both.1 && both.2 == both.0 && both.3 == both.0 && both.4 == both.1)
        let sorted = [one, other].sorted()
        #expect(sorted == (both.0 ? [one, other] : [other, one]) && [other, one].sorted() == sorted && [one, other].min() == sorted[0])
    }

    @Test("sets and dictionaries", arguments: pairs)
    func collections(_ one: String, _ other: String) {
        let set: Set<String> = [one]
        #expect(set.contains(one) && !set.contains(other))
        let others: Set<String> = [other]
        let (isSubset, isDisjoint, isSame) = (set.isSubset(of: others), set.isDisjoint(with: others), set == others)
        let (common, rest) = (set.intersection(others), set.subtracting(others))
        #expect(!isSubset && isDisjoint && !isSame && common.isEmpty && rest.contains(one))
        var dictionary = [one: 1]
        #expect(dictionary[one] == 1 && dictionary[other] == nil)
        dictionary[other] = nil
        #expect(dictionary[one] == 1)
        dictionary[other] = 2
        #expect(dictionary[other] == 2 && dictionary[one] == nil && dictionary.count == 1)
        dictionary[other] = nil
        #expect(dictionary.isEmpty)
    }

    private enum Name: String { case key = "OKP" }

    private struct Holder: Equatable { var text: String }

    @Test("an enumeration's value, a type's own equality")
    func types() {
        #expect(Name(exactly: "OKP") == .key && Name(exactly: "O\u{212A}P") == nil && Name(exactly: "x") == nil)
        #expect(Holder(text: "K") != Holder(text: "\u{212A}"))
        #expect(JSONValue.string("K") != .string("\u{212A}"))
    }

    @Test("members of JSON are told apart, and found by their own names", arguments: pairs)
    func members(_ one: String, _ other: String) throws {
        let text = JSONValue.object([one: 1]).text.dropLast() + "," + JSONValue.object([other: 2]).text.dropFirst()
        let object = try #require(try JSONValue(parsing: String(text)).object)
        #expect(object.count == 2 && object[one] == 1 && object[other] == 2)
        let many = (0..<40).map { "\"\($0)\":0," }.joined()
        let large = try #require(try JSONValue(parsing: "{" + many + text.dropFirst()).object)
        #expect(large.count == 42 && large[one] == 1 && large[other] == 2)
        #expect(throws: JSONError(.duplicateMember, "")) { try JSONValue(parsing: "{" + many + text.dropFirst().dropLast() + ",\"7\":1}") }
    }
}
