import DeviceIntegrity
package import Directory

/// A native application whose copies on Apple's systems show by App Attest that they are genuine.
package struct AttestedApp: Sendable {
    /// The application's id.
    package let id: String
    /// The bundle id of the app.
    package let bundleID: String
    let rules: AppAttestRules

    /// - Returns: nil for an application without a bundle id, or whose settings say nothing of App Attest.
    package init?(_ application: Application) {
        guard let mobile = application.settings.mobile, let bundleID = mobile.bundleID, let rules = AppAttestVerifier.rules(mobile) else {
            return nil
        }
        id = application.id
        self.bundleID = bundleID
        self.rules = rules
    }
}
