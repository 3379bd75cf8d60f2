package import Foundations
import ResourceMessages

/// Verification of users' identity by documents and selfies.
package struct VerificationSettings: SettingsSection {
    package var verification = false
    package var verificationApplication = ""
    package var verificationRetention = 86_400
    package var verificationClaimLifetime = 2_592_000

    package init() {}

    package static let fields: [Setting] = [
        Setting(
            8110, "verification", \.verification, .flag,
            "Whether apps may verify the identity of the realm's users by documents and selfies."),
        Setting(
            8120, "verificationApplication", \.verificationApplication, .name(of: .nativeApplication),
            "The application whose push credentials bring notices of results; without one, apps look for them themselves."),
        Setting(
            8130, "verificationRetention", \.verificationRetention, .seconds(0...31_536_000),
            "How long images and data are kept once a verification has ended."),
        Setting(
            8140, "verificationClaimLifetime", \.verificationClaimLifetime, .seconds(0...31_536_000),
            "How long a claim of a verification spares the check of the same images; with 0 none are issued."),
    ]
}
