import Primitives

/// A key as a request names it: `Key`, or `CardType->Key` for that of a claim whose pair `CardType` has this value
/// (`docs/protocols/claims.md` 7).
struct RequestedKey: Sendable, Equatable {
    /// The value that the claim's `CardType` must have; nil for any claim.
    let cardType: String?
    let key: String

    init(_ text: String) {
        let parts = text.split(separator: "->", maxSplits: 1, omittingEmptySubsequences: false)
        cardType = parts.count == 2 ? String(parts[0]) : nil
        key = String(parts[parts.count - 1])
    }

    func matches(_ key: String, of claim: HeldClaim) -> Bool {
        key == self.key && (cardType == nil || claim.value(of: Self.cardTypeKey) == cardType)
    }

    private static let cardTypeKey = "CardType"
}
