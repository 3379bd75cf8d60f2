import ResourceMessages

// The platform's names for FIDO2 policies (`docs/protocols/platform.md` 2.9).
extension Renaming {
    static let fido2Policy = Renaming(
        "FIDO2Policy",
        [
            "attestation": "attestationRequirements", "attachment": "authenticatorAttachment",
            "backup": .named("backupEligibility", backupEligibility), "discoverable": "discoverableCredentials",
            "metadata": .named("mdsAuthenticatorsRequirements", metadata), "relyingParty": "relyingPartyId",
            "hints": "publicKeyCredentialHints", "presenceTimeout": .named("userPresenceTimeout", span("UserPresenceTimeout")),
            "userDisplayName": .named("userDisplayNameAttributes", displayName), "verification": .named("userVerification", verification),
            "updated": "updatedAt",
        ])

    private static let backupEligibility = Renaming(
        "BackupEligibility", ["allowed": "allow", "enforced": "enforceDuringAuthentication"])

    private static let verification = Renaming("UserVerification", ["enforced": "enforceDuringAuthentication"])

    private static let metadata = Renaming(
        "MDSAuthenticatorsRequirements", ["allowed": "allowedAuthenticators", "enforced": "enforceDuringAuthentication"])

    private static let displayName = Renaming(
        "UserDisplayNameAttributes", ["attributes": .of(Renaming("UserDisplayNameAttribute", ["parts": "subAttributes"]))])
}
