import AttestationTesting
import CBOR
import Primitives
import Testing
import WebAuthn

/// One thing is wrong, everything else is right, and what can be signed is signed by the right key. Each has its own reason.
@Suite("Falsified ceremonies")
struct FalsificationTests {
    struct Registration: Sendable, CustomTestStringConvertible {
        let name: String
        let code: WebAuthnError.Code
        var response: @Sendable (Ceremony) throws -> RegistrationResponse = { try $0.register() }
        var expecting: @Sendable (inout RegistrationCeremony) -> Void = { _ in }
        var testDescription: String { name }
    }

    struct Assertion: Sendable, CustomTestStringConvertible {
        let name: String
        let code: WebAuthnError.Code
        var response: @Sendable (Ceremony) throws -> AuthenticationResponse = { try $0.assert() }
        var expecting: @Sendable (inout AuthenticationCeremony) -> Void = { _ in }
        var record: @Sendable (inout CredentialRecord) -> Void = { _ in }
        var account: @Sendable (inout AuthenticationCeremony.Account) -> Void = { _ in }
        var testDescription: String { name }
    }

    static let registrations: [Registration] = [
        Registration(name: "type", code: .wrongType, response: { try $0.register(type: .get) }),
        Registration(name: "challenge", code: .wrongChallenge, response: { try $0.register(challenge: Array(2...33)) }),
        Registration(name: "a shorter challenge", code: .wrongChallenge, response: { try $0.register(challenge: Array(1...31)) }),
        Registration(name: "an expected challenge that is empty", code: .wrongChallenge, response: { try $0.register(challenge: []) }) {
            $0.challenge = []
        },
        Registration(name: "origin", code: .wrongOrigin, response: { try $0.register(origin: "https://login.example.com.evil.example") }),
        Registration(name: "a frame", code: .crossOrigin, response: { try $0.register(crossOrigin: true) }),
        Registration(name: "a page around", code: .crossOrigin, response: { try $0.register(topOrigin: "https://evil.example") }),
        Registration(
            name: "a page around that isn't expected", code: .crossOrigin,
            response: { try $0.register(crossOrigin: true, topOrigin: "https://evil.example") }
        ) { $0.relyingParty.topOrigins = [.exactly("https://shop.example.com")] },
        Registration(name: "relying party", code: .wrongRelyingParty, response: { try $0.register(party: "example.org") }),
        Registration(name: "nobody there", code: .userNotPresent, response: { try $0.register(flags: [.userVerified]) }),
        Registration(name: "not verified", code: .userNotVerified, response: { try $0.register(flags: [.userPresent]) }),
        Registration(
            name: "backed up but not eligible", code: .backupFlags,
            response: { try $0.register(flags: [.userPresent, .userVerified, .backedUp]) }),
        Registration(
            name: "eligible where that is forbidden", code: .backupEligible,
            response: { try $0.register(flags: [.userPresent, .userVerified, .backupEligible]) }
        ) { $0.allowsBackup = false },
        Registration(name: "algorithm", code: .algorithmNotAllowed, expecting: { $0.algorithms = [.rs256] }),
        Registration(name: "credential id", code: .wrongCredential, response: { try $0.register(id: [1, 2, 3]) }),
        Registration(name: "stated algorithm", code: .invalidAttestation, response: { try $0.register(statedAlgorithm: .rs256) }),
        Registration(
            name: "signature", code: .invalidAttestation, response: { try $0.register(signer: Ceremony(seed: 2).key) }),
        Registration(name: "format", code: .unsupportedAttestation, response: { try $0.register(format: "compound") }),
        Registration(
            name: "a statement without the format's members", code: .invalidAttestation, response: { try $0.register(format: "none") }),
        Registration(
            name: "self attestation where more is wanted", code: .attestationRequired, expecting: { $0.attestation.acceptsSelf = false }),
    ]

