import ResourceMessages

// The platform's names for populations (`docs/protocols/platform.md` 2.1), MFA settings (2.7) and the mobile settings of applications (4).
extension Renaming {
    static let population = Renaming("Population", ["created": "createdAt", "updated": "updatedAt"])

    static let mfaSettings = Renaming("MFASettings", ["pairing": .of(pairingSettings)])

    private static let pairingSettings = Renaming(
        "PairingSettings", ["maximumDevices": "maxAllowedDevices", "keyFormat": "pairingKeyFormat"])

    static let mobileSettings = Renaming(
        "MobileSettings",
        [
            "bundleID": "bundleId", "huaweiAppID": "huaweiAppId", "passcodeRefreshDuration": .of(span("PasscodeStep")),
            "integrityDetection": .of(integrityDetection),
        ])

    private static let integrityDetection = Renaming(
        "IntegrityDetection",
        [
            "cacheDuration": .of(Renaming("IntegrityCacheDuration", ["count": "amount", "unit": "units"])),
            "googlePlay": .of(googlePlay),
            "appAttest": .of(Renaming("AppAttest", ["team": "teamId", "allowsDevelopment": "allowDevelopment"])),
        ])

    private static let googlePlay = Renaming(
        "GooglePlayIntegrity", ["verification": "verificationType", "serviceAccount": "serviceAccountCredentials"])
}
