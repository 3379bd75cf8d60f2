import Primitives
package import VerificationMessages

/// A transaction as the page shows it to the browser that began it.
package struct PageVisit: Sendable {
    /// The state. Its token is that of the next submission; nil when none is taken.
    package let report: VerificationReport
    /// The parts that are asked for.
    package let requirements: [VerificationRequirement]
    /// Whether pictures are collected and nothing is checked.
    package let collectsOnly: Bool
    /// The pictures that were taken for the next submission, with their faults.
    package let pictures: [CaptureSlot: [PictureFault]]

    /// The kinds of document that are taken.
    package var documents: [IdentityCardType] { requirements.first { $0.part == .governmentID }?.documents ?? [] }

    /// The kind of the document whose pictures were taken; nil before the first.
    package var document: IdentityCardType? { pictures.keys.map(\.card).first(where: \.isDocument) }

    /// The pictures to take when the document is of a kind, in their order.
    package func slots(_ document: IdentityCardType) -> [CaptureSlot] {
        let selfie = requirements.contains { $0.part == .selfie } ? CaptureSlot.all(of: .selfie) : []
        return CaptureSlot.all(of: document) + selfie
    }

    /// Whether a submission needs a picture.
    package func isRequired(_ slot: CaptureSlot) -> Bool {
        slot.card.isDocument ? slot.side == slot.card.sides.required : requirements.contains { $0.part == .selfie && $0.isRequired }
    }

    /// Whether all pictures are there that a submission needs.
    package var isComplete: Bool {
        guard let document else { return false }
        return slots(document).allSatisfy { !isRequired($0) || pictures[$0] != nil }
    }
}
