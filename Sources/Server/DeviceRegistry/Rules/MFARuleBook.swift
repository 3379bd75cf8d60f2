import Foundation
import Primitives
import Store
package import DevicePolicies
package import Directory
package import Foundations

/// Reads what a realm's authentications by devices go by, and keeps it until the configuration changes.
package struct MFARuleBook: Sendable {
    private let applications: Applications
    private let policies: DeviceAuthenticationPolicies
    private let fido2Policies: FIDO2Policies
    private let settings: RealmMFASettings
    private let known: RevisionCache<UUID, MFARules>

    /// The reader of these configurations, which reads them again when the revision has changed.
    package init(
        applications: Applications, policies: DeviceAuthenticationPolicies, fido2Policies: FIDO2Policies, settings: RealmMFASettings,
        revisions: Revisions
    ) {
        self.applications = applications
        self.policies = policies
        self.fido2Policies = fido2Policies
        self.settings = settings
        known = RevisionCache(revisions)
    }

    /// The rules of a realm.
    package func rules(in realm: Realm) async throws -> MFARules {
        try await known.value(realm.id) {
            var mobile: [String: MobileSettings] = [:]
            for application in try await applications.mobileApplications(in: realm.id) {
                mobile[application.id] = application.settings.mobile
            }
            return MFARules(
                realm: realm, policies: try await policies.current(in: realm), fido2: try await fido2Policies.current(in: realm),
                settings: try await settings.settings(in: realm), mobile: mobile)
        }
    }
}
