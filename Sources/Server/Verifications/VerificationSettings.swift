package import Foundations
import ResourceMessages

/// Verification of users' identity by documents and selfies.
package struct VerificationSettings: SettingsSection {
    /// Whether apps may verify users.
    package var verification = false
    /// The application whose push credentials bring notices; empty for none.
    package var verificationApplication = ""
    /// The seconds for which data of an ended verification are kept.
    package var verificationRetention = 86_400
    /// The seconds for which a claim spares a check; 0 for no claims.
    package var verificationClaimLifetime = 2_592_000

    /// Makes settings with their defaults.
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
