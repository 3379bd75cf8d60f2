import Foundation
import JOSE
import Primitives
import TestVectors
import Testing
import VerifiableClaims

/// A program in another language makes from docs/protocols/claims.md what this module reads.
@Suite("Vectors of claims and envelopes")
struct ClaimVectorTests {
    private let file: JSONValue
    private let now = Date(timeIntervalSince1970: 1_767_225_700.000_4)

    init() throws { file = try JSONValue(parsing: try TestVectors.data("claims/claims.json")) }

    private func key(_ name: String) throws -> JWK { try JWK(try #require(file[name]?.object)) }

    private func text(_ name: String) throws -> String { try #require(file[name]?.string) }

    @Test("the claim verifies, and its view is the one that was made apart, member for member")
    func claim() throws {
        let verified = try ClaimPolicy(binding: .refused).verify(
            try SDJWT(parsing: try text("sdjwt")), keys: try VerificationKey(try key("issuerKey")), at: now)
        #expect(JSONValue.object(verified.claim.json) == file["view"])
        #expect(verified.claim.pairs.map(\.value.content) == ["checking", "bxFinance \u{e9}\n"])
        let view = try SaltedClaim(try #require(file["view"]?.object))
        #expect(try view.sdjwt().text == text("sdjwt"))
        let pair = try #require(view.pairs.first)
        let signed = try JSONValue(parsing: view.head.dataJSON)["salted"]?["data"]?.array
        #expect(signed?.contains(file["salted"] ?? .null) == true && pair.key.content == "accountType")
    }

    @Test("what the holder shows, and the issuer's statement, verify")
    func shown() throws {
        let keys = try VerificationKey(try key("issuerKey"))
        let audience = try #require(file["view"]?["issuer"]?["content"]?.string)
        let policy = ClaimPolicy(binding: .required(audience: audience, nonce: try text("challenge")))
        let verified = try policy.verify(try SDJWT(parsing: try text("presentation")), keys: keys, at: now)
        #expect(verified.claim.pairs.map(\.key.content) == ["accountType"])
        let expiry = try ClaimExpiry(try text("expiry"), of: verified.claim.head, keys: keys, at: now)
        #expect(expiry.expires == Date(timeIntervalSince1970: 1_767_226_000))
    }

    @Test("the envelope opens, and holds what was shown")
    func envelope() throws {
        let recipient = try #require((file["view"]?["issuer"]?["content"]?.string).flatMap(UUID.init(text:)))
        let opening = try OpeningKey(try key("receiverKey"), algorithm: .ecdhES, encryptions: [.a256GCM])
        let content = try OpenedEnvelope(try text("envelope"), recipient: recipient, keys: opening)
            .verify(keys: try VerificationKey(try key("holderKey")), at: now)
        #expect(content.body == .shares([.claim(try SDJWT(parsing: try text("presentation")))]))
        #expect(content.challenge?.id.text == (try text("challenge")) && content.message == "as asked")
    }

    @Test("entries of the log are those bytes")
    func entries() throws {
        let texts = try #require(file["entries"]?.strings)
        for text in texts { #expect(String(own: try RegistryEntry(Array(text.utf8)).encoded) == text) }
        let thumbprint = try key("issuerKey").thumbprintText
        #expect(texts.count == 3 && texts[2].contains(thumbprint))
    }
}
