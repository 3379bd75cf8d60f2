import Primitives

/// The demands of a relying party on an authentication, and its verification (L3 §7.2).
public struct AuthenticationCeremony: Sendable {
    /// The treatment of an assertion whose counter didn't grow (step 22).
    public enum CounterRule: Sendable {
        /// It is refused.
        case refuse
        /// It is accepted, and the result says so.
        case report
    }

    /// The relying party, with the origins that it accepts.
    public var relyingParty: RelyingParty
    /// The challenge's bytes, as they were sent in the options.
    public var challenge: [UInt8]
    /// The demand for user verification; `required` refuses an answer without it.
    public var userVerification: UserVerificationRequirement
    /// The ids of the credentials that were asked for; empty when the authenticator was to find one.
    public var allowed: [[UInt8]]
    /// False forbids credentials that can be copied to other authenticators.
    public var allowsBackup: Bool
    /// The treatment of a signature counter that did not grow.
    public var counter: CounterRule
    /// The AppID of U2F credentials that may be used as well, when the client says that it did (`appid`, L3 §10.1.1).
    public var appID: String?

    /// Expectations.
    public init(
        relyingParty: RelyingParty, challenge: [UInt8], userVerification: UserVerificationRequirement = .preferred, allowed: [[UInt8]] = [],
        allowsBackup: Bool = true, counter: CounterRule = .refuse, appID: String? = nil
    ) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userVerification = userVerification
        self.allowed = allowed
        self.allowsBackup = allowsBackup
        self.counter = counter
        self.appID = appID
    }

    /// The account that the answer is held against.
    public struct Account: Sendable, Equatable {
        /// The account's user handle.
        public var userHandle: [UInt8]
        /// Whether the user was known before; otherwise the answer must name the handle.
        public var wasKnown: Bool

        /// An account.
        public init(userHandle: [UInt8], wasKnown: Bool) {
            self.userHandle = userHandle
            self.wasKnown = wasKnown
        }
    }

    /// An assertion that holds.
    public struct Verified: Sendable, Equatable {
        /// The record as it is to be kept from now on (step 24).
        public let record: CredentialRecord
        /// The flags of the authenticator data.
        public let flags: AuthenticatorFlags
        /// False when the counter did not grow though it is in use: a copy of the authenticator may be about.
        public let isCounterValid: Bool
    }

    /// Verifies an answer against the record of the credential that it names.
    ///
    /// - Throws: ``WebAuthnError``.
    public func verify(
        _ response: AuthenticationResponse, with record: CredentialRecord, of account: Account
    ) throws(WebAuthnError) -> Verified {
        try checkCredential(response, record, account)
        let check = CeremonyCheck(
            relyingParty: effectiveRelyingParty(response), challenge: challenge, userVerification: userVerification)
        // Steps 8 to 14
        let client = try CeremonyCheck(relyingParty: relyingParty, challenge: challenge, userVerification: userVerification)
            .clientData(response.clientDataJSON, of: .get)
        // Steps 15 to 18
        let data = try AuthenticatorData(bytes: response.authenticatorData)
        try check.check(data)
        try checkBackup(data, record)
        // Steps 20 and 21
        guard record.publicKey.accepts(response.signature, over: data.bytes + client.hash) else {
            throw WebAuthnError(.invalidSignature, "the signature is not the credential's over this assertion")
        }
        return try verified(data, record)
    }

    /// Steps 5 and 6.
    private func checkCredential(
        _ response: AuthenticationResponse, _ record: CredentialRecord, _ account: Account
    ) throws(WebAuthnError) {
        guard allowed.isEmpty || allowed.contains(response.id) else {
            throw WebAuthnError(.credentialNotAllowed, "the credential is none of those that were asked for")
        }
        guard record.id == response.id else { throw WebAuthnError(.wrongCredential, "the credential is not the record's") }
        guard let handle = response.userHandle else {
            guard account.wasKnown else { throw WebAuthnError(.wrongUserHandle, "the answer doesn't say whose the credential is") }
            return
        }
        guard handle == account.userHandle else { throw WebAuthnError(.wrongUserHandle, "the credential is another account's") }
    }

    /// The credentials of U2F are for an AppID, in place of a relying party's id (L3 §10.1.1).
    private func effectiveRelyingParty(_ response: AuthenticationResponse) -> RelyingParty {
        guard let appID, response.extensionResults["appid"]?.bool == true else { return relyingParty }
        var party = relyingParty
        party.id = appID
        return party
    }

    /// Step 19.
    private func checkBackup(_ data: AuthenticatorData, _ record: CredentialRecord) throws(WebAuthnError) {
        let isEligible = data.flags.contains(.backupEligible)
        guard record.isBackupEligible.map({ $0 == isEligible }) ?? true else {
            throw WebAuthnError(.backupFlags, "whether the credential can be backed up has changed since its registration")
        }
        guard allowsBackup || !isEligible else {
            throw WebAuthnError(.backupEligible, "credentials that can be copied are not allowed")
        }
    }

    /// Steps 22 and 24.
    private func verified(_ data: AuthenticatorData, _ record: CredentialRecord) throws(WebAuthnError) -> Verified {
        let counts = data.signCount != 0 || record.signCount != 0
        let isCounterValid = !counts || data.signCount > record.signCount
        guard isCounterValid || counter == .report else {
            throw WebAuthnError(.signatureCounter, "the signature counter is \(data.signCount), and was \(record.signCount) before")
        }
        var record = record
        // A lower count is not taken over: a copy would reset it.
        record.signCount = max(data.signCount, record.signCount)
        record.isBackupEligible = data.flags.contains(.backupEligible)
        record.isBackedUp = data.flags.contains(.backedUp)
        return Verified(record: record, flags: data.flags, isCounterValid: isCounterValid)
    }
}
