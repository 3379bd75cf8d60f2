import JourneyMessages
import Testing

@testable import Pages

@Suite("Accept-Language (RFC 9110 §12.5.4)")
struct LanguageTests {
    @Test("every language has a sentence for the same policies")
    func policies() throws {
        let german = try #require(PolicyPhrases.german.sentences), french = try #require(PolicyPhrases.french.sentences)
        #expect(Set(german.keys) == Set(french.keys) && german.keys.contains(.cannotBeCommon))
        for requirement in german.keys {
            #expect(!FailedPolicy(requirement).explanation.contains(requirement.name), "\(requirement) has no English sentence")
        }
    }

    @Test(arguments: [
        (nil, Language.english), ("", .english), ("de", .german), ("de-CH,de;q=0.9,en;q=0.8", .german),
        ("it, fr;q=0.5, en;q=0.7", .english),
        ("en;q=0.3, FR-ca;q=0.4", .french), ("de;q=0, fr;q=0.1", .french), ("fr;q=x, de;q=0.1", .german), ("ja", .english),
        (";;,q=1,-", .english), ("en,de", .english), ("de , en", .german),
    ])
    func best(header: String?, language: Language) {
        #expect(Language(acceptLanguage: header) == language)
    }

    @Test("only the first ranges of a long header are looked at")
    func bounded() {
        let header = Array(repeating: "it", count: 16).joined(separator: ",") + ",de"
        #expect(Language(acceptLanguage: header) == .english)
    }
}
