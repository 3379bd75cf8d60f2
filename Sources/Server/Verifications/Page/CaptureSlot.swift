import Primitives
package import VerificationMessages

/// A picture that the page asks for: a side of a card.
package struct CaptureSlot: Sendable, Hashable {
    /// The kind of the card.
    package let card: IdentityCardType
    /// The side.
    package let side: ImageSide

    /// The picture of a card's side; nil for a side that the card doesn't have.
    package init?(_ card: IdentityCardType, _ side: ImageSide) {
        guard side == card.sides.required || side == card.sides.optional else { return nil }
        self.card = card
        self.side = side
    }

    /// The pictures of a card, the required one first.
    package static func all(of card: IdentityCardType) -> [CaptureSlot] {
        ImageSide.allCases.compactMap { CaptureSlot(card, $0) }
    }
}
