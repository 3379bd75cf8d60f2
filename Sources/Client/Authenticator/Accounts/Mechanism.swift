public import Foundation
public import OneTimePassword
public import Primitives

/// One way in which an account shows that its user has this device.
public struct Mechanism: Sendable, Equatable, Identifiable {
    /// The function of the mechanism.
    public enum Kind: Sendable, Equatable {
        /// One-time passwords, HOTP or TOTP.
        case password(Password)
        /// Pushes that ask the user.
        case push(Push)
    }

    /// The data that make one-time passwords.
    public struct Password: Sendable, Equatable {
        /// The kind of one-time password; ``AuthenticatorURI/Password/Kind/hotp(counter:)`` has the counter of the next code.
        public var kind: AuthenticatorURI.Password.Kind
        /// The secret from which codes are computed.
        public var secret: Secret
        /// The hash function of the HMAC.
        public var algorithm: HashAlgorithm
        /// The number of digits of a code.
        public var digits: Int

        /// Makes a password of its members, which are taken unchecked. By default `algorithm` is `.sha1`, and `digits` is `6`.
        public init(_ kind: AuthenticatorURI.Password.Kind, secret: Secret, algorithm: HashAlgorithm = .sha1, digits: Int = 6) {
            self.kind = kind
            self.secret = secret
            self.algorithm = algorithm
            self.digits = digits
        }
    }

    /// The data by which the user is asked.
    public struct Push: Sendable, Equatable {
        /// The secret that requests are signed with.
        public var secret: Secret
        /// The URLs to which the device posts its registration and its answers.
        public var registrationURL, authenticationURL: String
        /// The server must be told where pushes for this device go.
        public var isStale: Bool

        /// Makes a push of its members, which are taken unchecked. By default `isStale` is `false`.
        public init(secret: Secret, registrationURL: String, authenticationURL: String, isStale: Bool = false) {
            self.secret = secret
            self.registrationURL = registrationURL
            self.authenticationURL = authenticationURL
            self.isStale = isStale
        }
    }

    /// A UUID of this device's making; the server names it in pushes.
    public let id: String
    /// The time when the mechanism was added on this device.
    public let added: Date
    /// The function of the mechanism, with its data.
    public var kind: Kind
    /// The issuer's id of the user, and of its record of this device.
    public var userID, resourceID: String?

    /// Makes a mechanism of its members, which are taken unchecked. By default `userID` and `resourceID` are nil.
    public init(id: String, added: Date, _ kind: Kind, userID: String? = nil, resourceID: String? = nil) {
        self.id = id
        self.added = added
        self.kind = kind
        self.userID = userID
        self.resourceID = resourceID
    }

    /// The data of one-time passwords; nil for a mechanism of another kind.
    public var password: Password? { if case .password(let password) = kind { password } else { nil } }
    /// The data of pushes; nil for a mechanism of another kind.
    public var push: Push? { if case .push(let push) = kind { push } else { nil } }

    /// `totp`, `hotp` or `push`: an account has one of each at most.
    public var type: String {
        switch kind {
        case .push: "push"
        case .password(let password):
            switch password.kind {
            case .totp: "totp"
            case .hotp: "hotp"
            }
        }
    }
}
