import JourneyMessages
import Primitives
import ResourceMessages
import Testing
@testable import Directory
import Translations

@Suite("Profile attributes")
struct ProfileAttributeTests {
    @Test(
        "texts that have a shape", arguments: TextShape.allCases)
    func shapes(_ shape: TextShape) {
        for text in Self.right[shape] ?? [] { #expect(shape.matches(text), "\(shape) \(text)") }
        for text in Self.wrong[shape] ?? [] { #expect(!shape.matches(text), "\(shape) \(text)") }
        #expect(Self.right[shape]?.isEmpty == false && Self.wrong[shape]?.isEmpty == false)
    }

    static let right: [TextShape: [String]] = [
        .email: ["a@b.co", "first.last+tag@sub.example.com", "zoë@bücher.example", "o'brien@example.org"],
        .phone: ["+44 20 7946 0018", "112", "(555) 010-9999"],
        .personName: ["Zoë", "O'Brien", "Anne-Marie van der Berg", "李"],
        .date: ["2026-11-21", "2024-02-29", "2000-02-29"],
        .language: ["de", "de-CH", "zh-Hant-TW"],
        .webAddress: ["https://example.com/a.png", "http://localhost:8080"],
        .identifier: ["a-b_c.d1"],
    ]

    static let wrong: [TextShape: [String]] = [
        .email: [
            String(repeating: "a", count: 64) + "@" + String(repeating: "b.", count: 94) + "cc",
            "", "a", "a@b", "@b.co", "a@", "a@@b.co", "a b@c.co", "a@-b.co", ".a@b.co", "a..b@c.co", "<a@b.co>", "a@b.co\r\nBcc: x@y.zz",
        ],
        .phone: ["", "+", "12", "phone", "+1 2 3 x", "123456789012345678901", "1+23"],
        .personName: ["<b>", "a@b", "R2D2", "a\u{0}b"],
        .date: ["", "2026-13-01", "2026-02-29", "1900-02-29", "2026-1-1", "2026-01-00", "+026-01-01"],
        .language: ["", "de_CH", "de-", "German", "d", "1a", "deutschland"],
        .webAddress: ["", "javascript:alert(1)", "https://", "ftp://example.com", "/path"],
        .identifier: ["", "a b", "ä"],
    ]

    @Test("a value of another type, length or range is told by its policy")
    func policies() throws {
        let text = ProfileAttribute(
            .known("a"), isRequired: true, rules: AttributeRules(minLength: 2, maxLength: 3, forbiddenCharacters: ["/"]))
        #expect(text.failures(of: nil).map(\.requirement) == [.required])
        #expect(text.failures(of: "").map(\.requirement) == [.required])
        #expect(text.failures(of: 1).map(\.requirement) == [.validType])
        #expect(text.failures(of: "a") == [FailedPolicy(.minimumLength, ["minLength": 2])])
        #expect(text.failures(of: "abcd") == [FailedPolicy(.maximumLength, ["maxLength": 3])])
        #expect(text.failures(of: "a/b").map(\.requirement) == [.cannotContainCharacters])
        #expect(text.failures(of: "a/\u{312}").map(\.requirement) == [.cannotContainCharacters])
        #expect(text.failures(of: "a\u{7}b").map(\.requirement) == [.matchRegularExpression])
        for turned in ["a\u{202E}b", "a\u{2067}b", "a\u{2028}b"] {
            #expect(text.failures(of: .string(turned)).map(\.requirement) == [.matchRegularExpression])
        }
        for usual in ["äöü", "a\u{200D}b", "a\u{200F}b"] {
            #expect(text.failures(of: .string(usual)).isEmpty, "joiners and marks are of use")
        }
        let number = ProfileAttribute(.known("n"), .number, rules: AttributeRules(minimum: 1, maximum: 2.5))
        #expect(number.failures(of: 0).map(\.requirement) == [.minimumNumber])
        #expect(number.failures(of: 3).map(\.requirement) == [.maximumNumber])
        #expect(number.failures(of: 2.5).isEmpty && number.failures(of: nil).isEmpty)
        let list = ProfileAttribute(.known("l"), .strings, rules: AttributeRules(maxLength: 2, maxItems: 2))
        #expect(list.failures(of: ["a", "b"]).isEmpty)
        for wrong in [["a", "b", "c"], ["abc"], [1]] as [JSONValue] {
            #expect(list.failures(of: wrong).map(\.requirement) == [.validArrayItems])
        }
        #expect(ProfileAttribute(.known("b"), .boolean).failures(of: "true").map(\.requirement) == [.validType])
        let structure = ProfileAttribute(.known("s"), .structure)
        #expect(structure.failures(of: [["mapping": "m"]]).isEmpty)
        #expect(structure.failures(of: .string(String(repeating: "x", count: 20_000))).map(\.requirement) == [.maximumLength])
    }

    @Test("of a text that is too long nothing else is looked at, whatever else is wrong with it")
    func lengthFirst() {
        let text = ProfileAttribute(
            .known("a"), rules: AttributeRules(minLength: 2, maxLength: 3, shape: .email, forbiddenCharacters: ["/"], values: ["ab"]))
        for long in ["a/\u{7}\u{202E}", "\u{0}\u{0}\u{0}\u{0}", "aaaa"] {
            #expect(text.failures(of: .string(long)) == [FailedPolicy(.maximumLength, ["maxLength": 3])])
        }
        // Characters are counted, not bytes.
        let short = ProfileAttribute(.known("a"), rules: AttributeRules(maxLength: 3))
        #expect(short.failures(of: "日本語").isEmpty && short.failures(of: "👩👩👩").isEmpty)
        #expect(short.failures(of: "日本語日").map(\.requirement) == [.maximumLength])
    }

    @Test("policies as clients are told them")
    func wire() throws {
        let policies = try #require(ProfileSchema.standard["userName"]).policies
        #expect(policies.property == "userName")
        #expect(
            policies.requirements == [.required, .validType, .unique, .cannotContainCharacters, .minimumLength, .maximumLength])
        #expect(AttributePolicies(json: policies.json) == policies)
    }

    @Test("a title is given in the first language that there is one for")
    func titles() {
        let attribute = ProfileAttribute(.known("sn"), title: ["en": "Last Name", "de": "Nachname"])
        #expect(attribute.title(in: ["fr", "de-CH", "en"]) == "Nachname")
        #expect(attribute.title(in: ["fr"]) == "Last Name")
        #expect(ProfileAttribute(.known("a/b")).title(in: ["fr"]) == "a/b")
    }

    @Test("an attribute of the standard schema has a name in each language", arguments: Language.allCases)
    func standardTitles(_ language: Language) {
        #expect(Set(ProfileSchema.standard.attributes.map(\.name)) == Set(language.catalogue.schema.keys))
        for attribute in ProfileSchema.standard.attributes {
            #expect(attribute.title(in: [language.rawValue]) == language.catalogue.schema[attribute.name])
        }
    }
}
