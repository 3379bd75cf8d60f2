import Testing

@testable import Translations

@Suite("The best of our languages")
struct LanguageTests {
    @Test(
        "for Accept-Language (RFC 9110 §12.5.4)",
        arguments: [
            (nil, Language.english), ("", .english), ("de", .german), ("de-CH,de;q=0.9,en;q=0.8", .german),
            ("xx, fr;q=0.5, en;q=0.7", .english), ("en;q=0.3, FR-ca;q=0.4", .french), ("de;q=0, fr;q=0.1", .french),
            ("fr;q=x, de;q=0.1", .german), ("ja", .japanese), (";;,q=1,-", .english), ("en,de", .english), ("de , en", .german),
            ("pt", .brazilianPortuguese), ("pt-PT", .brazilianPortuguese), ("zh-CN,zh;q=0.9", .simplifiedChinese),
            ("zh", .simplifiedChinese),
            ("zh-TW, ja;q=0.5", .japanese), ("zh-Hant-HK", .english), ("zh-Hans-HK", .simplifiedChinese), ("ar-EG", .arabic),
            ("sv_SE", .swedish),
        ])
    func header(_ header: String?, _ language: Language) {
        #expect(Language(acceptLanguage: header) == language)
    }

    @Test("only the first ranges of a long header, or of a long list, are looked at")
    func bounded() {
        let header = Array(repeating: "xx", count: 16).joined(separator: ",") + ",de"
        #expect(Language(acceptLanguage: header) == .english)
        #expect(Language(preferring: Array(repeating: "xx", count: 32) + ["de"]) == .english)
    }

    @Test("the first of a list that there is")
    func list() {
        #expect(Language(preferring: ["xx", "tr-TR", "de"]) == .turkish)
        #expect(Language(preferring: []) == .english)
    }

    @Test("each is found by its own tag, and names itself", arguments: Language.allCases)
    func own(_ language: Language) {
        #expect(Language(matching: language.rawValue) == language)
        #expect(!language.ownName.isEmpty && language.direction == (language == .arabic ? "rtl" : "ltr"))
    }
}
