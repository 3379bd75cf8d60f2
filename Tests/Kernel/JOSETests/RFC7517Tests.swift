import JOSE
import Primitives
import Testing

@Suite("RFC 7517 Appendix A and B: JSON Web Key")
struct RFC7517Tests {
    static let file = vectors("rfc7517")

    @Test("A.1 to A.3: every key is read and written again", arguments: ["public", "private", "symmetric"])
    func sets(_ name: String) throws {
        let members = try #require(Self.file[name]?.object)
        let set = try JWKSet(parsing: JSONValue.object(members).encoded)
        #expect(set.skipped.isEmpty)
        #expect(set.privateJSON == members)
        #expect(set.keys.allSatisfy { $0.isPrivate == (name != "public") })
    }

    @Test("the public part of A.2 is A.1")
    func publicPart() throws {
        let pairs = try JWKSet(try #require(Self.file["private"]?.object))
        let publicKeys = try JWKSet(try #require(Self.file["public"]?.object))
        #expect(pairs.keys.compactMap(\.publicKey?.material) == publicKeys.keys.map(\.material))
        #expect(pairs.publicJSON["keys"]?.array?.allSatisfy { $0["d"] == nil && $0["p"] == nil } == true)
    }

    @Test("symmetric keys are never published")
    func symmetric() throws {
        let set = try JWKSet(try #require(Self.file["symmetric"]?.object))
        #expect(set.publicJSON == ["keys": []])
        #expect(set.keys.allSatisfy { $0.publicKey == nil && $0.publicJSON == nil })
    }

    @Test("B: a certificate chain is carried through")
    func certificates() throws {
        let members = try #require(Self.file["certificate"]?.object)
        let key = try JWK(members)
        #expect(key.certificateChain?.count == 1)
        #expect(key.use == .signature)
        #expect(key.publicJSON == members)
    }

    @Test("§5: a set leaves out keys that can't be used")
    func skipped() throws {
        let set = try JWKSet(["keys": [["kty": "unknown"], ["kty": "EC", "crv": "P-256"], ["kty": "oct", "k": "AAAA"]]])
        #expect(set.keys.count == 1)
        #expect(set.skipped == [JWKError(.unsupported, ""), JWKError(.malformed, "")])
    }

    @Test("more keys than the limit are refused")
    func tooMany() {
        let keys = [JSONValue](repeating: ["kty": "oct", "k": "AAAA"], count: 101)
        #expect(throws: JWKError(.tooLarge, "")) { try JWKSet(["keys": .array(keys)]) }
    }
}
