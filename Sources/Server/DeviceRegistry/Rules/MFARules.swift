package import Foundation
import Primitives
package import Store
package import DevicePolicies
package import Directory

/// The rules that a realm's authentications by devices go by at one moment: gathered before a transaction, which can't wait for them.
///
/// A class only so that a step's closures and suspensions hold one reference; nothing of it ever changes.
package final class MFARules: Sendable {
    let realm: Realm
    /// The realm's device authentication policies.
    package let policies: RealmPolicies<DeviceAuthenticationPolicy>
    let fido2: RealmPolicies<FIDO2Policy>
    let settings: MFASettings
    /// The settings of applications that phones can have, by their ids.
    package let mobile: [String: MobileSettings]

    init(
        realm: Realm, policies: RealmPolicies<DeviceAuthenticationPolicy>, fido2: RealmPolicies<FIDO2Policy>, settings: MFASettings,
        mobile: [String: MobileSettings]
    ) {
        self.realm = realm
        self.policies = policies
        self.fido2 = fido2
        self.settings = settings
        self.mobile = mobile
    }

    /// A user under a policy, if the user may authenticate by a device at all.
    ///
    /// - Parameters:
    ///   - policy: nil for the realm's default.
    ///   - isGoingOn: whether it began already; then it ends well though MFA is switched off for the user meanwhile.
    /// - Throws: ``SecondFactorError`` `.unknown`, `.invalid`, `.disabled`.
    package func subject(
        _ id: UUID, policy name: UUID?, at browser: Browser, isGoingOn: Bool = false, now: Date, in transaction: any ReadTransaction
    ) throws -> MFASubject {
        guard let user = try Users.user(id, realm: realm.id, in: transaction) else {
            throw SecondFactorError(.unknown, "no user \(id.text)")
        }
        guard let policy = name.map(policies.policy) ?? policies.standard else {
            throw SecondFactorError(.invalid, "no device authentication policy \(name?.text ?? "")")
        }
        guard user.status == .active, policy.ignoresUserLock || !user.isLocked(at: now) else {
            throw SecondFactorError(.disabled, "the user may not sign in")
        }
        guard user.isMFAEnabled || isGoingOn else { throw SecondFactorError(.disabled, "MFA is not enabled for the user") }
        return MFASubject(
            realm: realm, user: user, policy: policy, settings: settings, fido2: try fido2.rules(of: policy), browser: browser,
            mobile: mobile)
    }
}
