import AttestationTesting
import CBOR
import Crypto
import Foundation
import Primitives
import SwiftASN1
import Testing
import WebAuthn
import X509

/// The legacy Android format, for which there is no published vector that is still valid: the response is made here.
@Suite("SafetyNet attestation")
struct SafetyNetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var code: WebAuthnError.Code? = .invalidAttestation
        var host = "attest.android.com"
        var profile: JSONValue = true
        var nonce: [UInt8]?
        var isSignedByAnother = false
        var version: CBORValue = "14366018"
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "right", code: nil), Case(name: "another host", host: "attest.android.com.evil.example"),
        Case(name: "another profile", profile: false), Case(name: "a profile that is a text", profile: "true"),
        Case(name: "another nonce", nonce: [1, 2, 3]), Case(name: "another key", isSignedByAnother: true),
        Case(name: "no version", version: ""),
    ]

    @Test("the response is held to its certificate, its nonce and its verdict", arguments: cases)
    func response(_ given: Case) async throws {
        let ceremony = try Ceremony()
        let client = ClientData(.create, challenge: ceremony.challenge, origin: Ceremony.origin)
        let data = AuthenticatorData(
            relyingPartyID: "example.com", flags: [.userPresent, .userVerified], signCount: 0,
            credential: try AttestedCredential(aaguid: Array(repeating: 0, count: 16), id: ceremony.id, publicKey: ceremony.key.publicKey))
        let key = P256.Signing.PrivateKey()
        let certificate = try Self.certificate(key, host: given.host)
        let nonce = Data(given.nonce ?? SHA256.hash(data: data.bytes + client.hash).bytes).base64EncodedString()
        let header: JSONValue = ["alg": "ES256", "x5c": [.string(Data(certificate).base64EncodedString())]]
        let payload: JSONValue = ["nonce": .string(nonce), "ctsProfileMatch": given.profile]
        let input = Base64URL.encode(header.encoded) + "." + Base64URL.encode(payload.encoded)
        let signature = try (given.isSignedByAnother ? P256.Signing.PrivateKey() : key).signature(for: Data(input.utf8))
        let token = input + "." + Base64URL.encode(signature.rawRepresentation)
        let object = AttestationObject(
            format: "android-safetynet", statement: ["ver": given.version, "response": .bytes(Array(token.utf8))], authenticatorData: data)
        let response = RegistrationResponse(id: ceremony.id, clientDataJSON: client.bytes, attestationObject: object.encoded)
        var expected = ceremony.registering
        expected.attestation = AttestationPolicy(anchors: TrustAnchors(byFormat: [.androidSafetyNet: [certificate]]))
        if let code = given.code {
            #expect(await expected.refusal(of: response) == code)
        } else {
            #expect(try await expected.verify(response, at: Ceremony.now).attestation.isTrusted)
        }
    }

    private static func certificate(_ key: P256.Signing.PrivateKey, host: String) throws -> [UInt8] {
        let name = try DistinguishedName { CommonName(host) }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(1), publicKey: .init(key.publicKey), notValidBefore: Ceremony.now.addingTimeInterval(-60),
            notValidAfter: Ceremony.now.addingTimeInterval(60), issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                SubjectAlternativeNames([.dnsName(host)])
            }, issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
