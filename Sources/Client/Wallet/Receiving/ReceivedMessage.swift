public import Foundation
import Primitives
public import VerifiableClaims

/// A message from another party, whose signature is verified.
public struct ReceivedMessage: Sendable {
    /// The content by the kind of message. What isn't verified isn't in it; ``ReceivedMessage/errors`` says why.
    public enum Content: Sendable {
        /// Claims and data that the sender shows.
        case shares([ReceivedShare])
        /// A claim that was issued to this wallet, which keeps it; nil for one that isn't believed.
        case claim(SaltedClaim?)
        /// The sender says that a claim of this wallet's isn't good from a time on; nil for a statement that isn't believed.
        case expiry(ClaimHead?, from: Date?)
        /// A request to show something.
        case request(ShareRequest)
        /// The sender couldn't process a message of this wallet's.
        case failure(String)
    }

    /// The message's id, the same however often it comes.
    public let id: UUID
    /// The sender's id.
    public let sender: UUID
    /// The time at which it was sent, as the sender says.
    public let sentAt: Date
    /// The sender's text for users; nil for none.
    public let text: String?
    /// The challenge that it asks with, or answers; nil for none.
    public let challenge: ExchangeChallenge?
    /// True when the process ended while this message was being received before: whether it was, only the receiver can know.
    public let isRepeated: Bool
    /// The content.
    public let content: Content
    /// The reasons for which parts of it aren't believed; empty when all is.
    public let errors: [WalletError]
}

/// A part of what a party shows.
public enum ReceivedShare: Sendable, Equatable {
    /// A claim with the pairs that were shown: signed by its issuer, shown by its holder, in the log and not revoked.
    case claim(SaltedClaim)
    /// Keys and values that nothing proves.
    case data([ClaimContent.Pair])
}
