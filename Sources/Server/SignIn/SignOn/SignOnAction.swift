package import Foundation
import Primitives
package import ResourceMessages
package import DevicePolicies
import Foundations

/// A step of a sign-on policy.
package struct SignOnAction: Sendable, Equatable, Identifiable {
    /// The id, unique among the policy's actions.
    package var id: UUID
    /// The step to take; LOGIN by default.
    package var type = Kind.login
    /// The place among the policy's actions: the lowest first.
    package var priority = 1
    /// The condition on which it is run; nil for always.
    package var condition: SignOnCondition?
    /// The policy of the MFA action; nil for the realm's default policy.
    package var devicePolicy: UUID?
    /// The MFA action's treatment of users without a device.
    package var noDevices: NoDevices?
    // Of old; the device authentication policy says it now.
    /// An older setting of MFA actions, whether texts may be used: refused, since the device authentication policy says it.
    package var sms: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, whether mails may be used: refused, since the device authentication policy says it.
    package var email: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, whether calls may be used: refused, since the device authentication policy says it.
    package var voice: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, whether authenticator apps may be used: refused, since the device authentication policy says it.
    package var authenticator: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, whether passkeys of the machine may be used: refused, since the device authentication policy says
    /// it.
    package var boundBiometrics: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, whether security keys may be used: refused, since the device authentication policy says it.
    package var securityKey: MobileApplicationRules.Switch?
    /// An older setting of MFA actions, the native apps that may be used: refused unless empty, since the device authentication policy
    /// says it.
    package var applications: [LegacyApplication]?
    // Of LOGIN and IDENTIFIER_FIRST.
    /// The recovery of forgotten passwords, of LOGIN and IDENTIFIER_FIRST; nil for none.
    package var recovery: MobileApplicationRules.Switch?
    /// Registration, of LOGIN and IDENTIFIER_FIRST; refused when enabled, since flows make no accounts.
    package var registration: MobileApplicationRules.Switch?

    package init(id: UUID, type: Kind, priority: Int) {
        self.id = id
        self.type = type
        self.priority = priority
    }

    /// The type of an action; its raw value is the name in the API.
    package enum Kind: String, Sendable, CaseIterable {
        case login = "LOGIN"
        case identifierFirst = "IDENTIFIER_FIRST"
        case mfa = "MULTI_FACTOR_AUTHENTICATION"
        case identityProvider = "IDENTITY_PROVIDER"
        case progressiveProfiling = "PROGRESSIVE_PROFILING"
        case agreement = "AGREEMENT"
        case pingID = "PINGID_AUTHENTICATION"
        case pingIDWindows = "PINGID_WINLOGIN_PASSWORDLESS_AUTHENTICATION"

        /// Whether this server can run it. The others are kept, and refused when they are to be run.
        package var isSupported: Bool { self == .login || self == .identifierFirst || self == .mfa }
    }

    /// The treatment of users without a device; its raw value is the name in the API.
    package enum NoDevices: String, Sendable, CaseIterable {
        case bypass = "BYPASS"
        case block = "BLOCK"
    }

    /// The settings of a native app that the action itself had before the policy did.
    package struct LegacyApplication: Sendable, Equatable {
        /// The id of the application.
        package var id = ""
        /// Whether the app's device is enrolled at a sign-in with it.
        package var autoEnrollment: MobileApplicationRules.Switch?
        /// Whether the app's device is proof enough by itself.
        package var deviceAuthorization: LegacyAuthorization?
        package init() {}
    }

    /// The proof that a native app gives of its device.
    package struct LegacyAuthorization: Sendable, Equatable {
        /// Whether the proof counts.
        package var isEnabled = false
        /// The check of the proof by a push; nil for none.
        package var extraVerification: Verification?
        package init() {}

        /// The strictness of the check by a push.
        package enum Verification: String, Sendable, CaseIterable { case disabled, permissive, restrictive }
    }
}

extension SignOnAction: Shaped {
    package static let shapeName = "SignOnPolicyAction"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("type", \.type, .choice, .required), Member("priority", \.priority, .integer(1...1000), .required),
        Member("condition", optional: \.condition, .condition),
        Member("devicePolicy", optional: \.devicePolicy, .reference(to: .id.naming(.devicePolicy))).formerly("deviceAuthenticationPolicy"),
        Member("noDevices", optional: \.noDevices, .choice).formerly("noDevicesMode"), Member("sms", optional: \.sms, .object),
        Member("email", optional: \.email, .object), Member("voice", optional: \.voice, .object),
        Member("authenticator", optional: \.authenticator, .object), Member("boundBiometrics", optional: \.boundBiometrics, .object),
        Member("securityKey", optional: \.securityKey, .object),
        Member("applications", optional: \.applications, .list(.object, count: 0...64)),
        Member("recovery", optional: \.recovery, .object), Member("registration", optional: \.registration, .object),
    ]

    package init() { self.init(id: .zero, type: .login, priority: 1) }

    /// Refuses what only another type of action has: it would do nothing in this one.
    package func check(_ reading: inout ShapeReading) {
        let ofMFA: [(String, Bool)] = [
            ("devicePolicy", devicePolicy != nil), ("noDevices", noDevices != nil), ("sms", sms != nil),
            ("email", email != nil), ("voice", voice != nil), ("authenticator", authenticator != nil),
            ("boundBiometrics", boundBiometrics != nil), ("securityKey", securityKey != nil), ("applications", applications != nil),
        ]
        for (name, isSent) in ofMFA where isSent && type != .mfa {
            reading.refuse(.invalid, "only an action of type \(Kind.mfa.rawValue) has it", at: name)
        }
        for (name, isSent) in [("recovery", recovery != nil), ("registration", registration != nil)]
        where isSent && type != .login && type != .identifierFirst {
            reading.refuse(.invalid, "only an action of type LOGIN or IDENTIFIER_FIRST has it", at: name)
        }
    }
}

extension SignOnAction {
    /// Refuses what would be kept and do nothing: what an action of old said and the device authentication policy says now, and accounts that
    /// users make in a flow.
    func checkEffects() throws(ShapeError) {
        if registration?.isEnabled == true {
            throw ShapeError(.invalid, at: "registration", "flows make no accounts; a journey with registration nodes does")
        }
        let old: [(String, Bool)] = [
            ("sms", sms != nil), ("email", email != nil), ("voice", voice != nil), ("authenticator", authenticator != nil),
            ("boundBiometrics", boundBiometrics != nil), ("securityKey", securityKey != nil),
            ("applications", applications?.isEmpty == false),
        ]
        for (name, isSet) in old where isSet {
            throw ShapeError(.invalid, at: name, "the device authentication policy says this; name it in deviceAuthenticationPolicy")
        }
    }
}

extension SignOnAction.LegacyApplication: Shaped {
    package static let shapeName = "SignOnActionApplication"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .text(1...128), .required), Member("autoEnrollment", optional: \.autoEnrollment, .object),
        Member("deviceAuthorization", optional: \.deviceAuthorization, .object),
    ]
}

extension SignOnAction.LegacyAuthorization: Shaped {
    package static let shapeName = "SignOnActionDeviceAuthorization"
    package static let members: [Member<Self>] = [
        Member("enabled", \.isEnabled, .flag, .required), Member("extraVerification", optional: \.extraVerification, .choice),
    ]
}
