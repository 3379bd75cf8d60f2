import JOSE
import Primitives
import Testing

@Suite("JWS in JSON: a document with one wrong thing is refused")
struct JWSJSONFalsificationTests {
    static let payload = Array("payload".utf8)

    func document(_ change: (inout JSONObject) -> Void) throws -> [UInt8] {
        let signer = JWS.Signer(try SigningKey(TestKeys.p256), unprotectedHeader: ["note": "x"])
        var document = try JWS.signFlattened(Self.payload, by: signer)
        change(&document)
        return JSONValue.object(document).encoded
    }

    func verify(_ text: [UInt8], detached: [UInt8]? = nil) throws -> [JWS.Verified] {
        try JWS.verify(json: text, with: VerificationKey(TestKeys.p256), allowing: [.es256], detachedPayload: detached)
    }

    @Test("the good document is accepted, and tells what the signature covers")
    func good() throws {
        let verified = try #require(try verify(document { _ in }).first)
        #expect(verified.payload == Self.payload)
        #expect(verified.header["note"] == "x")
        #expect(verified.protectedHeader["note"] == nil)
    }

    static let wrong: [@Sendable (inout JSONObject) -> Void] = [
        { $0["payload"] = nil },
        { $0["payload"] = "a=" },
        { $0["signature"] = nil },
        { $0["signature"] = 7 },
        { $0["protected"] = "" },
        { $0["protected"] = 7 },
        { $0["protected"] = "e30=" },
        { $0["header"] = "x" },
        { $0["header"] = ["alg": "ES256"] },
        { $0["signatures"] = [] },
        { $0 = ["payload": "", "signatures": []] },
        { $0 = ["payload": "", "signatures": [7]] },
        { $0 = ["payload": "", "signatures": "x"] },
        { $0 = [:] },
    ]

    @Test("malformed", arguments: wrong.indices)
    func malformed(_ index: Int) throws {
        let text = try document(Self.wrong[index])
        #expect(throws: JWSError(.malformed, "")) { try verify(text) }
    }

    @Test("other refusals")
    func others() throws {
        #expect(throws: JWSError(.invalidSignature, "")) { try verify(document { $0["payload"] = "AAAA" }) }
        #expect(throws: JWSError(.criticalHeader, "")) { try verify(document { $0["header"] = ["crit": ["x"]] }) }
        #expect(throws: JWSError(.malformed, "")) { try verify(document { _ in }, detached: Self.payload) }
        #expect(throws: JWSError(.malformed, "")) { try verify(Array("[]".utf8)) }
        #expect(throws: JWSError(.tooLarge, "")) { try verify([UInt8](repeating: 0x20, count: 40_000)) }
    }
}
