import Primitives
package import Foundations

/// The part of a policy about one native app. A member that wasn't sent stays absent, so that a document reads as it was written; the
/// computed properties tell what counts then.
package struct MobileApplicationRules: Sendable, Equatable {
    /// The application's id.
    package var id: String
    /// `pingIdAppConfig` for the PingID app; nil for every other.
    package var type: Kind?
    package var push: Push?
    package var pushTimeout: TimeSpan?
    package var pushLimit: PushLimit?
    package var pairingKeyLifetime: TimeSpan?
    package var otp: Switch?
    package var isPairingDisabled = false
    package var autoEnrollment: Switch?
    package var deviceAuthorization: DeviceAuthorization?
    package var integrityDetection: Enforcement?
    // Of the PingID app only.
    package var biometricsEnabled: Bool?
    package var addresses: PairingAddresses?
    package var newRequestDuration: NewRequestDuration?

    package init() { id = "" }

    package init(_ id: String) { self.id = id }

    package enum Kind: String, Sendable, CaseIterable { case pingID = "pingIdAppConfig" }

    /// The effect of a check that fails.
    package enum Enforcement: String, Sendable, CaseIterable {
        /// It is written down.
        case permissive
        /// It refuses.
        case restrictive
    }
}

extension MobileApplicationRules {
    package var allowsPush: Bool { push?.isEnabled ?? true }
    /// Whether approvals need the right number; they do unless the policy says otherwise.
    package var requiresNumberMatching: Bool { push?.numberMatching?.isEnabled ?? true }
    /// The time that a push may be answered, in seconds.
    package var pushTimeoutSeconds: Int { (pushTimeout ?? TimeSpan(40, .seconds)).seconds }
    package var pushes: PushLimit { pushLimit ?? PushLimit() }
    /// The lifetime of a pairing key, in seconds.
    package var pairingKeySeconds: Int { (pairingKeyLifetime ?? TimeSpan(10, .minutes)).seconds }
    package var allowsPasscode: Bool { otp?.isEnabled ?? true }
    package var enrollsAutomatically: Bool { autoEnrollment?.isEnabled ?? false }
    package var authorizesDevice: Bool { deviceAuthorization?.isEnabled ?? false }
    /// nil when a device is authorized by its signature alone.
    package var extraVerification: Enforcement? { authorizesDevice ? deviceAuthorization?.extraVerification : nil }
}

extension MobileApplicationRules {
    package struct Switch: Sendable, Equatable {
        package var isEnabled = false
        package init() {}
        package init(_ isEnabled: Bool) { self.isEnabled = isEnabled }
    }

    package struct Push: Sendable, Equatable {
        package var isEnabled = true
        package var numberMatching: Switch?
        package init() {}
    }

    /// The number of pushes that may be ignored or denied within a time, and the time that the device's pushes are locked then.
    package struct PushLimit: Sendable, Equatable {
        package var count = 5
        package var timePeriod = TimeSpan(10, .minutes)
        package var lockDuration = TimeSpan(30, .minutes)
        package init() {}
    }

    package struct DeviceAuthorization: Sendable, Equatable {
        package var isEnabled = false
        package var extraVerification: Enforcement?
        package init() {}
    }

    package struct PairingAddresses: Sendable, Equatable {
        package var allowsAny = true
        package var only: [String]?
        package init() {}
    }

    package struct NewRequestDuration: Sendable, Equatable {
        package var deviceTimeout = TimeSpan(25, .seconds)
        package var totalTimeout = TimeSpan(40, .seconds)
        package init() {}
    }
}
