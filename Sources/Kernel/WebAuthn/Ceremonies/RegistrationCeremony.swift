public import Foundation
import Primitives

/// The demands of a relying party on a registration, and its verification (L3 §7.1).
public struct RegistrationCeremony: Sendable {
    /// The relying party, with the origins that it accepts.
    public var relyingParty: RelyingParty
    /// The challenge's bytes, as they were sent in the options.
    public var challenge: [UInt8]
    /// The demand for user verification; `required` refuses an answer without it.
    public var userVerification: UserVerificationRequirement
    /// The algorithms that were offered.
    public var algorithms: [COSEAlgorithm]
    /// The attestation statements that are accepted, and the roots that they lead to.
    public var attestation: AttestationPolicy
    /// False forbids credentials that can be copied to other authenticators.
    public var allowsBackup: Bool
    /// Whether the browser may have registered by itself, without a user present (L3 §5.1.3, conditional creation).
    public var isConditional: Bool

    /// Expectations.
    public init(
        relyingParty: RelyingParty, challenge: [UInt8], userVerification: UserVerificationRequirement = .preferred,
        algorithms: [COSEAlgorithm] = COSEAlgorithm.usual, attestation: AttestationPolicy = .unasked, allowsBackup: Bool = true,
        isConditional: Bool = false
    ) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userVerification = userVerification
        self.algorithms = algorithms
        self.attestation = attestation
        self.allowsBackup = allowsBackup
        self.isConditional = isConditional
    }

    /// A credential that may be kept. Whether its id is there already, for any user, is for the caller to see (step 26).
    public struct Registered: Sendable, Equatable {
        /// The record to keep of the credential.
        public let record: CredentialRecord
        /// The flags of the authenticator data.
        public let flags: AuthenticatorFlags
        /// The result of verifying the attestation statement.
        public let attestation: AttestationResult
        /// Whether the client says that the credential is found without its id (`credProps`, L3 §10.1.3); nil when it doesn't say.
        public let isDiscoverable: Bool?
        /// Whether the credential makes secrets (`prf`, L3 §10.1.4); nil when the client doesn't say.
        public let makesSecrets: Bool?
        /// The place of the authenticator; nil when the client doesn't say.
        public let attachment: AuthenticatorAttachment?
    }

    /// Verifies an answer.
    ///
    /// - Parameter now: when certificates must be valid.
    /// - Throws: ``WebAuthnError``.
    public func verify(_ response: RegistrationResponse, at now: Date) async throws(WebAuthnError) -> Registered {
        let check = CeremonyCheck(relyingParty: relyingParty, challenge: challenge, userVerification: userVerification)
        // Steps 5 to 12
        let client = try check.clientData(response.clientDataJSON, of: .create)
        // Step 13
        let object = try AttestationObject(bytes: response.attestationObject)
        let data = object.authenticatorData
        // Steps 14 to 17
        try check.check(data, presence: !isConditional)
        // Step 18
        guard allowsBackup || !data.flags.contains(.backupEligible) else {
            throw WebAuthnError(.backupEligible, "credentials that can be copied are not allowed")
        }
        guard let credential = data.credential else {
            throw WebAuthnError(.malformed, "the authenticator data of a registration has no credential")
        }
        guard credential.id == response.id else {
            throw WebAuthnError(.wrongCredential, "the authenticator made another credential than the answer says")
        }
        // Step 20
        guard algorithms.contains(credential.publicKey.algorithm) else {
            throw WebAuthnError(.algorithmNotAllowed, "the algorithm \(credential.publicKey.algorithm.rawValue) was not offered")
        }
        // Steps 21 to 24; step 25 was taken in reading.
        let evidence = AttestationEvidence(object: object, credential: credential, clientDataHash: client.hash)
        let result = try await attestation.assess(evidence, at: now)
        return registered(credential, data, response, result)
    }

    /// Steps 27 and 28.
    private func registered(
        _ credential: AttestedCredential, _ data: AuthenticatorData, _ response: RegistrationResponse, _ attestation: AttestationResult
    ) -> Registered {
        let record = CredentialRecord(
            id: credential.id, publicKey: credential.publicKey, signCount: data.signCount,
            isVerified: data.flags.contains(.userVerified), transports: response.transports,
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp), model: credential.model)
        return Registered(
            record: record, flags: data.flags, attestation: attestation,
            isDiscoverable: response.extensionResults["credProps"]?["rk"]?.bool,
            makesSecrets: response.extensionResults["prf"]?["enabled"]?.bool, attachment: response.attachment)
    }
}
