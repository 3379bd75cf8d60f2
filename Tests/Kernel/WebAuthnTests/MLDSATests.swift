import CBOR
import Primitives
import TestVectors
import Testing
import WebAuthn

@Suite("RFC 9964: ML-DSA keys in COSE")
struct MLDSATests {
    @Test("a key of the type AKP verifies what its seed's owner signed, and nothing else")
    func verifying() throws {
        let file = try JSONValue(parsing: [UInt8](TestVectors.data("jose/rfc9964.json")))
        let pub = try #require(file["signature"]?["key"]?["pub"]?.string.flatMap { Base64URL.decode($0) })
        let parts = try #require(file["signature"]?["token"]?.string).split(separator: ".")
        let (message, signature) = (Array("\(parts[0]).\(parts[1])".utf8), try #require(Base64URL.decode(parts[2])))
        let cbor: CBORValue = .map([1: .integer(7), 3: .integer(-49), -1: .bytes(pub)])
        let key = try COSEKey(cbor: cbor)
        #expect(key.algorithm == .mlDSA65 && key.cbor == cbor)
        #expect(key.accepts(signature, over: message))
        #expect(!key.accepts(signature, over: message + [0]) && !key.accepts(Array(signature.dropLast()), over: message))
        for wrong in [
            [1: .integer(7), 3: .integer(-49)], [1: .integer(7), 3: .integer(-49), -1: .bytes(Array(pub.dropLast()))],
            [1: .integer(7), 3: .integer(-50), -1: .bytes(pub)], [1: .integer(7), 3: .integer(-48), -1: .bytes(pub)],
            [1: .integer(2), 3: .integer(-49), -1: .bytes(pub)],
        ] as [[CBORKey: CBORValue]] {
            #expect(throws: WebAuthnError(.unsupportedKey, "")) { try COSEKey(cbor: .map(wrong)) }
        }
    }
}
