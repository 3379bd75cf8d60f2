package import Foundation
import Primitives
package import ResourceMessages
package import DevicePolicies
import Foundations

/// A step of a sign-on policy.
package struct SignOnAction: Sendable, Equatable, Identifiable {
    package var id: UUID
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
    package var sms: MobileApplicationRules.Switch?
    package var email: MobileApplicationRules.Switch?
    package var voice: MobileApplicationRules.Switch?
    package var authenticator: MobileApplicationRules.Switch?
    package var boundBiometrics: MobileApplicationRules.Switch?
    package var securityKey: MobileApplicationRules.Switch?
    package var applications: [LegacyApplication]?
    // Of LOGIN and IDENTIFIER_FIRST.
    package var recovery: MobileApplicationRules.Switch?
    package var registration: MobileApplicationRules.Switch?

    package init(id: UUID, type: Kind, priority: Int) {
        self.id = id
        self.type = type
        self.priority = priority
    }

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

    package enum NoDevices: String, Sendable, CaseIterable {
        case bypass = "BYPASS"
        case block = "BLOCK"
    }

    /// The settings of a native app that the action itself had before the policy did.
    package struct LegacyApplication: Sendable, Equatable {
        package var id = ""
        package var autoEnrollment: MobileApplicationRules.Switch?
        package var deviceAuthorization: LegacyAuthorization?
        package init() {}
    }

    package struct LegacyAuthorization: Sendable, Equatable {
        package var isEnabled = false
        package var extraVerification: Verification?
        package init() {}

        package enum Verification: String, Sendable, CaseIterable { case disabled, permissive, restrictive }
    }
}

extension SignOnAction: Shaped {
    package static let shapeName = "SignOnPolicyAction"
    package static let members: [Member<Self>] = [
        Member("id", \.id, .id, .readOnly),
        Member("type", \.type, .choice, .required), Member("priority", \.priority, .integer(1...1000), .required),
        Member("condition", optional: \.condition, .condition),
        Member("devicePolicy", optional: \.devicePolicy, .reference).formerly("deviceAuthenticationPolicy"),
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
