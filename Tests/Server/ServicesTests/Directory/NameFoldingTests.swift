import Foundation
import Primitives
import ResourceMessages
import Testing
@testable import Directory

@Suite("Names, folded")
struct NameFoldingTests {
    /// Names that are one, each with its form.
    private static let spellings: [(String, [String])] = [
        ("strauss", ["strauß", "STRAUSS", "STRAUẞ", "Strauß", " strauß\t", "ＳＴＲＡＵＳＳ", "ſtrauß"]),
        ("οδυσσευσ", ["ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "οδυσσευσ"]),
        ("zoë", ["Zoë", "ZOE\u{308}", "zoe\u{308}"]),
        ("fine", ["ﬁne", "FINE"]),
        ("tom miller", ["Tom Miller", "tom  miller", "tom\u{A0}miller", "tom\u{2003}\u{3000}MILLER", " tom miller "]),
        ("가나", ["가나", "\u{1100}\u{1161}\u{1102}\u{1161}"]),
        ("ab", ["a\u{200D}b", "a\u{200C}B", "a\u{AD}b"]),
        ("ガ", ["ｶﾞ", "ガ"]),
    ]

    @Test("case, compatible characters and white space make no difference", arguments: spellings)
    func forms(form: String, names: [String]) {
        for name in names {
            #expect(NameFolding.folded(name).map { Array($0.utf8) } == Array(form.utf8), "\(name)")
            #expect(NameFolding.areOne(name, form))
        }
        #expect(NameFolding.folded(form).map { Array($0.utf8) } == Array(form.utf8), "once more changes nothing")
    }

    @Test("what is another name stays one", arguments: [("tom miller", "tommiller"), ("ısparta", "isparta"), ("a", "а"), ("", "a")])
    func others(one: String, other: String) { #expect(!NameFolding.areOne(one, other)) }

    @Test("of a part of a text, the white space at its ends counts")
    func parts() {
        #expect(NameFolding.folded(" Van  ", .beginning) == "van ")
        #expect(NameFolding.folded("  Van  ", .part) == " van ")
        #expect(NameFolding.folded("  Van  ") == "van")
    }

    @Test("texts have bounds before they are folded: in bytes, and where they are long, in marks")
    func bounds() {
        let marks = String(String.UnicodeScalarView((0..<40).map { _ in "\u{301}" as Unicode.Scalar }))
        #expect(NameFolding.folded(String(repeating: "x", count: 257)) == nil)
        #expect(NameFolding.folded("a" + marks) != nil)
        #expect(NameFolding.folded(String(repeating: "ü", count: 300) + marks, upTo: 4096) == nil)
        #expect(NameFolding.folded(String(repeating: "ü", count: 300), upTo: 4096)?.utf8.count == 600)
        let growing = String(repeating: "\u{FDFA}", count: 85)
        #expect(NameFolding.folded(growing)?.utf8.count == 85 * 33)
    }

    @Test("folding what is folded changes nothing, whatever the characters", arguments: 0..<8)
    func idempotent(seed: UInt64) {
        let random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let bytes = random.bytes(48)
            let scalars = stride(from: 0, to: 48, by: 3).compactMap { place -> Unicode.Scalar? in
                let number = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
                // Half of them from the planes where most letters and marks are.
                return Unicode.Scalar(number & 1 == 0 ? number % 0x11_0000 : number % 0x3000)
            }
            let text = String(String.UnicodeScalarView(scalars))
            guard let folded = NameFolding.folded(text) else { continue }
            #expect(NameFolding.folded(folded, upTo: 4096).map { Array($0.utf8) } == Array(folded.utf8), "\(Array(text.utf8))")
            #expect(!folded.unicodeScalars.contains("\u{1F}") || text.unicodeScalars.contains("\u{1F}"))
        }
    }

    @Test("the version is the method's and Unicode's")
    func version() { #expect(NameFolding.version >= 1_150_000 && NameFolding.version < 2_000_000) }

    // MARK: - New names

    private static let reserved = [
        "id=victim", "ID=victim", "uid=victim,ou=people", "cn = victim", "2.5.4.3=victim", "alpha/victim", "/alpha/victim", "ａｌｐｈａ／victim",
        "0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", "0B9D6C1E3A5B4F6D8C7E9A0B1C2D3E4F", "{0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f}",
        "urn:uuid:0b9d6c1e-3a5b-4f6d-8c7e-9a0b1c2d3e4f", "client:app", "Client:app", "(usr!victim)", "ｉｄ＝victim", ".", "..", "．．",
        "=?utf-8?q?x?=", "a =?UTF-8?B?eA==?= b",
    ]
    private static let unseen = [
        "", " ", "a\u{301}".replacing("a", with: "\u{200B}"), "a\u{FFFD}b",
        String(decoding: [0x61, 0xEF, 0xB7, 0x90, 0x62], as: UTF8.self), "a\u{378}b",
        "a\u{202E}b", "a\u{2066}b", "a\nb",
        "\u{301}a", "\u{903}a", "\u{20DD}a", "\u{FEFF}a", " a", "a\u{3000}",
        "a" + String(String.UnicodeScalarView((0..<31).map { _ in "\u{301}" as Unicode.Scalar })),
        String(repeating: "x", count: 257),
    ]

    @Test("forms that are read as something else, and what can't be seen, are no new names", arguments: reserved + unseen)
    func refused(name: String) { #expect(UserNameRules.problem(with: name, scripts: .any) != nil) }

    @Test(
        "names of one script, and of the usual mixtures, are taken",
        arguments: [
            "demo", "Jean-Luc", "O'Brien", "D'Angelo", "алиса", "Ελένη", "אלישבע", "नमस्ते", "சிவா", "Nguyễn", "Łukasz", "Hawaiʻi", "əli",
            "田中さくら", "さくらTanaka", "김민수Kim", "王小明wang", "ﬁne", "Ｆｕｌｌ", "ɓala", "ƙarfi", "strauß", "a=b?".replacing("=", with: "+"),
            "алиса@example.com",
            "алиса Smith", "user_name.1", "#1!", "Zoë",
        ])
    func scripts(name: String) { #expect(UserNameRules.problem(with: name, scripts: .highlyRestrictive) == nil) }

    @Test(
        "mixtures that are easily taken for another name are no new names, unless the realm takes any",
        arguments: ["vіctim", "pаypal", "Мария-Anna", "Ελένηalice", "王さ김", "اليكسabc", "नमस्तेabc", "alice٣", "vіctim@example.com", "🙂"])
    func mixtures(name: String) {
        #expect(UserNameRules.problem(with: name, scripts: .highlyRestrictive) != nil)
        #expect(UserNameRules.problem(with: name, scripts: .any) == nil)
    }
}
