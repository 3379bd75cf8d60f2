public import Foundation
import Primitives
public import VerifiableClaims

/// The content of a claim that is to be issued.
public struct ClaimDraft: Sendable {
    /// The keys and values, each key once, at most ``/VerifiableClaims/ClaimIssuer/mostPairs``. `CardType` names the kind of card, `CardImage` is
    /// its picture as SVG.
    public var pairs: [ClaimContent.Pair]
    /// The id of the claim that the data came from; nil for none.
    public var reference: UUID?
    /// The time from which it isn't good any more, in whole seconds; nil for a claim without end.
    public var expires: Date?

    /// A draft of its parts; without a reference and an end unless given.
    public init(_ pairs: [ClaimContent.Pair], reference: UUID? = nil, expires: Date? = nil) {
        self.pairs = pairs
        self.reference = reference
        self.expires = expires
    }
}
