import Primitives
package import Foundations

/// The part of a policy about one native app. A member that wasn't sent stays absent, so that a document reads as it was written; the
/// computed properties tell what counts then.
package struct MobileApplicationRules: Sendable, Equatable {
    /// The application's id.
    package var id: String
    /// `pingIdAppConfig` for the PingID app; nil for every other.
    package var type: Kind?
    /// The rules of pushes; nil when nothing was said of them.
    package var push: Push?
    /// The time that a push may be answered; nil for 40 seconds.
    package var pushTimeout: TimeSpan?
    /// The lock of pushes that are ignored or denied; nil for the standard one.
    package var pushLimit: PushLimit?
    /// The lifetime of a pairing key; nil for 10 minutes.
    package var pairingKeyLifetime: TimeSpan?
    /// The app's passcodes; nil allows them.
    package var otp: Switch?
    /// Whether no new device can be paired with the app.
    package var isPairingDisabled = false
    /// The enrolment of a device at a sign-in in the app; nil for none.
    package var autoEnrollment: Switch?
    /// The proof that the app gives of its device; nil for none.
    package var deviceAuthorization: DeviceAuthorization?
    /// The demand that the device show its integrity; nil for none.
    package var integrityDetection: Enforcement?
    // Of the PingID app only.
    /// Whether the PingID app may verify its user by biometrics; nil when nothing was said of it.
    package var biometricsEnabled: Bool?
    /// The network addresses from which the PingID app may be paired; nil for any.
    package var addresses: PairingAddresses?
    /// The times of the PingID app's requests; nil when nothing was said of them.
    package var newRequestDuration: NewRequestDuration?

    package init() { id = "" }

    package init(_ id: String) { self.id = id }

    /// The type of an app; its raw value is the name in the API.
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
    /// Whether pushes are sent; they are unless the policy says otherwise.
    package var allowsPush: Bool { push?.isEnabled ?? true }
    /// Whether approvals need the right number; they do unless the policy says otherwise.
    package var requiresNumberMatching: Bool { push?.numberMatching?.isEnabled ?? true }
    /// The time that a push may be answered, in seconds.
    package var pushTimeoutSeconds: Int { (pushTimeout ?? TimeSpan(40, .seconds)).seconds }
    /// The lock of pushes that are ignored or denied.
    package var pushes: PushLimit { pushLimit ?? PushLimit() }
    /// The lifetime of a pairing key, in seconds.
    package var pairingKeySeconds: Int { (pairingKeyLifetime ?? TimeSpan(10, .minutes)).seconds }
    /// Whether passcodes are taken; they are unless the policy says otherwise.
    package var allowsPasscode: Bool { otp?.isEnabled ?? true }
    /// Whether a device is enrolled at a sign-in in the app.
    package var enrollsAutomatically: Bool { autoEnrollment?.isEnabled ?? false }
    /// Whether the app's device is proof enough by itself.
    package var authorizesDevice: Bool { deviceAuthorization?.isEnabled ?? false }
    /// nil when a device is authorized by its signature alone.
    package var extraVerification: Enforcement? { authorizesDevice ? deviceAuthorization?.extraVerification : nil }
}

extension MobileApplicationRules {
    /// A rule that is on or off.
    package struct Switch: Sendable, Equatable {
        /// Whether it is on.
        package var isEnabled = false
        package init() {}
        package init(_ isEnabled: Bool) { self.isEnabled = isEnabled }
    }

    /// The rules of pushes.
    package struct Push: Sendable, Equatable {
        /// Whether pushes are sent.
        package var isEnabled = true
        /// The demand for the right number; nil for one.
        package var numberMatching: Switch?
        package init() {}
    }

    /// The number of pushes that may be ignored or denied within a time, and the time that the device's pushes are locked then.
    package struct PushLimit: Sendable, Equatable {
        /// The number of pushes; 5 by default.
        package var count = 5
        /// The time within which they count; 10 minutes by default.
        package var timePeriod = TimeSpan(10, .minutes)
        /// The time of the lock; 30 minutes by default.
        package var lockDuration = TimeSpan(30, .minutes)
        package init() {}
    }

    /// The proof that the app gives of its device.
    package struct DeviceAuthorization: Sendable, Equatable {
        /// Whether the proof counts.
        package var isEnabled = false
        /// The check of the proof by a silent push; nil for none.
        package var extraVerification: Enforcement?
        package init() {}
    }

    /// The network addresses from which an app may be paired.
    package struct PairingAddresses: Sendable, Equatable {
        /// Whether any address will do.
        package var allowsAny = true
        /// The addresses, where not any will do.
        package var only: [String]?
        package init() {}
    }

    /// The times of a request.
    package struct NewRequestDuration: Sendable, Equatable {
        /// The time that the device may take; 25 seconds by default.
        package var deviceTimeout = TimeSpan(25, .seconds)
        /// The time that the request may take in all; 40 seconds by default.
        package var totalTimeout = TimeSpan(40, .seconds)
        package init() {}
    }
}
