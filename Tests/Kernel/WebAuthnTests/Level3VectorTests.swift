import AttestationTesting
import Testing
import WebAuthn

@Suite("The test vectors of WebAuthn Level 3")
struct Level3VectorTests {
    static let known = Vector.all.filter { $0.name != "packed.Ed448" }

    @Test("all fifteen are there")
    func count() {
        #expect(Vector.all.count == 15 && Vector.root.count > 500)
    }

    @Test("a registration verifies, and its certificate leads to the section's", arguments: known)
    func registration(_ vector: Vector) async throws {
        let registered = try await vector.registering.verify(vector.response, at: Vector.now)
        #expect(registered.record.id == vector.registration["credential_id"])
        #expect(registered.record.model == AttestedCredential.model(vector.registration["aaguid"]))
        switch registered.attestation.kind {
        case .none: #expect(vector.name.hasPrefix("none."))
        case .selfSigned: #expect(vector.name.hasPrefix("packed-self."))
        case .certified: #expect(registered.attestation.isTrusted && vector.name.hasPrefix(registered.attestation.format.rawValue))
        }
    }

    @Test("the assertion that follows verifies with what was registered", arguments: known)
    func authentication(_ vector: Vector) async throws {
        let record = try await vector.registering.verify(vector.response, at: Vector.now).record
        let verified = try vector.authenticating.verify(vector.assertion, with: record, of: Vector.account)
        #expect(verified.isCounterValid && verified.record.id == record.id && verified.record.publicKey == record.publicKey)
    }

    @Test("Ed448, which no library here has, is refused as a key that isn't known")
    func ed448() async {
        let vector = Vector.named("packed.Ed448")
        #expect(await vector.registering.refusal(of: vector.response) == .unsupportedKey)
    }

    @Test("what is read is written to the same bytes", arguments: known)
    func encoding(_ vector: Vector) throws {
        let bytes = vector.registration["attestationObject"]
        let object = try AttestationObject(bytes: bytes)
        #expect(object.encoded == bytes)
        let credential = try #require(object.authenticatorData.credential)
        #expect(try COSEKey(cbor: credential.publicKey.cbor) == credential.publicKey)
        let again = AuthenticatorData(
            relyingPartyID: "example.org", flags: object.authenticatorData.flags, signCount: object.authenticatorData.signCount,
            credential: credential)
        #expect(again.bytes == object.authenticatorData.bytes)
    }
}

extension AttestedCredential {
    /// The form of a UUID, written down once more.
    static func model(_ aaguid: [UInt8]) -> String {
        var text = aaguid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for place in [20, 16, 12, 8] { text.insert("-", at: text.index(text.startIndex, offsetBy: place)) }
        return text
    }
}
