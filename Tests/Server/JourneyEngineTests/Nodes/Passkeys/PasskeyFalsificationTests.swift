import AttestationTesting
import CBOR
import Foundation
import JourneyMessages
import Primitives
import Store
import Testing
import WebAuthn

@testable import JourneyEngine
import DeviceRegistry
import Directory
import Foundations
import DevicePolicies
import Services

/// The kernel's tables once more, through the nodes: one thing is wrong, and the rest is signed by the right key. The client learns no more than
/// that it was refused; the audit log has the reason.
@Suite("WebAuthn nodes: falsified ceremonies")
struct PasskeyFalsificationTests {
    struct Registration: Sendable, CustomTestStringConvertible {
        let field: String
        let reason: String
        var isMarked = false
        var answer: @Sendable (Ceremony, Desk) throws -> RegistrationResponse
        var testDescription: String { field }
    }

    struct Assertion: Sendable, CustomTestStringConvertible {
        let field: String
        let reason: String
        var journey = "SignIn"
        var answer: @Sendable (Ceremony, Desk) throws -> AuthenticationResponse
        var testDescription: String { "\(field) (\(journey))" }
    }

    /// Who is at the other side besides: a vendor that is trusted and one that isn't, and somebody else's passkey.
    struct Desk: Sendable {
        let stranger: PretendAuthority
        let foreign: Ceremony
        let handle: [UInt8]
    }

    static let registrations: [Registration] = [
        Registration(field: "type", reason: "the client data is of type webauthn.get") { ceremony, _ in try ceremony.register(type: .get) },
        Registration(field: "challenge", reason: "the answer is to another challenge") { ceremony, _ in
            try ceremony.register(challenge: Array(1...32))
        },
        Registration(field: "origin", reason: "https://example.com is no origin of") { ceremony, _ in
            try ceremony.register(origin: "https://example.com")
        },
        Registration(field: "frame", reason: "ran in a frame of another origin") { ceremony, _ in try ceremony.register(crossOrigin: true)
        },
        Registration(field: "RP id", reason: "the credential is not for example.com") { ceremony, _ in
            try ceremony.register(party: "login.example.com")
        },
        Registration(field: "flag UP", reason: "no user was present") { ceremony, _ in try ceremony.register(flags: [.userVerified]) },
        Registration(field: "flag UV", reason: "the user was not verified") { ceremony, _ in try ceremony.register(flags: [.userPresent]) },
        Registration(field: "flag BS", reason: "is backed up, but says that it can't be") { ceremony, _ in
            try ceremony.register(flags: [.userPresent, .userVerified, .backedUp])
        },
        Registration(field: "algorithm", reason: "the algorithm -8 was not offered") { ceremony, _ in
            var other = try Ceremony(.edDSA)
            other.challenge = ceremony.challenge
            return try other.register()
        },
        Registration(field: "stated algorithm", reason: "alg is not the credential's") { ceremony, _ in
            try ceremony.register(statedAlgorithm: .rs256)
        },
        Registration(field: "signature", reason: "the signature is not the credential's") { ceremony, desk in
            try ceremony.register(signer: desk.foreign.key)
        },
        Registration(field: "credential id", reason: "made another credential than the answer says") { ceremony, _ in
            try ceremony.register(id: [1, 2, 3])
        },
        Registration(field: "somebody else's credential id", reason: "the passkey is registered already") { ceremony, desk in
            var ceremony = ceremony
            ceremony.id = desk.foreign.id
            return try ceremony.register()
        },
        Registration(field: "format", reason: "the attestation format compound is not known") { ceremony, _ in
            try ceremony.register(format: "compound")
        },
        Registration(field: "attestation chain", reason: "no trusted certificate vouches", isMarked: true) { ceremony, desk in
            try desk.stranger.vouch(for: ceremony.register())
        },
        Registration(field: "attestation left out", reason: "the authenticator must say what it is", isMarked: true) { ceremony, _ in
            var response = try ceremony.register()
            let data = try AttestationObject(bytes: response.attestationObject).authenticatorData
            response.attestationObject = AttestationObject(format: "none", statement: [:], authenticatorData: data).encoded
            return response
        },
        Registration(field: "attestation by itself", reason: "a trusted certificate must vouch", isMarked: true) { ceremony, _ in
            try ceremony.register()
        },
    ]

    static let assertions: [Assertion] =
        ["SignIn", "Usernameless"].flatMap { journey in
            everywhere.map { Assertion(field: $0.field, reason: $0.reason, journey: journey, answer: $0.answer) }
        } + [
            Assertion(field: "no user handle", reason: "doesn't say whose the credential is", journey: "Usernameless") { ceremony, _ in
                try ceremony.assert(userHandle: nil)
            }
        ]

