import AttestationTesting
import CBOR
import Crypto
import Primitives
import Testing
import WebAuthn

@Suite("Bytes that are none")
struct MalformedTests {
    @Test("each part of authenticator data that is cut short is refused", arguments: ["none.ES256", "packed.RS256"])
    func cutShort(_ name: String) throws {
        let data = try AttestationObject(bytes: Vector.named(name).registration["attestationObject"]).authenticatorData.bytes
        for length in 0..<data.count {
            #expect(throws: WebAuthnError(.malformed, "")) { try AuthenticatorData(bytes: Array(data.prefix(length))) }
        }
        #expect(throws: WebAuthnError(.malformed, "")) { try AuthenticatorData(bytes: data + [0]) }
    }

    @Test("a credential id of 1024 bytes is refused, one of 1023 is not")
    func longID() throws {
        let ceremony = try Ceremony()
        #expect(throws: Never.self) {
            try AttestedCredential(
                aaguid: Array(repeating: 0, count: 16), id: Array(repeating: 1, count: 1023), publicKey: ceremony.key.publicKey)
        }
        let head = AuthenticatorData(relyingPartyID: "example.com", flags: [.userPresent], signCount: 0).bytes
        let long = head[..<32] + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [4, 0] + Array(repeating: 1, count: 1024)
        #expect(throws: WebAuthnError(.credentialIDTooLong, "")) {
            try AuthenticatorData(bytes: Array(long) + ceremony.key.publicKey.cbor.encoded)
        }
    }

    @Test("an empty credential id is none: of authenticator data, of an answer, of a descriptor")
    func emptyID() throws {
        let ceremony = try Ceremony()
        #expect(throws: WebAuthnError(.malformed, "")) {
            try AttestedCredential(aaguid: Array(repeating: 0, count: 16), id: [], publicKey: ceremony.key.publicKey)
        }
        let head = AuthenticatorData(relyingPartyID: "example.com", flags: [.userPresent], signCount: 0).bytes
        let empty = head[..<32] + [0x41, 0, 0, 0, 0] + Array(repeating: 0, count: 16) + [0, 0]
        #expect(throws: WebAuthnError(.malformed, "")) {
            try AuthenticatorData(bytes: Array(empty) + ceremony.key.publicKey.cbor.encoded)
        }
        let response: JSONValue = [
            "clientDataJSON": "AQ", "attestationObject": "AQ", "authenticatorData": "AQ", "signature": "AQ",
        ]
        for id: JSONValue in ["", "=", nil] {
            let answer: JSONValue = ["type": "public-key", "id": id, "rawId": id, "response": response]
            #expect(throws: WebAuthnError(.malformed, "")) { try RegistrationResponse(json: answer) }
            #expect(throws: WebAuthnError(.malformed, "")) { try AuthenticationResponse(json: answer) }
        }
        #expect(CredentialDescriptor(json: ["type": "public-key", "id": ""]) == nil)
        #expect(CredentialDescriptor(json: ["type": "public-key", "id": "AQ"]) != nil)
    }

    @Test("extensions are read when the flag says so, and only then")
    func extensions() throws {
        let data = AuthenticatorData(relyingPartyID: "example.com", flags: [.userPresent], signCount: 1, extensions: ["credProtect": 2])
        #expect(try AuthenticatorData(bytes: data.bytes) == data && data.flags.contains(.extensions))
        var bytes = data.bytes
        bytes[32] &= 0x7F
        #expect(throws: WebAuthnError(.malformed, "")) { try AuthenticatorData(bytes: bytes) }
    }

    @Test(
        "client data that is none",
        arguments: [
            "", "[]", "{}", "{\"type\":\"webauthn.get\",\"challenge\":\"AQ\"}",
            "{\"type\":\"webauthn.get\",\"challenge\":\"A\",\"origin\":\"o\"}",
            "{\"type\":\"webauthn.get\",\"challenge\":\"AR\",\"origin\":\"o\"}",
            "{\"type\":\"webauthn.get\",\"challenge\":\"AQ==\",\"origin\":\"o\"}",
            "{\"type\":\"webauthn.get\",\"type\":\"webauthn.create\",\"challenge\":\"AQ\",\"origin\":\"o\"}",
            "{\"type\":\"webauthn.get\",\"challenge\":\"AQ\",\"origin\":\"o\",\"crossOrigin\":\"true\"}",
            "{\"type\":\"webauthn.get\",\"challenge\":\"AQ\",\"origin\":\"o\",\"x\":[[[[[[[[1]]]]]]]]}",
        ])
    func clientData(_ text: String) {
        #expect(throws: WebAuthnError(.malformed, "")) { try ClientData(bytes: Array(text.utf8)) }
    }

    @Test("a byte order mark before client data is no part of it, and is hashed with it")
    func byteOrderMark() throws {
        let plain = ClientData(.get, challenge: [1], origin: "https://example.com")
        let marked = try ClientData(bytes: [0xEF, 0xBB, 0xBF] + plain.bytes)
        #expect(marked.origin == plain.origin && marked.hash != plain.hash)
    }

    @Test(
        "attestation objects that are none",
        arguments: [
            [:], ["fmt": "none", "attStmt": [:]], ["fmt": 1, "attStmt": [:], "authData": .bytes([])],
            ["fmt": "none", "attStmt": [], "authData": .bytes([])], ["fmt": "none", "attStmt": [:], "authData": .bytes([1])], [],
        ] as [CBORValue])
    func attestationObject(_ value: CBORValue) {
        #expect(throws: WebAuthnError(.malformed, "")) { try AttestationObject(bytes: value.encoded) }
    }

    static let x: CBORValue = .bytes(Array(repeating: 1, count: 32))
    static let keys: [CBORValue] = [
        [:], [1: 2], [3: -7], [1: 2, 3: -7, -1: 1, -2: x], [1: 2, 3: -7, -1: 1, -2: x, -3: x], [1: 2, 3: -35, -1: 1, -2: x, -3: x],
        [1: 1, 3: -8, -1: 6, -2: .bytes([1])], [1: 1, 3: -8, -1: 7, -2: x], [1: 3, 3: -257, -1: x, -2: .bytes([1, 0, 1])],
        [1: 3, 3: -65535, -1: .bytes(Array(repeating: 0xFF, count: 256)), -2: .bytes([1, 0, 1])], [1: 4, 3: -7, -1: x],
        [1: 7, 3: -49, -1: x],
        [1: 2, 3: -47, -1: 8, -2: x, -3: x],
    ]

    @Test("keys that are none, too short, of the wrong curve, or of an algorithm that isn't known", arguments: keys)
    func key(_ value: CBORValue) {
        #expect(throws: WebAuthnError(.unsupportedKey, "")) { try COSEKey(cbor: value) }
    }

    @Test("keys with members beside those that they must have, each of which is refused", arguments: [2, 4, 5, -4, -9, "x"] as [CBORKey])
    func keyWithMore(_ label: CBORKey) throws {
        let good = try COSEKey(.es256, point: Array(P256.Signing.PrivateKey().publicKey.x963Representation))
        let ed = try COSEKey(cbor: [1: 1, 3: -8, -1: 6, -2: .bytes(Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation))])
        for key in [good, ed] {
            var members = try #require(key.cbor.map)
            #expect(try COSEKey(cbor: .map(members)) == key)
            members[label] = .bytes([1])
            #expect(throws: WebAuthnError(.unsupportedKey, "")) { try COSEKey(cbor: .map(members)) }
        }
    }

    @Test("client data whose topOrigin is no text")
    func topOrigin() throws {
        let text = #"{"type":"webauthn.get","challenge":"AQ","origin":"https://a.example","crossOrigin":true,"topOrigin":"#
        #expect(try ClientData(bytes: Array((text + #""https://b.example"}"#).utf8)).topOrigin == "https://b.example")
        for wrong in ["7", "null", "[]"] {
            #expect(throws: WebAuthnError(.malformed, "")) { try ClientData(bytes: Array("\(text)\(wrong)}".utf8)) }
        }
    }

    @Test(
        "answers that are none",
        arguments: [
            "", "{}", "{\"id\":\"AQ\",\"response\":{}}",
            "{\"id\":\"AQ\",\"rawId\":\"Ag\",\"response\":{\"clientDataJSON\":\"\",\"attestationObject\":\"\"}}",
            "{\"type\":\"password\",\"id\":\"AQ\",\"response\":{\"clientDataJSON\":\"\",\"attestationObject\":\"\"}}",
        ])
    func answers(_ text: String) {
        #expect(throws: WebAuthnError(.malformed, "")) { try RegistrationResponse(text: text) }
        #expect(throws: WebAuthnError(.malformed, "")) { try AuthenticationResponse(text: text) }
    }
}
