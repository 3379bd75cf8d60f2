import JOSE
import Primitives
import Testing

@Suite("RFC 7520: examples of protecting content")
struct RFC7520Tests {
    static let file = vectors("rfc7520")
    static let signatures = file["signatures"]?.elements ?? []
    static let known = signatures.filter { SignatureAlgorithm(rawValue: $0.text("algorithm")) != nil }
    static let encryptions = file["encryptions"]?.elements ?? []
    static let openable = encryptions.filter { KeyManagementAlgorithm(rawValue: $0.text("algorithm")) != nil }

    @Test("§3: keys are read and written again", arguments: file["keys"]?.elements ?? [])
    func keys(_ vector: JSONValue) throws {
        #expect(try vector.key().privateJSON == #require(vector["key"]?.object))
    }

    @Test("§4, §6: every serialisation verifies", arguments: known)
    func verified(_ vector: JSONValue) throws {
        let key = try VerificationKey(vector.key())
        let algorithm = try #require(SignatureAlgorithm(rawValue: vector.text("algorithm")))
        if let token = vector["token"]?.string {
            #expect(try JWS.verify(token, with: key, allowing: [algorithm]).payload == vector.base64("payload"))
        }
        for document in [vector["general"], vector["flattened"]].compactMap({ $0 }) {
            let verified = try JWS.verify(json: document.encoded, with: key, allowing: [algorithm])
            #expect(verified.map(\.payload) == [vector.base64("payload")])
        }
    }

    @Test("§4.1, §4.4: deterministic signatures are made again", arguments: known.filter { ["4.1", "4.4"].contains($0.text("section")) })
    func reproduced(_ vector: JSONValue) throws {
        let algorithm = try #require(SignatureAlgorithm(rawValue: vector.text("algorithm")))
        let signer = JWS.Signer(try SigningKey(vector.key(), algorithm: algorithm))
        #expect(try JWS.sign(vector.base64("payload"), with: signer.key) == vector.text("token"))
        #expect(try JWS.signGeneral(vector.base64("payload"), by: [signer]) == vector["general"]?.object)
        #expect(try JWS.signFlattened(vector.base64("payload"), by: signer) == vector["flattened"]?.object)
    }

    @Test("§4.6: members in the unprotected header are made again")
    func unprotected() throws {
        let vector = try #require(Self.signatures.first { $0.text("section") == "4.6" })
        var key = try vector.key()
        let name = try #require(key.keyID)
        key.keyID = nil
        let signer = JWS.Signer(try SigningKey(key), unprotectedHeader: ["kid": .string(name)])
        #expect(try JWS.signFlattened(vector.base64("payload"), by: signer) == vector["flattened"]?.object)
    }

    @Test("§4.2: PS384 is not among the algorithms")
    func unknownAlgorithm() throws {
        let vector = try #require(Self.signatures.first { $0.text("algorithm") == "PS384" })
        let key = try VerificationKey(vector.key())
        #expect(throws: JWSError(.algorithmNotAllowed, "")) {
            try JWS.verify(vector.text("token"), with: key, allowing: Set(SignatureAlgorithm.allCases))
        }
    }

    @Test("§4.5: a payload sent apart")
    func detached() throws {
        let vector = try #require(Self.file["detached"])
        let key = try VerificationKey(vector.key())
        let payload = vector.base64("payload")
        #expect(try JWS.verify(vector.text("token"), with: key, allowing: [.hs256], detachedPayload: payload).payload == payload)
        for document in [vector["general"], vector["flattened"]].compactMap({ $0 }) {
            #expect(try JWS.verify(json: document.encoded, with: key, allowing: [.hs256], detachedPayload: payload).count == 1)
        }
        #expect(throws: JWSError(.invalidSignature, "")) {
            try JWS.verify(vector.text("token"), with: key, allowing: [.hs256], detachedPayload: payload + [0])
        }
        let whole = try JWS.sign(payload, with: SigningKey(vector.key()))
        #expect(JWS.detached(whole) == vector.text("token"))
        #expect(throws: JWSError(.malformed, "")) { try JWS.verify(whole, with: key, allowing: [.hs256], detachedPayload: payload) }
    }

    @Test("§4.8: several signatures")
    func multiple() throws {
        let vector = try #require(Self.file["multiple"])
        let text = try #require(vector["general"]).encoded
        let keys = VerificationKeys(try vector.keys().map { try VerificationKey($0) })
        #expect(try JWS.verify(json: text, with: keys, allowing: [.rs256, .es512, .hs256]).map(\.algorithm) == [.rs256, .es512, .hs256])
        #expect(throws: JWSError(.algorithmNotAllowed, "")) { try JWS.verify(json: text, with: keys, allowing: [.es512, .hs256]) }
        let some = try JWS.verify(json: text, with: keys, allowing: [.es512, .hs256], requiring: .any)
        #expect(some.map(\.algorithm) == [.es512, .hs256])
        #expect(throws: JWSError(.tooLarge, "")) {
            try JWS.verify(json: text, with: keys, allowing: [.es512], limits: JOSELimits(signatures: 2))
        }
    }

    @Test("§5.5, §5.6: content opens", arguments: openable)
    func opened(_ vector: JSONValue) throws {
        let algorithm = try #require(KeyManagementAlgorithm(rawValue: vector.text("algorithm")))
        let encryption = try #require(ContentEncryption(rawValue: vector.text("encryption")))
        let key = try OpeningKey(vector.key(), algorithm: algorithm, encryptions: [encryption])
        #expect(try JWE.open(vector.text("token"), with: key).plaintext == vector.base64("plaintext"))
    }

    @Test("§5: other algorithms, and compressed content, are refused", arguments: encryptions)
    func refused(_ vector: JSONValue) throws {
        let key = try OpeningKey(TestKeys.rsa, algorithm: .rsaOAEP256, encryptions: Set(ContentEncryption.allCases))
        let expected: JWEError.Code =
            switch vector.text("section") {
            case "5.9": .compressed
            case "5.5", "5.6": .noMatchingKey
            default: .algorithmNotAllowed
            }
        #expect(throws: JWEError(expected, "")) { try JWE.open(vector.text("token"), with: key) }
    }
}