    private static let everywhere: [Assertion] = [
        Assertion(field: "type", reason: "the client data is of type webauthn.create") { ceremony, desk in
            try ceremony.assert(type: .create, userHandle: desk.handle)
        },
        Assertion(field: "challenge", reason: "the answer is to another challenge") { ceremony, desk in
            try ceremony.assert(challenge: Array(1...32), userHandle: desk.handle)
        },
        Assertion(field: "origin", reason: "is no origin of example.com") { ceremony, desk in
            try ceremony.assert(origin: "https://login.example.com.evil.example", userHandle: desk.handle)
        },
        Assertion(field: "frame", reason: "ran in a frame of another origin") { ceremony, desk in
            try ceremony.assert(crossOrigin: true, userHandle: desk.handle)
        },
        Assertion(field: "RP id", reason: "the credential is not for example.com") { ceremony, desk in
            try ceremony.assert(party: "example.org", userHandle: desk.handle)
        },
        Assertion(field: "flag UP", reason: "no user was present") { ceremony, desk in
            try ceremony.assert(flags: [.userVerified], userHandle: desk.handle)
        },
        Assertion(field: "flag UV", reason: "the user was not verified") { ceremony, desk in
            try ceremony.assert(flags: [.userPresent], userHandle: desk.handle)
        },
        Assertion(field: "flag BS", reason: "is backed up, but says that it can't be") { ceremony, desk in
            try ceremony.assert(flags: [.userPresent, .userVerified, .backedUp], userHandle: desk.handle)
        },
        Assertion(field: "flag BE", reason: "can be backed up has changed") { ceremony, desk in
            try ceremony.assert(flags: [.userPresent, .userVerified, .backupEligible], userHandle: desk.handle)
        },
        Assertion(field: "counter", reason: "the signature counter is 4, and was 4 before") { ceremony, desk in
            try ceremony.assert(signCount: 4, userHandle: desk.handle)
        },
        Assertion(field: "algorithm", reason: "the signature is not the credential's over this assertion") { ceremony, desk in
            try ceremony.assert(signer: Ceremony(.edDSA).key, userHandle: desk.handle)
        },
        Assertion(field: "signature", reason: "the signature is not the credential's over this assertion") { ceremony, desk in
            try ceremony.assert(signer: desk.foreign.key, userHandle: desk.handle)
        },
        Assertion(field: "what is signed", reason: "the signature is not the credential's over this assertion") { ceremony, desk in
            var response = try ceremony.assert(userHandle: desk.handle)
            response.authenticatorData[36] ^= 8
            return response
        },
        Assertion(field: "credential id", reason: "no such passkey of the user") { ceremony, desk in
            try ceremony.assert(id: [1, 2, 3], userHandle: desk.handle)
        },
        Assertion(field: "user handle", reason: "the credential is another account's") { ceremony, _ in
            try ceremony.assert(userHandle: RegisteredPasskey.handle(of: UUID()))
        },
    ]

    // MARK: The tests

    @Test("a registration with one thing wrong is refused for that, and nothing is kept", arguments: registrations)
    func registration(_ wrong: Registration) async throws {
        let stage = try await Stage()
        let (step, ceremony) = try await stage.asked(wrong.isMarked ? "RegisterMarked" : "RegisterAny")
        let reply = try await stage.send(step, wrong.answer(ceremony, stage.desk))
        try await stage.expect(reply, wrong.reason)
        #expect(
            try await stage.journey.domain.deviceRegistry.devices.keptPasskeys(of: stage.journey.user.id, in: stage.journey.realm.id)
                .isEmpty)
    }

    @Test("an assertion with one thing wrong is refused for that, and the right one is taken after it", arguments: assertions)
    func assertion(_ wrong: Assertion) async throws {
        let stage = try await Stage()
        try await stage.register()
        let (step, ceremony) = try await stage.asked(wrong.journey)
        try await stage.expect(try await stage.send(step, wrong.answer(ceremony, stage.desk)), wrong.reason)
        let (next, right) = try await stage.asked(wrong.journey)
        #expect(try await stage.send(next, right.assert(userHandle: stage.desk.handle)) == "success", "the control")
    }

    @Test("somebody else's passkey signs nobody else in")
    func foreign() async throws {
        let stage = try await Stage()
        try await stage.register()
        for handle in [stage.desk.handle, nil] {
            let (step, ceremony) = try await stage.asked("SignIn")
            var foreign = stage.desk.foreign
            foreign.challenge = ceremony.challenge
            try await stage.expect(try await stage.send(step, foreign.assert(userHandle: handle)), "no such passkey of the user")
        }
        let (step, ceremony) = try await stage.asked("Usernameless")
        var foreign = stage.desk.foreign
        foreign.challenge = ceremony.challenge
        let outcome = try await stage.send(step, foreign.assert(userHandle: stage.desk.handle))
        try await stage.expect(outcome, "the credential is another account's")
    }

    @Test("no two fields have one reason, but for what the signature covers")
    func reasons() {
        let bySignature: Set = ["algorithm", "signature", "what is signed"]
        for table in [Self.registrations.map { ($0.field, $0.reason) }, Self.everywhere.map { ($0.field, $0.reason) }] {
            let reasons = table.filter { !bySignature.contains($0.0) }.map(\.1)
            #expect(Set(reasons).count == reasons.count)
        }
    }
}