    static let assertions: [Assertion] = [
        Assertion(name: "type", code: .wrongType, response: { try $0.assert(type: .create) }),
        Assertion(name: "challenge", code: .wrongChallenge, response: { try $0.assert(challenge: Array(2...33)) }),
        Assertion(name: "origin", code: .wrongOrigin, response: { try $0.assert(origin: "http://login.example.com") }),
        Assertion(name: "a frame", code: .crossOrigin, response: { try $0.assert(crossOrigin: true) }),
        Assertion(name: "relying party", code: .wrongRelyingParty, response: { try $0.assert(party: "login.example.com") }),
        Assertion(name: "nobody there", code: .userNotPresent, response: { try $0.assert(flags: [.userVerified]) }),
        Assertion(name: "not verified", code: .userNotVerified, response: { try $0.assert(flags: [.userPresent]) }),
        Assertion(
            name: "backed up but not eligible", code: .backupFlags,
            response: { try $0.assert(flags: [.userPresent, .userVerified, .backedUp]) }),
        Assertion(
            name: "eligible now, and not before", code: .backupFlags,
            response: { try $0.assert(flags: [.userPresent, .userVerified, .backupEligible]) }),
        Assertion(name: "eligible before, and not now", code: .backupFlags, record: { $0.isBackupEligible = true }),
        Assertion(
            name: "eligible where that is forbidden", code: .backupEligible,
            response: { try $0.assert(flags: [.userPresent, .userVerified, .backupEligible]) }, expecting: { $0.allowsBackup = false },
            record: { $0.isBackupEligible = true }),
        Assertion(name: "another key's signature", code: .invalidSignature, response: { try $0.assert(signer: Ceremony(seed: 2).key) }),
        Assertion(
            name: "a flipped bit of the signature", code: .invalidSignature,
            response: {
                var response = try $0.assert()
                response.signature[response.signature.count - 1] ^= 1
                return response
            }),
        Assertion(
            name: "authenticator data changed after signing", code: .invalidSignature,
            response: {
                var response = try $0.assert()
                response.authenticatorData[36] ^= 8
                return response
            }),
        Assertion(
            name: "client data changed after signing", code: .invalidSignature,
            response: {
                var response = try $0.assert()
                response.clientDataJSON += [0x20]
                return response
            }),
        Assertion(
            name: "another algorithm's key", code: .invalidSignature,
            record: { $0.publicKey = (try? Ceremony(.edDSA).key.publicKey) ?? $0.publicKey }),
        Assertion(name: "the same counter", code: .signatureCounter, response: { try $0.assert(signCount: 4) }),
        Assertion(name: "a lower counter", code: .signatureCounter, response: { try $0.assert(signCount: 3) }),
        Assertion(name: "a counter that is zero again", code: .signatureCounter, response: { try $0.assert(signCount: 0) }),
        Assertion(name: "credential id", code: .credentialNotAllowed, response: { try $0.assert(id: [1, 2, 3]) }),
        Assertion(name: "credential id where any will do", code: .wrongCredential, response: { try $0.assert(id: [1, 2, 3]) }) {
            $0.allowed = []
        },
        Assertion(name: "user handle", code: .wrongUserHandle, response: { try $0.assert(userHandle: Array("user-2".utf8)) }),
        Assertion(
            name: "no user handle where it is needed", code: .wrongUserHandle, response: { try $0.assert(userHandle: nil) },
            account: { $0.wasKnown = false }),
    ]

    @Test("a registration with one thing wrong is refused for that", arguments: registrations)
    func registration(_ wrong: Registration) async throws {
        let ceremony = try Ceremony()
        var expected = ceremony.registering
        wrong.expecting(&expected)
        let response = try wrong.response(ceremony)
        #expect(await expected.refusal(of: response) == wrong.code)
    }

    @Test("an assertion with one thing wrong is refused for that", arguments: assertions)
    func assertion(_ wrong: Assertion) throws {
        let ceremony = try Ceremony()
        var expected = ceremony.authenticating
        var record = ceremony.record
        var account = ceremony.account
        wrong.expecting(&expected)
        wrong.record(&record)
        wrong.account(&account)
        let response = try wrong.response(ceremony)
        #expect(throws: WebAuthnError(wrong.code, "")) { try expected.verify(response, with: record, of: account) }
    }

    @Test("with nothing wrong, both hold")
    func right() async throws {
        let ceremony = try Ceremony()
        let registered = try await ceremony.registering.verify(ceremony.register(), at: Ceremony.now)
        #expect(registered.attestation.kind == .selfSigned && registered.record.isVerified)
        let verified = try ceremony.authenticating.verify(ceremony.assert(), with: ceremony.record, of: ceremony.account)
        #expect(verified.record.signCount == 5 && verified.isCounterValid)
    }

    @Test("a counter that didn't grow is reported where the policy says so, and never taken over", arguments: [0, 3, 4] as [UInt32])
    func counter(_ count: UInt32) throws {
        let ceremony = try Ceremony()
        var expected = ceremony.authenticating
        expected.counter = .report
        let verified = try expected.verify(ceremony.assert(signCount: count), with: ceremony.record, of: ceremony.account)
        #expect(!verified.isCounterValid && verified.record.signCount == 4)
    }

    @Test("each reason has a case in the tables, or a test of its own")
    func reasons() {
        let told = Set(Self.registrations.map(\.code) + Self.assertions.map(\.code))
        let elsewhere: Set<WebAuthnError.Code> = [
            .malformed, .unsupportedKey, .untrustedAttestation, .credentialIDTooLong, .cannotMake, .compromisedModel, .uncertifiedModel,
            .revokedCertificate, .unknownRevocation,
        ]
        #expect(told.union(elsewhere) == Set(WebAuthnError.Code.allCases) && told.isDisjoint(with: elsewhere))
    }
}
