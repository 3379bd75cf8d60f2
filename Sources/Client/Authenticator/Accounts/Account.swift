public import AuthenticatorMessages
public import Foundation
import OneTimePassword
import Primitives

/// An account of an issuer, with the mechanisms by which it is shown that the user has this device.
public struct Account: Sendable, Equatable, Identifiable {
    /// The lock of an account: while it is there, the account makes no codes and answers no pushes.
    public struct Lock: Sendable, Equatable {
        /// The name of the policy that the device fails, or what the app calls it.
        public var policy: String
        /// Whether the app locked it, and not a policy: then it stays so until the app unlocks it.
        public var isByApp: Bool

        /// Makes a lock of its members, which are taken unchecked. By default `isByApp` is `false`.
        public init(policy: String, isByApp: Bool = false) {
            self.policy = policy
            self.isByApp = isByApp
        }
    }

    /// The issuer, and the name of the account: for good, since its identity is made of them.
    public let issuer, name: String
    /// The owner's names for them.
    public var displayIssuer, displayName: String?
    /// The address of a logo.
    public var image: String?
    /// Six hexadecimal digits.
    public var backgroundColor: String?
    /// The time when the account was added on this device.
    public let added: Date
    /// The issuer's demands on the device.
    public var policies: DevicePolicies?
    /// The lock on the account, by a policy or by the app; nil while it can be used.
    public var lock: Lock?
    /// The account's mechanisms, at most one of each kind.
    public var mechanisms: [Mechanism]

    /// Makes an account of its members, which are taken unchecked. By default `displayIssuer`, `displayName`, `image`, `backgroundColor`,
    /// `policies` and `lock` are nil, and `mechanisms` is empty.
    public init(
        issuer: String, name: String, displayIssuer: String? = nil, displayName: String? = nil, image: String? = nil,
        backgroundColor: String? = nil, added: Date, policies: DevicePolicies? = nil, lock: Lock? = nil, mechanisms: [Mechanism] = []
    ) {
        self.issuer = issuer
        self.name = name
        self.displayIssuer = displayIssuer
        self.displayName = displayName
        self.image = image
        self.backgroundColor = backgroundColor
        self.added = added
        self.policies = policies
        self.lock = lock
        self.mechanisms = mechanisms
    }

    /// Its identity (`docs/protocols/step-protocol.md` 6.1).
    public var id: String { "\(issuer)-\(name)" }
    /// Whether the account is locked, by a policy or by the app; its codes and pushes are then refused.
    public var isLocked: Bool { lock != nil }
    /// The mechanism of its one-time passwords: of an account that has codes of both kinds, the older; nil when it has none.
    public var password: Mechanism? { mechanisms.first { $0.password != nil } }
    /// The mechanism by which it is asked; nil when it isn't.
    public var push: Mechanism? { mechanisms.first { $0.push != nil } }
}
