public import Foundation
import Primitives
public import VerifiableClaims

/// Asks the user before the wallet shares anything.
public protocol ShareConsent: Sendable {
    /// Whether the user wants to share exactly what the question says.
    func allows(_ question: ShareQuestion) async -> Bool
}

/// A question to the user before a share: who receives which fields, and why.
public struct ShareQuestion: Sendable {
    /// Some fields, and whether the recipient can verify them.
    public struct Item: Sendable, Equatable {
        /// The keys and values that are shared, in order.
        public let fields: [ClaimContent.Pair]
        /// The id of the issuer who signed them; nil for data that nothing proves.
        public let issuer: String?
        /// The id of the claim; nil for data that nothing proves.
        public let claim: UUID?
    }

    /// The id of the party who receives the share.
    public let recipient: UUID
    /// The recipient's own words of why it asks; nil where it has not asked, or has given none. Nothing proves what they say.
    public let purpose: String?
    /// The keys that the recipient has asked for; nil where it asked for none in particular.
    public let requestedKeys: [String]?
    /// The text that goes with the share; nil for none.
    public let message: String?
    /// The shared items.
    public let items: [Item]
}

/// The consent of an app that has asked its user before it called, and of a service, which has no user: the call itself is the consent.
public struct ConsentByCall: ShareConsent {
    /// Makes the consent.
    public init() {}
    /// Allows what the caller asks for.
    public func allows(_ question: ShareQuestion) async -> Bool { true }
}
