package import Foundation
import Primitives
package import ResourceMessages
package import Store
package import Directory
package import Foundations

/// The rules by which devices are paired and used as a second factor in a realm (`docs/protocols/platform.md` 2.8).
///
/// Objects that weren't sent stay absent, so that a policy reads as it was written; properties such as
/// ``MessagedMethod/passcode`` tell what counts then.
package struct DeviceAuthenticationPolicy: Sendable, Equatable, Identifiable {
    /// The id, unique in the realm.
    package var id: UUID
    /// The name, unique in the realm.
    package var name: String
    /// Whether it counts where no other is named. A realm has exactly one such policy.
    package var isDefault = false
    /// Whether only sign-on policies may use it: stored policies may say so, and no new one can.
    package var forSignOnPolicy: Bool?
    /// Whether users whose account is locked may use their devices all the same.
    package var ignoresUserLock = false
    /// The message to users that a device was paired; none by default.
    package var newDeviceNotification = NewDeviceNotification.none
    /// The choice among a user's devices; nil leaves it to the realm's settings.
    package var authentication: DeviceChoice?
    /// The notification policy; nil for the realm's default.
    package var notificationsPolicy: String?
    /// The remembering of browsers; nil for none.
    package var rememberMe: RememberMe?
    /// The rules of text messages.
    package var sms = MessagedMethod()
    /// The rules of calls.
    package var voice = MessagedMethod()
    /// The rules of mails.
    package var email = MessagedMethod()
    /// The rules of WhatsApp's messages, which can't be enabled; nil when nothing was said of them.
    package var whatsApp: MessagedMethod?
    /// The rules of authenticator apps.
    package var totp = TOTPMethod()
    /// The rules of hardware tokens; nil when nothing was said of them.
    package var oathToken: TokenMethod?
    /// The rules of passkeys and security keys; nil when nothing was said of them.
    package var fido2: FIDO2Method?
    /// The rules of PingID's desktop application, which can't be enabled; nil when nothing was said of them.
    package var desktop: DesktopMethod?
    /// The rules of PingID's `yubikey`, which can't be enabled; nil when nothing was said of them.
    package var yubikey: TokenMethod?
    /// The rules of native apps.
    package var mobile = MobileMethod()
    /// The time of the last change; nil for a policy that isn't stored yet.
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

    /// The remembering of browsers.
    package struct RememberMe: Sendable, Equatable {
        /// The rules of web browsers; nil when nothing was said of them.
        package var web: Web?
        package init() {}

        /// The rules of web browsers.
        package struct Web: Sendable, Equatable {
            /// Whether browsers are remembered; only false is taken.
            package var isEnabled = false
            /// The time for which a browser is remembered; 30 days by default.
            package var lifetime = TimeSpan(30, .days)
            package init() {}
        }
    }
}

extension DeviceAuthenticationPolicy {
    /// The choice among a user's devices: the first one unless the policy says otherwise.
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

/// The device authentication policies of all realms.
package typealias DeviceAuthenticationPolicies = DefaultedPolicies<DeviceAuthenticationPolicy>

extension DeviceAuthenticationPolicy: DefaultedPolicy {
    package static let documentKind = "mfa"
    package static let noun = "device authentication policy"
    package static let referent: Shape.Referent? = .devicePolicy
    package static let changed = AuditEvent.Kind.mfaConfigurationChanged

    package func checkEffects(in realm: UUID, _ transaction: any ReadTransaction) throws { try checkEffects() }
}
