public import Foundation
import Primitives
import VerifiableClaims

/// A moment, as Java names it.
public typealias Instant = Date

/// The link between a request and its answer, which carries the same challenge; after its end nothing is answered.
public struct Challenge: Sendable, Hashable {
    /// The challenge's id.
    public var id: UUID
    /// The time from which it isn't answered any more, in whole seconds; nil for no end.
    public var expiresAt: Instant?

    /// A challenge with a new id and no end, unless given.
    public init(id: UUID = UUID(), expiresAt: Instant? = nil) {
        self.id = id
        self.expiresAt = expiresAt
    }

    init(_ challenge: ExchangeChallenge) { self.init(id: challenge.id, expiresAt: challenge.expires) }

    var exchange: ExchangeChallenge { ExchangeChallenge(id: id, expires: expiresAt) }
}
