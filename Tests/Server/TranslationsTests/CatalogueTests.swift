import Foundation
import JourneyMessages
import Primitives
import Testing

@testable import Translations

@Suite("The catalogue of texts")
struct CatalogueTests {
    /// The words that are the same as in English.
    private static let same: [Language: Set<String>] = [
        .german: ["Authenticator", "Code", "Name", "Passkey", "Passkeys", "Realm", "Status", "Token", "offline"],
        .french: ["Code", "Description", "Document", "Documentation", "Messages", "Question"],
        .spanish: ["Error", "No", "Token", "Tokens"], .italian: ["No", "Passkey", "Password", "Token"],
        .brazilianPortuguese: ["Token", "Tokens"], .polish: ["Token"], .swedish: ["Passkey", "Passkeys", "Token", "Tokens"],
        .dutch: ["Accounts", "Code", "Document", "Status", "Token", "Tokens", "offline"],
    ]

    private static let others = Language.allCases.filter { $0 != .english }

    @Test("each language has every text, in its own plural forms", arguments: Language.allCases)
    func whole(_ language: Language) throws {
        let catalogue = try Catalogue.decoded(language)
        #expect(catalogue.pages.language == language)
    }

    @Test("each has the keys of English and no others, and the same placeholders", arguments: others)
    func equal(_ language: Language) throws {
        #expect(try CatalogueTexts(language.json).differences(from: CatalogueTexts(Language.english.json), in: language) == [])
    }

    @Test("no text is the English one, but for words that both have", arguments: others)
    func translated(_ language: Language) throws {
        let (texts, english) = (try CatalogueTexts(language.json), try CatalogueTexts(Language.english.json))
        let same = texts.texts.filter { english.texts[$0.key] == $0.value }.values
        #expect(Set(same) == Self.same[language] ?? [])
    }

    @Test("texts have no markup, no marks that turn the text after them, and no space around them", arguments: Language.allCases)
    func plain(_ language: Language) throws {
        for (path, text) in try CatalogueTexts(language.json).texts {
            #expect(!text.isEmpty && text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(path)")
            for scalar in text.unicodeScalars {
                let isMark = (0x200E...0x200F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                #expect(!"<>&\"".unicodeScalars.contains(scalar) && scalar.value >= 0x20 && !isMark, "\(path): \(text)")
            }
        }
    }

    @Test("a text that lacks is found: by the decoder, and by the comparison", arguments: [Language.turkish, .arabic])
    func omission(_ language: Language) throws {
        let english = try CatalogueTexts(Language.english.json)
        for key in ["signOut", "loginAttempt", "signInBroken", "deviceSubject"] {
            let planted = try Self.without(key, language.json)
            #expect(throws: DecodingError.self) { try Catalogue.decoded(language, from: planted) }
            #expect(try CatalogueTexts(planted).differences(from: english, in: language).count == 1)
        }
        // A map takes what there is: there only the comparison tells.
        for key in ["preferences/updates", "openid", "CHOSEN_TWICE"] {
            let planted = try Self.without(key, language.json)
            #expect(throws: Never.self) { try Catalogue.decoded(language, from: planted) }
            #expect(try CatalogueTexts(planted).differences(from: english, in: language).count == 1)
        }
        let renamed = language.json.replacing("\"other\"", with: "\"others\"")
        #expect(throws: DecodingError.self) { try Catalogue.decoded(language, from: renamed) }
    }

    /// The texts without the line that begins with a key.
    private static func without(_ key: String, _ json: String) throws -> String {
        var lines = json.split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix("\"\(key)\":") })
        try #require(lines[index].hasSuffix(","))
        lines.remove(at: index)
        return lines.joined(separator: "\n")
    }

    @Test("every requirement that the kernel words in English has a sentence, the same in English")
    func policies() {
        let english = Language.english.catalogue.pages.policies
        for name in english.sentences.keys.sorted() {
            let failed = FailedPolicy(PolicyRequirement(name), ["minLength": 8, "numCaps": 2])
            #expect(english.explanation(failed) == failed.explanation)
            #expect(!failed.explanation.contains(name), "\(name) has no English sentence")
        }
        let unknown = FailedPolicy("HOUSE")
        #expect(english.explanation(unknown) == unknown.explanation)
        #expect(Language.german.catalogue.pages.policies.explanation(unknown) == "verstößt gegen die Regel HOUSE")
        #expect(Language.turkish.capitalized("iki") == "İki" && Language.english.capitalized("is") == "Is")
    }

    @Test("a language whose texts can't be decoded has those in English", arguments: [Language.german, .arabic])
    func undecodable(_ language: Language) throws {
        let planted = try Self.without("signOut", language.json)
        #expect(Catalogue.of(language, from: planted).pages.signOut == Language.english.catalogue.pages.signOut)
        #expect(Catalogue.of(language).pages.signOut == language.catalogue.pages.signOut)
        #expect(language.catalogue.pages.signOut != Language.english.catalogue.pages.signOut)
    }

    @Test("a list has the marks of its language")
    func lists() {
        #expect(Language.german.list(["a", "b", "c"]) == "a, b, c" && Language.english.list([]).isEmpty)
        #expect(Language.arabic.list(["a", "b"]) == "a، b" && Language.japanese.list(["a", "b"]) == "a、b")
    }

    @Test("an administrator's text stays; the server's own is in the reader's language")
    func written() {
        func text(_ written: [String: String], _ languages: [String]) -> String? {
            Catalogue.text(\.schema, "givenName", written: written, for: languages)
        }
        #expect(text(["en": "First Name"], ["de-CH"]) == "Vorname")
        #expect(text(["en": "First Name"], ["xx"]) == "First Name")
        #expect(text(["en": "Given name"], ["de"]) == nil)
        #expect(text(["en": "First Name", "fr": "Petit nom"], ["de"]) == nil)
        #expect(text([:], ["de"]) == nil)
    }
}
