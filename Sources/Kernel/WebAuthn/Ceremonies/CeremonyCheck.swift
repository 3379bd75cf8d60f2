import Primitives

/// The steps that both ceremonies share (L3 §7.1 steps 5 to 12 and 14 to 17, §7.2 steps 8 to 18 and 20).
struct CeremonyCheck {
    let relyingParty: RelyingParty
    let challenge: [UInt8]
    let userVerification: UserVerificationRequirement

    /// Reads and checks the client data.
    func clientData(_ bytes: [UInt8], of ceremony: ClientData.Ceremony) throws(WebAuthnError) -> ClientData {
        let data = try ClientData(bytes: bytes)
        // §7.1 step 7, §7.2 step 10
        guard data.type == ceremony.rawValue else {
            throw WebAuthnError(.wrongType, "the client data is of type \(data.type.prefix(32)), not \(ceremony.rawValue)")
        }
        // §7.1 step 8, §7.2 step 11
        guard !challenge.isEmpty, constantTimeEqual(data.challenge, challenge) else {
            throw WebAuthnError(.wrongChallenge, "the answer is to another challenge")
        }
        // §7.1 step 9, §7.2 step 12
        guard relyingParty.origins.contains(where: { $0.admits(data.origin) }) else {
            throw WebAuthnError(.wrongOrigin, "\(data.origin.prefix(128)) is no origin of \(relyingParty.id)")
        }
        try checkFrames(data)
        return data
    }

    /// §7.1 steps 10 and 11, §7.2 steps 13 and 14.
    private func checkFrames(_ data: ClientData) throws(WebAuthnError) {
        guard data.crossOrigin || data.topOrigin != nil else { return }
        guard !relyingParty.topOrigins.isEmpty else {
            throw WebAuthnError(.crossOrigin, "the ceremony ran in a frame of another origin, which isn't expected")
        }
        guard let top = data.topOrigin else { return }
        guard relyingParty.topOrigins.contains(where: { $0.admits(top) }) else {
            throw WebAuthnError(.crossOrigin, "the ceremony ran in a frame on \(top.prefix(128)), which isn't expected")
        }
    }

    /// Checks whom the authenticator signed for, and its flags.
    func check(_ data: AuthenticatorData, presence: Bool = true) throws(WebAuthnError) {
        // §7.1 step 14, §7.2 step 15
        guard data.relyingPartyHash == AuthenticatorData.hash(of: relyingParty.id) else {
            throw WebAuthnError(.wrongRelyingParty, "the credential is not for \(relyingParty.id)")
        }
        // §7.1 step 15, §7.2 step 16
        guard !presence || data.flags.contains(.userPresent) else { throw WebAuthnError(.userNotPresent, "no user was present") }
        // §7.1 step 16, §7.2 step 17
        guard userVerification != .required || data.flags.contains(.userVerified) else {
            throw WebAuthnError(.userNotVerified, "the user was not verified, which is required")
        }
        // §7.1 step 17, §7.2 step 18
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw WebAuthnError(.backupFlags, "the credential is backed up, but says that it can't be")
        }
    }
}
