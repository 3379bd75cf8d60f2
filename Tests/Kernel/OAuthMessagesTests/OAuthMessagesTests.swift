import OAuthMessages
import Primitives
import Testing

@Suite("RFC 7636: PKCE")
struct PKCETests {
    @Test("Appendix B")
    func appendixB() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        #expect(PKCE.challenge(of: verifier) == challenge)
        #expect(PKCE.verify(verifier, against: challenge))
    }

    @Test(
        "§4.1: verifiers of impossible length or characters are refused even when the hash fits",
        arguments: ["short", String(repeating: "a", count: 129), String(repeating: "ä", count: 43), ""])
    func malformed(_ verifier: String) { #expect(!PKCE.verify(verifier, against: PKCE.challenge(of: verifier))) }

    @Test("a fresh verifier has 256 bits and verifies")
    func fresh() {
        let verifier = PKCE.verifier(from: SeededRandom(seed: 1))
        #expect(verifier.utf8.count == 43)
        #expect(PKCE.verify(verifier, against: PKCE.challenge(of: verifier)))
        #expect(!PKCE.verify(verifier, against: PKCE.challenge(of: verifier + "x")))
    }
}

@Suite("Form bodies")
struct FormBodyTests {
    @Test("what is written is read back")
    func roundTrip() throws {
        let form = FormBody([("scope", "openid profile"), ("redirect_uri", "a://b?c=d&e"), ("leer", ""), ("ü", "%+ ")])
        #expect(try FormBody(parsing: form.encoded) == form)
    }

    @Test("bodies that are not percent-encoded are taken (checklist 14)")
    func raw() throws {
        let form = try FormBody(parsing: "scope=openid profile&redirect_uri=org.forgerock.demo://oauth2redirect&state=a=b")
        #expect(try form.value("scope") == "openid profile")
        #expect(try form.value("redirect_uri") == "org.forgerock.demo://oauth2redirect")
        #expect(try form.value("state") == "a=b")
    }

    @Test("broken escapes and invalid UTF-8 are refused", arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%FF=a"])
    func malformed(_ text: String) { #expect(throws: OAuthError(.invalidRequest, "")) { try FormBody(parsing: text) } }

    @Test("31 marks in a row are refused, in a name as in a value")
    func marks() throws {
        let (few, many) = (String(repeating: "%CC%81", count: 30), String(repeating: "%CC%81", count: 31))
        #expect(try FormBody(parsing: "a=\(few)&\(few)=1").parameters.count == 2)
        for text in ["a=\(many)", "\(many)=1"] { #expect(throws: OAuthError(.invalidRequest, "")) { try FormBody(parsing: text) } }
    }

    @Test("a parameter of a protocol is of ASCII and bounded; what users write is not (RFC 6749 Appendix A)")
    func plain() throws {
        for value in ["é", "openid\u{37E}", "a\tb", "a\u{7F}", String(repeating: "a", count: FormBody.longestPlain + 1)] {
            let form = FormBody([("a", value)])
            #expect(throws: OAuthError(.invalidRequest, "")) { try form.plain("a") }
            #expect(throws: OAuthError(.invalidRequest, "")) { try form.given("a") }
            #expect(throws: OAuthError(.invalidRequest, "")) { try form.required("a") }
            #expect(try form.value("a") == value && form.requiredText("a") == value)
        }
        let form = FormBody([("a", "a b~!"), ("b", "")])
        #expect(try form.plain("a") == "a b~!" && form.plain("b") == "" && form.plain("c") == nil)
        #expect(throws: OAuthError(.invalidRequest, "")) { try form.requiredText("b") }
    }

    @Test("a parameter that stands twice is refused (RFC 6749 §3.1)")
    func twice() throws {
        let form = try FormBody(parsing: "a=1&b=2&a=1")
        #expect(throws: OAuthError(.invalidRequest, "")) { try form.value("a") }
        #expect(try form.value("b") == "2")
    }

    @Test("a parameter without a value is as one that is missing (RFC 6749 §3.1)", arguments: ["a=", "a", "a=&b=1", "b=1"])
    func empty(_ text: String) throws {
        let form = try FormBody(parsing: text)
        #expect(try form.given("a") == nil)
        #expect(throws: OAuthError(.invalidRequest, "")) { try form.required("a") }
    }

    @Test("too many and too long parameters are refused")
    func limits() {
        let many = Array(repeating: "a=1", count: FormBody.maximumParameters + 1).joined(separator: "&")
        #expect(throws: OAuthError(.invalidRequest, "")) { try FormBody(parsing: many) }
        let long = "a=" + String(repeating: "x", count: FormBody.maximumBytes)
        #expect(throws: OAuthError(.invalidRequest, "")) { try FormBody(parsing: long) }
    }
}

@Suite("Messages of OAuth 2.0 and OpenID Connect")
struct MessageTests {
    @Test("RFC 6749 §5.1: a token response comes back from its JSON")
    func tokens() throws {
        let tokens = TokenResponse(accessToken: Secret("a"), expiresIn: 3599, refreshToken: Secret("r"), idToken: "i", scope: "openid")
        #expect(tokens.json["expires_in"] == 3599)
        #expect(try TokenResponse(json: tokens.json) == tokens)
        #expect(!String(describing: tokens).contains("\"a\""))
    }

    @Test(
        "a token response without what every client needs is refused",
        arguments: [#"{"access_token":"a"}"#, #"{"token_type":"Bearer"}"#, "[]"])
    func incomplete(_ text: String) throws {
        let json = try JSONValue(parsing: text)
        #expect(throws: OAuthError(.invalidRequest, "")) { try TokenResponse(json: json) }
    }

    @Test("RFC 7662 §2.2: an inactive token tells nothing")
    func inactive() throws {
        #expect(IntrospectionResponse.inactive.json == ["active": false])
        let read = try IntrospectionResponse(json: ["active": false, "sub": "demo"])
        #expect(read == .inactive)
        #expect(try IntrospectionResponse(json: IntrospectionResponse(active: ["sub": "demo"]).json).claims["sub"] == "demo")
    }

    @Test("an authorization request comes back from its form")
    func authorization() throws {
        let request = AuthorizationRequest(
            clientID: "c", redirectURI: "a://b", scope: "openid", state: "s", codeChallenge: "x", nonce: "n", prompt: "none",
            acrValues: "mfa")
        #expect(try AuthorizationRequest(form: request.form) == request)
        #expect(throws: OAuthError(.invalidRequest, "")) {
            try AuthorizationRequest(form: FormBody([("client_id", "c"), ("max_age", "-1")]))
        }
    }

    @Test("a discovery document needs its three essentials")
    func discovery() throws {
        let document = try DiscoveryDocument(json: ["issuer": "i", "authorization_endpoint": "a", "token_endpoint": "t"])
        #expect(document.tokenEndpoint == "t")
        #expect(throws: OAuthError(.invalidRequest, "")) { try DiscoveryDocument(json: ["issuer": "i"]) }
    }
}
