package import DeviceMessages
package import Foundation
import Primitives
import Store
package import DevicePolicies
package import Directory

/// A user's devices under a policy: what can be done with each.
package struct MFASubject: Sendable {
    package let realm: Realm
    package let user: User
    package let policy: DeviceAuthenticationPolicy
    let settings: MFASettings
    /// The rules of passkeys.
    package let fido2: FIDO2Policy
    /// The browser in which the user signs in.
    let browser: Browser
    /// The settings of applications that phones can have, by their ids.
    package let mobile: [String: MobileSettings]

    /// The device that is asked first.
    package var deviceSelection: DeviceChoice.Selection {
        policy.authentication?.deviceSelection ?? settings.authentication?.deviceSelection ?? .defaultToFirst
    }

    /// The means by which a device can be asked.
    package enum Means: Sendable, Equatable { case push, passcode, code, assertion }

    /// Returns what a device is to be asked first; nil when it can't be used at all.
    package func means(of device: UserDevice, _ installation: Installation?, _ passkey: RegisteredPasskey?, at now: Date) -> Means? {
        guard device.isUsable(at: now), !device.isTest || realm.isSandbox else { return nil }
        switch device.kind {
        case .mobile: return mobileMeans(of: device, installation)
        case .totp: return policy.totp.isEnabled ? .passcode : nil
        case .oathToken: return policy.oathToken?.isEnabled == true ? .passcode : nil
        case .email: return policy.email.isEnabled ? .code : nil
        case .sms: return policy.sms.isEnabled ? .code : nil
        case .voice: return policy.voice.isEnabled ? .code : nil
        case .fido2: return policy.fido2?.isEnabled == true && passkey.map(browser.canUse) == true ? .assertion : nil
        case .authenticator, .bound: return nil
        }
    }

    private func mobileMeans(of device: UserDevice, _ installation: Installation?) -> Means? {
        guard policy.mobile.isEnabled, let installation, let rules = rules(of: device) else { return nil }
        if rules.allowsPush, installation.reachableAt != nil { return .push }
        return rules.allowsPasscode ? .passcode : nil
    }

    /// The rules that apply to a MOBILE device.
    package var mobileRules: MobileRules { MobileRules(policy: policy, applications: mobile) }

    /// The policy's rules for the application of a MOBILE device; nil when it has none any more.
    package func rules(of device: UserDevice) -> MobileApplicationRules? { mobileRules.rules(of: device) }

    /// The way a number is to be given on a device; nil when none is asked for.
    package func matching(of device: UserDevice) -> NumberMatching.Way? {
        guard let rules = rules(of: device), rules.requiresNumberMatching else { return nil }
        return device.application.flatMap { mobile[$0]?.numberMatching } == .select ? .selected : .entered
    }

    /// Returns how many wrong codes a device may give, and what happens then.
    package func failures(of device: UserDevice) -> FailureLimit {
        switch device.kind {
        case .mobile: policy.mobile.failure
        case .totp: policy.totp.failure
        case .oathToken: policy.oathToken?.failure ?? .device
        case .authenticator, .bound: .device
        case .email: policy.email.passcode.failure
        case .sms: policy.sms.passcode.failure
        case .voice: policy.voice.passcode.failure
        case .fido2: policy.fido2?.failure ?? .device
        }
    }
}
