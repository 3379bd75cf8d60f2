import Foundation
import JOSE
import Primitives
import TestVectors
import Testing
import VerifiableClaims

/// The examples of RFC 9901: Disclosures and hashes are reproduced, signatures verified.
@Suite("Examples of RFC 9901")
struct RFC9901Tests {
    private let file: JSONValue
    private let now = Date(timeIntervalSince1970: 1_748_537_243)

    init() throws { file = try JSONValue(parsing: try TestVectors.data("claims/rfc9901.json")) }

    private func keys() throws -> VerificationKey { try VerificationKey(try JWK(try #require(file["5"]?["issuerKey"]?.object))) }

    private func disclosures() throws -> [JSONValue] { try #require(file["5"]?["disclosures"]?.array) }

    private func texts() throws -> [String] { try disclosures().compactMap { $0["text"]?.string } }

    private func policy(_ binding: SDJWTPolicy.Binding) -> SDJWTPolicy {
        SDJWTPolicy(type: "example+sd-jwt", issuer: "https://issuer.example.com", binding: binding)
    }

    private var binding: SDJWTPolicy.Binding { .required(audience: "https://verifier.example.org", nonce: "1234567890") }

    @Test("§5: contents and digests of the Disclosures")
    func contents() throws {
        #expect(try disclosures().count == 10)
        for example in try disclosures() {
            let text = try #require(example["text"]?.string)
            let read = try Disclosure(parsing: text)
            let printed = try #require(example["contents"]?.string)
            let contents = try #require(try JSONValue(parsing: printed).array)
            #expect(JSONValue.string(read.salt) == contents[0] && read.name == example["name"]?.string && read.value == contents.last)
            #expect(DisclosureHash.sha256.digest(of: text) == example["digest"]?.string)
        }
    }

    @Test("§5.1: what the issuer sends verifies, and gives every claim")
    func issuance() throws {
        let text = ([try #require(file["5"]?["token"]?.string)] + (try texts())).joined(separator: "~") + "~"
        let token = try SDJWT(parsing: text)
        #expect(token.text == text)
        let verified = try policy(.refused).verify(token, keys: try keys(), at: now)
        #expect(verified.claims["email"] == "johndoe@example.com" && verified.claims["nationalities"] == ["US", "DE"])
        #expect(verified.claims["_sd"] == nil && verified.claims["_sd_alg"] == nil && verified.disclosed.count == 10)
    }

    @Test("§5.2: the presentation is selected, its sd_hash reproduced, and the payload that is printed comes out")
    func presentation() throws {
        let example = try #require(file["5"])
        let all = try SDJWT(parsing: ([try #require(example["token"]?.string)] + (try texts())).joined(separator: "~") + "~")
        let shown: Set<String> = ["family_name", "address", "given_name"]
        let selected = try policy(.refused).verify(all, keys: try keys(), at: now).selecting { path in
            guard case .name(let name) = path[0] else { return false }
            return shown.contains(name) || path == [.name("nationalities"), .index(0)]
        }
        // The example has another order of the same Disclosures, which sd_hash is over.
        let order = try #require(example["presented"]?.array).compactMap { $0.integer.map(Int.init) }
        let presented = try order.map { try texts()[$0] }
        #expect(Set(selected.disclosures) == Set(presented))
        let text = ([all.issuerToken] + presented).joined(separator: "~") + "~" + (try #require(example["keyBinding"]?.string))
        let token = try SDJWT(parsing: text)
        #expect(DisclosureHash.sha256.digest(of: token.presented) == example["sd_hash"]?.string)
        let verified = try policy(binding).verify(token, keys: try keys(), at: now)
        #expect(JSONValue.object(verified.claims.members) == example["processed"])
        #expect(verified.isBound)
    }

    @Test("§6: digests of flat, structured and recursive Disclosures")
    func nested() throws {
        for example in try #require(file["6"]?.array) {
            let text = try #require(example["text"]?.string)
            #expect(DisclosureHash.sha256.digest(of: text) == example["digest"]?.string)
            #expect(try Disclosure(parsing: text).name != nil)
        }
    }

    @Test(
        "§8: the JSON serialisations verify, with and without the holder's proof",
        arguments: ["flattened", "flattenedWithProof", "general"])
    func json(name: String) throws {
        let document = try #require(file["8"]?[name])
        let token = try SDJWT(json: document.encoded)
        let hasProof = name != "flattened"
        let verified = try policy(hasProof ? binding : .refused).verify(token, keys: try keys(), at: now)
        #expect(verified.claims["given_name"] == "John" && verified.claims["family_name"] == "Doe")
        #expect((verified.claims.subject == "john_doe_42") == !hasProof)
        guard name != "general" else { return }
        #expect(try JSONValue.object(token.json(.flattened)) == document)
        #expect(try SDJWT(json: JSONValue.object(token.json(.general)).encoded) == token)
    }
}
