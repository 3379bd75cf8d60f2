import AttestationTesting
import Primitives
import Testing
import WebAuthn

@Suite("The making half")
struct MakingTests {
    @Test("what is made is accepted", arguments: [COSEAlgorithm.es256, .edDSA, .mlDSA65], AttestationPreference.allCases)
    func accepted(_ algorithm: COSEAlgorithm, _ preference: AttestationPreference) async throws {
        var ceremony = try Ceremony(algorithm)
        ceremony.model = AuthenticatorModel(aaguid: Array(0..<16), isBackedUp: true)
        var options = ceremony.creationOptions
        options.attestation = preference
        options.algorithms = [algorithm]
        let response = try ceremony.model.create(
            for: options, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: true)
        var expected = ceremony.registering
        expected.attestation.acceptsNone = true
        expected.algorithms = [algorithm]
        let registered = try await expected.verify(response, at: Ceremony.now)
        #expect(registered.attestation.kind == (preference == .none ? .none : .selfSigned))
        #expect(registered.isDiscoverable == true && registered.record.isBackedUp && registered.record.transports == ["internal"])
        let assertion = try ceremony.model.sign(
            for: ceremony.requestOptions, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userHandle: Ceremony.handle,
            userVerified: true)
        let verified = try ceremony.authenticating.verify(assertion, with: registered.record, of: ceremony.account)
        #expect(verified.isCounterValid && verified.record.signCount == 0)
    }

    @Test("what was not asked for is not made")
    func refused() throws {
        let ceremony = try Ceremony()
        var options = ceremony.creationOptions
        #expect(throws: WebAuthnError(.userNotVerified, "")) {
            try ceremony.model.create(for: options, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: false)
        }
        options.algorithms = [.rs256]
        #expect(throws: WebAuthnError(.algorithmNotAllowed, "")) {
            try ceremony.model.create(for: options, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: true)
        }
        #expect(throws: WebAuthnError(.algorithmNotAllowed, "")) { try AuthenticatorModel.algorithm(for: options) }
        #expect(throws: WebAuthnError(.credentialNotAllowed, "")) {
            try ceremony.model.sign(
                for: ceremony.requestOptions, origin: Ceremony.origin, key: ceremony.key, id: [9], userHandle: nil, userVerified: true)
        }
        #expect(throws: WebAuthnError(.userNotVerified, "")) {
            try ceremony.model.sign(
                for: ceremony.requestOptions, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userHandle: nil,
                userVerified: false)
        }
        #expect(throws: WebAuthnError(.cannotMake, "")) { try SoftwareCredentialKey(.rs256, random: SeededRandom(seed: 1)) }
        #expect(throws: WebAuthnError(.cannotMake, "")) { try SoftwareCredentialKey(.es256, secret: Secret(bytes: [0, 1])) }
    }

    @Test("options and answers are the same after their JSON")
    func json() throws {
        let ceremony = try Ceremony()
        var creation = ceremony.creationOptions
        creation.excluded = [CredentialDescriptor(id: [1, 2], transports: ["usb", "nfc"])]
        creation.attachment = .crossPlatform
        creation.residentKey = .required
        creation.timeout = 60_000
        creation.hints = ["security-key"]
        #expect(try CreationOptions(json: JSONValue(parsing: creation.json.text)) == creation)
        #expect(try RequestOptions(json: JSONValue(parsing: ceremony.requestOptions.json.text)) == ceremony.requestOptions)
        let registration = try ceremony.model.create(
            for: creation, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userVerified: true)
        #expect(try RegistrationResponse(text: registration.json.text) == registration)
        let assertion = try ceremony.model.sign(
            for: ceremony.requestOptions, origin: Ceremony.origin, key: ceremony.key, id: ceremony.id, userHandle: Ceremony.handle,
            userVerified: true)
        #expect(try AuthenticationResponse(text: assertion.json.text) == assertion)
    }

    @Test("answers in base64 are read as well, as documented pages send them")
    func base64() throws {
        let ceremony = try Ceremony()
        let assertion = try ceremony.assert(userHandle: [0xFB, 0xFF])
        let text = assertion.json.text.replacing("\"-_8\"", with: "\"+/8=\"")
        #expect(text.contains("+/8="))
        #expect(try AuthenticationResponse(text: text) == assertion)
    }
}
