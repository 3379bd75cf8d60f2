@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

@Suite("The cookies of a request (RFC 6265 §4.2.1)")
struct RequestCookiesTests {
    private func pairs(_ lines: String...) -> [String] {
        RequestCookies.pairs(of: HTTPFields(lines.map { HTTPField(name: .cookie, value: $0) })).map { "\($0.name)|\($0.value)" }
    }

    @Test("pairs in their order, of one field or more")
    func order() {
        #expect(pairs("a=1; b=2;c=3", "a=4") == ["a|1", "b|2", "c|3", "a|4"])
        #expect(pairs("a=b=c; d=; =e; f; ;g =\th ") == ["a|b=c", "d|", "g |\th"])
        #expect(pairs("a=\"b c\"") == ["a|\"b c\""] && pairs().isEmpty && pairs("").isEmpty)
    }

    @Test("the Greek question mark separates nothing, an accent hides no separator, and names are told apart by their bytes")
    func bytes() {
        #expect(pairs("x=1\u{37E}iPlanetDirectoryPro=T") == ["x|1\u{37E}iPlanetDirectoryPro=T"])
        #expect(pairs("a=1;\u{301}b=2; c=\u{338}3") == ["a|1", "\u{301}b|2", "c|\u{338}3"])
        #expect(pairs("\u{212A}=1; K=2") == ["\u{212A}|1", "K|2"])
    }
}
