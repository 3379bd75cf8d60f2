package import Foundation
import Primitives
import ResourceMessages
package import Store
package import Directory
package import Foundations

/// The rules by which devices are paired and used as a second factor in a realm (`docs/protocols/platform.md` 2.8).
///
/// Objects that weren't sent stay absent, so that a policy reads as it was written; properties such as
/// ``MessagedMethod/passcode`` tell what counts then.
package struct DeviceAuthenticationPolicy: Sendable, Equatable, Identifiable {
    package var id: UUID
    package var name: String
    /// Whether it counts where no other is named. A realm has exactly one such policy.
    package var isDefault = false
    /// Whether only sign-on policies may use it: stored policies may say so, and no new one can.
    package var forSignOnPolicy: Bool?
    /// Whether users whose account is locked may use their devices all the same.
    package var ignoresUserLock = false
    package var newDeviceNotification = NewDeviceNotification.none
    package var authentication: DeviceChoice?
    /// The notification policy; nil for the realm's default.
    package var notificationsPolicy: String?
    package var rememberMe: RememberMe?
    package var sms = MessagedMethod()
    package var voice = MessagedMethod()
    package var email = MessagedMethod()
    package var whatsApp: MessagedMethod?
    package var totp = TOTPMethod()
    package var oathToken: TokenMethod?
    package var fido2: FIDO2Method?
    package var desktop: DesktopMethod?
    package var yubikey: TokenMethod?
    package var mobile = MobileMethod()
    package var updated: Date?

    package init(id: UUID, name: String) {
        self.id = id
        self.name = name
    }

    /// The way in which users learn that a device was paired.
    package enum NewDeviceNotification: String, Sendable, CaseIterable {
        case none = "NONE"
        case emailThenSMS = "EMAIL_THEN_SMS"
        case smsThenEmail = "SMS_THEN_EMAIL"
    }

    package struct RememberMe: Sendable, Equatable {
        package var web: Web?
        package init() {}

        package struct Web: Sendable, Equatable {
            package var isEnabled = false
            package var lifetime = TimeSpan(30, .days)
            package init() {}
        }
    }
}

extension DeviceAuthenticationPolicy {
    package var deviceSelection: DeviceChoice.Selection { authentication?.deviceSelection ?? .defaultToFirst }

    /// Makes the policy that every realm begins with: the methods that need no account with a carrier or a vendor, and push.
    package static func standard(_ id: UUID) -> DeviceAuthenticationPolicy {
        var policy = DeviceAuthenticationPolicy(id: id, name: "Default MFA Policy")
        policy.isDefault = true
        policy.email.isEnabled = true
        policy.sms.isEnabled = true
        policy.totp.isEnabled = true
        policy.fido2 = FIDO2Method(isEnabled: true)
        policy.mobile.isEnabled = true
        return policy
    }
}

extension DeviceAuthenticationPolicy: DefaultedPolicy {
    package static let documentKind = "mfa"
    package static let noun = "device authentication policy"

    package func checkReferences(in realm: UUID, _ transaction: any ReadTransaction) throws {
        try checkEffects()
        if let name = notificationsPolicy {
            guard try NotificationPolicies.all(in: realm, transaction).contains(where: { $0.id == UUID(text: name) }) else {
                throw ShapeError(.invalid, at: "notificationPolicy.id", "there is no notification policy \(name)")
            }
        }
        guard let name = fido2?.policy else { return }
        guard try FIDO2Policies.all(in: realm, transaction).contains(where: { $0.id == UUID(text: name) }) else {
            throw ShapeError(.invalid, at: "fido2.policy", "there is no FIDO2 policy \(name)")
        }
    }
}
