public import Foundation
import Primitives
public import VerifiableClaims

/// A request to share data: from the QR code of a service, or received as a message.
public struct ShareRequest: Sendable, Equatable {
    /// The id of the party that asks.
    public let sender: UUID
    /// The challenge that the answer repeats; nil for none.
    public let challenge: ExchangeChallenge?
    /// The asking party's words; nil for none.
    public let message: String?
    /// The keys that are asked for, `Key` or `CardType->Key`; nil for none in particular.
    public let keys: [String]?

    /// A request of its parts.
    public init(sender: UUID, challenge: ExchangeChallenge?, message: String?, keys: [String]?) {
        self.sender = sender
        self.challenge = challenge
        self.message = message
        self.keys = keys
    }
}
