import OneTimePassword
import Primitives
import Testing

@Suite("URIs of authenticator accounts")
struct URITests {
    @Test("what issuers write is read", arguments: URIFixtures.oddities)
    func read(oddity: URIFixtures.Oddity) throws {
        let uri = try AuthenticatorURI(oddity.uri)
        #expect(uri.issuer == oddity.issuer && uri.account == oddity.account && uri.password == oddity.password && uri.push == nil)
    }

    @Test(
        "what makes no account is refused with its reason",
        arguments: URIFixtures.wrong)
    func refused(uri: String, code: String) {
        let error = #expect(throws: OneTimePasswordError.self) { try AuthenticatorURI(uri) }
        #expect(error?.code.description == code)
        #expect(error?.reason.contains(URIFixtures.base32) == false, "no secret in a message")
    }

    @Test(
        "what is written is read again",
        arguments: URIFixtures.whole)
    func roundTrip(uri: AuthenticatorURI) throws {
        var uri = uri
        uri.backgroundColor = "519387"
        uri.image = "https://example.com/logo.png?a=~~~"
        uri.policies = #"{"biometricAvailable":{}}"#
        uri.userID = "3f0e"
        #expect(try AuthenticatorURI(try uri.text()) == uri)
    }

    @Test("in the form of the documented apps")
    func form() throws {
        let plain = AuthenticatorURI(issuer: "Big Bank", account: "ada@example.com", password: .init(secret: URIFixtures.secret))
        #expect(
            try plain.text()
                == "otpauth://totp/Big%20Bank:ada%40example.com?secret=\(URIFixtures.base32)&algorithm=SHA1&digits=6&period=30&issuer=Big%20Bank"
        )
        let both = try AuthenticatorURI(issuer: "Bank", account: "ada", password: .init(secret: URIFixtures.secret), push: URIFixtures.push)
            .text()
        #expect(
            both.hasPrefix("mfauth://totp/Bank:ada?secret=") && both.contains("&issuer=QmFuaw&") == false
                && both.hasSuffix("&issuer=QmFuaw"))
        #expect(both.contains("&l=YW1sYmNvb2tpZT0wMQ&") && both.contains("&m=REGISTER%3A6f1c-1736935200000&"))
        #expect(throws: OneTimePasswordError(.missing, "")) { try AuthenticatorURI(issuer: "a", account: "b").text() }
    }

    @Test("Base32 (RFC 4648 §10), with impossible lengths refused")
    func base32() {
        let vectors = ["": "", "f": "MY", "fo": "MZXQ", "foo": "MZXW6", "foob": "MZXW6YQ", "fooba": "MZXW6YTB", "foobar": "MZXW6YTBOI"]
        for (text, encoded) in vectors {
            #expect(Base32.encode(text.utf8) == encoded && Base32.decode(encoded) == Array(text.utf8))
        }
        for text in ["M", "MZX", "MZXW6Y", "0", "1", "8", "M=Y"] { #expect(Base32.decode(text) == nil) }
    }
}