/// A realm with a user whose passkey is the ceremony's, and another's passkey.
private struct Stage {
    private static let outcomes = ["success", "failure", "error", "unsupported"]

    let journey: JourneyHarness
    let desk: PasskeyFalsificationTests.Desk
    private let vendor: PretendAuthority

    init() async throws {
        var journey = try await JourneyHarness(time: ManualTime(Ceremony.now))
        journey.client.origin = Ceremony.origin
        self.journey = journey
        vendor = try PretendAuthority(at: Ceremony.now)
        let other = try await journey.addUser("ada")
        var foreign = try Ceremony(seed: 2)
        foreign.id = Array(repeating: 8, count: 32)
        desk = PasskeyFalsificationTests.Desk(
            stranger: try PretendAuthority("Somebody Else", at: Ceremony.now), foreign: foreign,
            handle: RegisteredPasskey.handle(of: journey.user.id)
        )
        let (party, verified) = (PasskeyHarness.party, "userVerificationRequirement: REQUIRED")
        func add(_ name: String, _ node: String, _ outcomes: [String], proof: Bool?) async throws {
            try await journey.add(JourneyHarness.file(name, node, outcomes, proof: proof))
        }
        for (name, store) in [("RegisterAny", "none"), ("RegisterMarked", "vendor")] {
            let trust = store == "vendor" ? "attestationPreference: DIRECT, trustStoreAlias: vendor" : "attestationPreference: NONE"
            try await add(name, "webAuthnRegistration: { \(party), \(verified), \(trust) }", Self.outcomes, proof: true)
        }
        let signIn = "webAuthnAuthentication: { \(party), \(verified)"
        try await add("SignIn", signIn + " }", Self.outcomes + ["noDevice"], proof: false)
        try await add("Usernameless", signIn + ", requiresResidentKey: true }", Self.outcomes + ["noDevice"], proof: nil)
        var material = TrustMaterial()
        try material.add(file: vendor.root)
        _ = try await journey.domain.devicePolicies.trustStores.load(material, as: "vendor", in: journey.realm.id)
        try await keep(foreign, for: other)
    }

    /// Keeps a ceremony's passkey, whose counter is 4.
    private func keep(_ ceremony: Ceremony, for user: User) async throws {
        let registered = try await ceremony.registering.verify(ceremony.register(), at: Ceremony.now)
        let new = NewPasskey(registered, for: "example.com")
        _ = try await journey.domain.deviceRegistry.devices.keep(new, for: user.id, most: 0, in: journey.realm, spending: { _ in })
        try await journey.database.write { try $0.execute("UPDATE passkeys SET sign_count = 4") }
    }

    func register() async throws { try await keep(try Ceremony(), for: journey.user) }

    /// The step that asks, and the ceremony for its challenge.
    func asked(_ name: String) async throws -> (Step, Ceremony) {
        let first = try await journey.step(name)
        let step =
            switch name {
            case "Usernameless": first
            case "SignIn": try await journey.send(first, .string(JourneyHarness.username)).step
            default: try await journey.send(first, .string(JourneyHarness.username), .string(JourneyHarness.password.reveal())).step
            }
        var ceremony = try Ceremony()
        switch step.callbacks[0].kind {
        case .webAuthnRegistration(let request): ceremony.challenge = Array(Data(base64Encoded: request.challenge) ?? Data())
        case .webAuthnAuthentication(let request): ceremony.challenge = Array(Data(base64Encoded: request.challenge) ?? Data())
        default: throw UnexpectedReply()
        }
        return (step, ceremony)
    }

    /// The outcome that an answer leads to.
    func send(_ step: Step, _ response: RegistrationResponse) async throws -> String? {
        let answer = WebAuthnAnswer(
            clientDataJSON: response.clientDataJSON, data: response.attestationObject, credentialID: response.id)
        return try await journey.send(step, nil, .string(WebAuthnOutcome.answered(answer).text)).step.message
    }

    func send(_ step: Step, _ response: AuthenticationResponse) async throws -> String? {
        let answer = WebAuthnAnswer(
            clientDataJSON: response.clientDataJSON, data: response.authenticatorData, signature: response.signature,
            credentialID: response.id, userHandle: response.userHandle.map { String(decoding: $0, as: UTF8.self) })
        return try await journey.send(step, nil, .string(WebAuthnOutcome.answered(answer).text)).step.message
    }

    /// The client saw a failure; the log says why.
    func expect(_ outcome: String?, _ reason: String) async throws {
        #expect(outcome == "failure")
        let event = try #require(try await journey.domain.platform.audit.latest(1, of: journey.database).first)
        #expect(event["kind"]?.string?.contains("ogin") == true && event["reason"]?.string?.contains(reason) == true, "\(event)")
    }
}
