import Foundation
import JourneyMessages
import Primitives
import Testing
import Translations

@testable import Pages
import Translations

@Suite("Passkeys on the sign-on page")
struct PasskeyPageTests {
    private let pages: Pages
    private let hidden = HiddenValue(id: "webAuthnOutcome", value: "false").callback

    init() throws { pages = try Pages() }

    private func structure(_ page: SignOnPage) -> HTMLStructure { HTMLStructure(pages.render(page)) }

    private func authentication(_ mediation: String? = nil, button: Bool = false, party: String = "example.com") -> Callback {
        WebAuthnAuthentication(
            challenge: "AAEC/w==", relyingPartyID: party, userVerification: "required", timeout: 60_000, allowedCredentials: [[1, 0xFF]],
            mediation: mediation, hasManualButton: button
        ).callback
    }

    private var registration: Callback {
        WebAuthnRegistration(
            challenge: "AAEC/w==", relyingPartyID: "example.com", relyingPartyName: "A \"quoted\" name", userID: "dXNlcg==",
            userName: "ada",
            displayName: "Ada", algorithms: [-7], timeout: 30_000, excludedCredentials: [[2]],
            selection: .init(userVerification: "required", requiresResidentKey: true, attachment: "platform")
        ).callback
    }

    private func options(_ page: SignOnPage) throws -> (kind: String?, JSONValue) {
        let element = try #require(structure(page).all("div").first { $0["data-passkey"] != nil })
        let text = try #require(element["data-options"]).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        return (element["data-passkey"], try JSONValue(parsing: text))
    }

    @Test("a step that asks for a passkey has the script, and is allowed it; no other has")
    func script() {
        let asking = PageFixtures.signOn(authentication(), hidden)
        #expect(structure(asking).all("script").map { $0["src"] } == [Asset.passkeys.versionedPath])
        #expect(asking.headers().first?.value.contains("; script-src 'self'; style-src") == true)
        for other in [PageFixtures.signOn(NameQuestion(prompt: "x").callback), PageFixtures.signOn(hidden)] {
            #expect(structure(other).all("script").isEmpty && other.headers().first?.value.contains("script-src") == false)
        }
    }

    @Test("what the browser is asked stands in the page, in WebAuthn's own JSON")
    func asked() throws {
        let (kind, request) = try options(PageFixtures.signOn(authentication(), hidden))
        #expect(kind == "get" && request["challenge"] == "AAEC_w" && request["rpId"] == "example.com" && request["timeout"] == 60_000)
        #expect(request["allowCredentials"] == [["type": "public-key", "id": "Af8"]] && request["userVerification"] == "required")
        let (making, creation) = try options(PageFixtures.signOn(registration, hidden))
        #expect(making == "create" && creation["rp"] == ["name": "A \"quoted\" name", "id": "example.com"])
        #expect(creation["user"]?["id"]?.string == Base64URL.encode(Array("dXNlcg==".utf8)), "the characters of the text")
        #expect(
            creation["pubKeyCredParams"] == [["type": "public-key", "alg": -7]]
                && creation["excludeCredentials"]?.array?.first?["id"] == "Ag")
        #expect(creation["authenticatorSelection"]?["residentKey"] == "required" && creation["attestation"] == "none")
        let (_, nameless) = try options(PageFixtures.signOn(authentication(party: ""), hidden))
        #expect(nameless["rpId"] == nil)
    }

    @Test("the outcome goes into the hidden value, which without script says that nothing can be done")
    func outcome() throws {
        let html = structure(PageFixtures.signOn(NameQuestion(prompt: "x").callback, authentication(), hidden))
        #expect(html.all("div").first { $0["data-passkey"] != nil }?["data-outcome"] == "IDToken3")
        #expect(html.all("input").first { $0["name"] == "IDToken3" }?["value"] == "unsupported")
        #expect(structure(PageFixtures.signOn(authentication())).all("div").allSatisfy { $0["data-passkey"] == nil })
    }

    @Test("among the suggestions of a field, the field says so, and there is a button where that is wanted")
    func conditional() throws {
        let name = NameQuestion(prompt: "User Name").callback
        for button in [true, false] {
            let page = PageFixtures.signOn(name, authentication("conditional", button: button), hidden)
            #expect(try options(page).kind == "conditional")
            let html = structure(page)
            #expect(html.all("input").first { $0["name"] == "IDToken1" }?["autocomplete"] == "username webauthn")
            #expect(html.all("button").contains { $0["data-start"] != nil } == button)
        }
        let plain = structure(PageFixtures.signOn(name, authentication(), hidden))
        #expect(plain.all("input").first { $0["name"] == "IDToken1" }?["autocomplete"] == "username")
    }

    @Test("to go on is to go on without")
    func without() {
        #expect(pages.render(PageFixtures.signOn(authentication(), hidden)).contains(Language.english.phrases.passkeys.goOnWithout))
        let suggested = pages.render(PageFixtures.signOn(authentication("conditional"), hidden))
        #expect(!suggested.contains(Language.english.phrases.passkeys.goOnWithout) && suggested.contains(">Continue<"))
    }

    @Test("the script writes no markup and fetches nothing")
    func harmless() {
        for word in ["innerHTML", "document.write", "eval(", "fetch(", "XMLHttpRequest", "http:", "https:", "import("] {
            #expect(!Asset.passkeys.content.contains(word))
        }
    }
}
