import Foundation
import JourneyMessages
import Primitives
import Testing
import WebAuthn

@testable import JourneyEngine
import DeviceRegistry
import Directory

/// A realm whose journeys register passkeys and sign in by them, each outcome a message of its name; and an authenticator.
struct PasskeyHarness {
    static let origin = "https://login.example.com"
    static let party = "relyingPartyDomain: example.com"
    static let registered = ["unsupported", "success", "failure", "error", "exceedDeviceLimit"]
    static let signedIn = ["unsupported", "noDevice", "success", "failure", "error", "successSignCountMismatch"]

    let journey: JourneyHarness
    var model = AuthenticatorModel(attachment: .crossPlatform)
    let key: SoftwareCredentialKey
    let id: [UInt8]
    var isVerifying = true

    init(registration: String = "", authentication: String = "", seed: UInt64 = 1) async throws {
        let random = SeededRandom(seed: seed)
        key = try SoftwareCredentialKey(.es256, random: random)
        id = random.bytes(32)
        var harness = try await JourneyHarness()
        harness.client.origin = Self.origin
        journey = harness
        let most = registration.contains("maxSavedDevices")
        let counts = authentication.contains("detectSignCountMismatch")
        let register = "webAuthnRegistration: { \(Self.party)\(registration) }"
        let signIn = "webAuthnAuthentication: { \(Self.party)\(authentication) }"
        try await journey.add(
            JourneyHarness.file("Register", register, Self.registered.filter { most || $0 != "exceedDeviceLimit" }, proof: true))
        let outcomes = Self.signedIn.filter { counts || $0 != "successSignCountMismatch" }
        try await journey.add(JourneyHarness.file("SignIn", signIn, outcomes, proof: false))
        try await journey.add(
            JourneyHarness.file("Usernameless", signIn.replacing(" }", with: ", requiresResidentKey: true }"), outcomes, proof: nil))
    }

    // MARK: The client

    func registration() async throws -> Step {
        let password = JourneyHarness.password.reveal()
        return try await journey.send(journey.step("Register"), .string(JourneyHarness.username), .string(password)).step
    }

    func signIn(as name: String = JourneyHarness.username) async throws -> Step {
        try await journey.send(journey.step("SignIn"), .string(name)).step
    }

    /// The text of what the authenticator makes of a registration's step.
    /// - Parameter vouching: what somebody makes of the authenticator's own answer, which vouches for itself where that is asked.
    func made(
        _ step: Step, origin: String = origin, name: String? = nil,
        vouching: (RegistrationResponse) throws -> RegistrationResponse = { $0 }
    ) throws -> String {
        guard case .webAuthnRegistration(let request) = step.callbacks[0].kind else { throw UnexpectedReply() }
        let options = CreationOptions(
            relyingPartyID: request.relyingPartyID, relyingPartyName: request.relyingPartyName,
            user: .init(id: Array(request.userID.utf8), name: request.userName, displayName: request.displayName),
            challenge: Array(Data(base64Encoded: request.challenge) ?? Data()),
            algorithms: request.algorithms.map { COSEAlgorithm(rawValue: $0) },
            attestation: AttestationPreference(rawValue: request.attestation) ?? .none)
        let response = try vouching(model.create(for: options, origin: origin, key: key, id: id, userVerified: isVerifying))
        return WebAuthnOutcome.answered(
            WebAuthnAnswer(
                clientDataJSON: response.clientDataJSON, data: response.attestationObject, credentialID: response.id, deviceName: name,
                attachment: response.attachment?.rawValue)
        ).text
    }

    /// The text of what it makes of an authentication's step.
    func signed(_ step: Step, origin: String = origin, handle: String? = nil, signCount: UInt32 = 0) throws -> String {
        guard case .webAuthnAuthentication(let request) = step.callbacks[0].kind else { throw UnexpectedReply() }
        let options = RequestOptions(
            challenge: Array(Data(base64Encoded: request.challenge) ?? Data()), relyingPartyID: request.relyingPartyID)
        let response = try model.sign(
            for: options, origin: origin, key: key, id: id, userHandle: nil, userVerified: isVerifying, signCount: signCount)
        return WebAuthnOutcome.answered(
            WebAuthnAnswer(
                clientDataJSON: response.clientDataJSON, data: response.authenticatorData, signature: response.signature,
                credentialID: response.id, userHandle: handle)
        ).text
    }

    /// The outcome that an answer leads to.
    func outcome(_ step: Step, _ text: String) async throws -> String? {
        try await journey.send(step, nil, .string(text)).step.message
    }

    func register(name: String? = nil) async throws {
        let step = try await registration()
        #expect(try await outcome(step, made(step, name: name)) == "success")
    }

    var handle: String { String(decoding: RegisteredPasskey.handle(of: journey.user.id), as: UTF8.self) }
}
