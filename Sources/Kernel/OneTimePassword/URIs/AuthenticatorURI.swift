public import Primitives

/// An account as a QR code brings it to an authenticator app: `otpauth`, `pushauth` and `mfauth` (`docs/protocols/step-protocol.md` 6.1).
///
/// `otpauth://totp/Example:ada?secret=…` has a one-time password, `pushauth://push/…` push approval, `mfauth://totp/…` both.
public struct AuthenticatorURI: Sendable, Equatable {
    /// The issuer; may be empty when ``account`` isn't.
    public var issuer: String
    /// The account's name, which may be empty when ``issuer`` isn't.
    public var account: String
    /// The one-time passwords of the account; nil when it has none.
    public var password: Password?
    /// The pushes of the account; nil when it has none.
    public var push: Push?
    /// The background colour of its card: six hexadecimal digits, red, green and blue.
    public var backgroundColor: String?
    /// The address of a logo.
    public var image: String?
    /// The issuer's demands on the device, as the text of a JSON object.
    public var policies: String?
    public var userID: String?

    /// Its one-time password.
    public struct Password: Sendable, Equatable {
        /// The moving factor of the codes.
        public enum Kind: Sendable, Equatable {
            /// Counts from a counter on.
            case hotp(counter: UInt64)
            /// Runs with the clock; `period` in seconds.
            case totp(period: Int)
        }

        /// The kind of one-time password, with its counter or period.
        public var kind: Kind
        /// The secret from which codes are computed.
        public var secret: Secret
        /// The hash function of the HMAC; SHA-1 by default.
        public var algorithm: HashAlgorithm
        /// 4 to 10.
        public var digits: Int
        /// The issuer's id of the record.
        public var deviceID: String?

        /// Makes a password of its members, which are taken unchecked. By default `deviceID` is nil, `kind` is `.totp(period: 30)`,
        /// `algorithm` is `.sha1`, and `digits` is `6`.
        public init(
            _ kind: Kind = .totp(period: 30), secret: Secret, algorithm: HashAlgorithm = .sha1, digits: Int = 6, deviceID: String? = nil
        ) {
            self.kind = kind
            self.secret = secret
            self.algorithm = algorithm
            self.digits = digits
            self.deviceID = deviceID
        }
    }

    /// The data for registering for push.
    public struct Push: Sendable, Equatable {
        /// The URL that the registration goes to, with `?_action=register`.
        public var registrationURL: String
        /// The URL that answers go to, with `?_action=authenticate`.
        public var authenticationURL: String
        /// The secret that requests are signed with.
        public var secret: Secret
        /// The server's challenge, which the registration answers.
        public var challenge: [UInt8]
        /// The id of the server's message, given back with the registration.
        public var messageID: String
        /// The cookie `name=value` that keeps a load balancer at the same server.
        public var loadBalancerCookie: String?
        /// The issuer's id of the record.
        public var deviceID: String?

        /// Makes a push of its members, which are taken unchecked. By default `loadBalancerCookie` and `deviceID` are nil.
        public init(
            registrationURL: String, authenticationURL: String, secret: Secret, challenge: [UInt8], messageID: String,
            loadBalancerCookie: String? = nil, deviceID: String? = nil
        ) {
            self.registrationURL = registrationURL
            self.authenticationURL = authenticationURL
            self.secret = secret
            self.challenge = challenge
            self.messageID = messageID
            self.loadBalancerCookie = loadBalancerCookie
            self.deviceID = deviceID
        }
    }

    /// Makes an authenticator URI of its members, which are taken unchecked. By default `password` and `push` are nil.
    public init(issuer: String, account: String, password: Password? = nil, push: Push? = nil) {
        self.issuer = issuer
        self.account = account
        self.password = password
        self.push = push
    }
}
