public import Foundation
public import JOSE
import Primitives

/// The content of a claim to issue.
public struct ClaimContent: Sendable {
    /// A key with its value.
    public struct Pair: Sendable, Equatable {
        /// The key, such as `accountNumber`.
        public var key: String
        /// The value.
        public var value: String

        /// A pair of its parts.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The issuer's id.
    public var issuer: String
    /// The id of the party whom the claim is about.
    public var subject: String
    /// The id of the party who keeps the claim and shows it.
    public var holder: String
    /// The key that the holder will prove, of which the public half is signed.
    public var holderKey: JWK
    /// The name of the log in which the claim is registered (`partitionId`).
    public var log: String
    /// The id of the claim that the data came from; nil for none.
    public var reference: UUID?
    /// The keys and values, each key once.
    public var pairs: [Pair]
    /// The time from which the claim is no longer good, in whole seconds; nil for a claim without end.
    public var expires: Date?

    /// A content of its parts; without a reference and an end unless given.
    public init(
        issuer: String, subject: String, holder: String, holderKey: JWK, log: String, pairs: [Pair], reference: UUID? = nil,
        expires: Date? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.holder = holder
        self.holderKey = holderKey
        self.log = log
        self.reference = reference
        self.pairs = pairs
        self.expires = expires
    }
}
