import DeviceMessages
import Primitives
package import DevicePolicies
package import Directory

/// A device authentication policy together with the applications that phones can have: what applies to a MOBILE device.
package struct MobileRules: Sendable {
    package let policy: DeviceAuthenticationPolicy
    /// The settings of applications that phones can have, by their ids.
    package let applications: [String: MobileSettings]

    package init(policy: DeviceAuthenticationPolicy, applications: [String: MobileSettings]) {
        self.policy = policy
        self.applications = applications
    }

    /// The policy's rules for the application of a device; nil when it has none any more.
    func rules(of device: UserDevice) -> MobileApplicationRules? {
        device.application.flatMap { applications[$0] == nil ? nil : policy.mobile.rules(of: $0) }
    }

    /// The demand that a device show its integrity; nil when it need not. One of a platform that the application excludes need not; which
    /// platform it is, it says itself.
    package func integrity(of device: UserDevice, _ installation: Installation) -> MobileApplicationRules.Enforcement? {
        guard let enforcement = rules(of: device)?.integrityDetection else { return nil }
        let settings = device.application.flatMap { applications[$0] }
        guard let detection = settings?.integrityDetection, let platform = settings?.platform(of: installation) else { return enforcement }
        return detection.excludedPlatforms?.contains(platform) == true ? nil : enforcement
    }
}
