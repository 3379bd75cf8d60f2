import IdentityDocuments
import Primitives
import Testing

@Suite("Names in zones")
struct NameTransliterationTests {
    private func text(_ name: String) throws -> String { try NameTransliteration.characters(of: name).map(\.description).joined() }

    @Test(
        "transliteration",
        arguments: [
            ("Müller", "MUELLER"), ("O'Connor", "OCONNOR"), ("Smith-Jones", "SMITH<JONES"), ("D’Artagnan, Jr.", "DARTAGNAN<JR"),
            ("Groß", "GROSS"),
            ("Æbelø", "AEBELOE"), ("Ångström", "AANGSTROEM"), ("Ñuñez", "NUNEZ"), ("Þór Ðavíð", "THOR<DAVID"), ("Ĳsbrand", "IJSBRAND"),
            ("  van  der Meer ", "VAN<DER<MEER"), ("Łódź", "LODZ"), ("Zoe\u{308}", "ZOE"), ("ışık", "ISIK"), ("", ""),
        ])
    func transliteration(name: String, expected: String) throws { #expect(try text(name) == expected) }

    @Test("other letters aren't transliterated", arguments: ["Иванов", "名前", "A1", "a\u{202E}b", "😀", String(repeating: "a", count: 257)])
    func refusals(name: String) { #expect(throws: ZoneError(.unwritable, "")) { try NameTransliteration.characters(of: name) } }

    @Test(
        "each alternative matches the printed name",
        arguments: [
            ("MUELLER", "Müller", true), ("MULLER", "Müller", true), ("MUXXLLER", "Müller", true), ("MILLER", "Müller", false),
            ("NXXUNEZ", "Ñunez", true),
            ("AANGSTROEM", "Ångström", true), ("ANGSTROM", "Ångström", true), ("MUELLE", "Müller", false), ("MUELLERS", "Müller", false),
        ])
    func alternatives(shown: String, printed: String, matches: Bool) {
        #expect(ZoneName(primary: [shown], secondary: []).matches(primary: printed, secondary: "") == matches)
    }

    @Test("of names that are cut off, beginnings match")
    func beginnings() {
        let name = ZoneName(primary: ["BENNELONG", "WOOLOOMOOLOO", "WARRA"], secondary: ["D"], mayBeTruncated: true)
        #expect(name.matches(primary: "Bennelong Wooloomooloo Warrandyte Warnambool", secondary: "Dingo Potoroo"))
        #expect(!name.matches(primary: "Bennelong Wooloomooloo", secondary: "Dingo"))
        #expect(!name.matches(primary: "Bennelong Wooloomooloo Warwick", secondary: "Dingo"))
        let whole = ZoneName(primary: ["BENNELONG"], secondary: ["D"])
        #expect(!whole.matches(primary: "Bennelong", secondary: "Dingo"))
    }
}
