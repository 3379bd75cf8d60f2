import Foundation
import Foundations
import Primitives
import Store
import VerificationMessages

/// A picture that the page took and that no submission names yet: what it shows, with the key that opens its file.
struct CapturedPicture: Sendable, Equatable {
    let slot: CaptureSlot
    let image: ImageReference
    let faults: [PictureFault]

    /// The id of the picture of a slot: one that is taken again replaces the one before.
    static func id(of slot: CaptureSlot, in stored: StoredVerification) -> UUID {
        .derived(from: stored.id, "verification picture \(stored.submissions + 1) \(slot.card.rawValue) \(slot.side.rawValue)")
    }

    /// The pictures that wait for a submission, by what they show.
    static func all(
        of stored: StoredVerification, opening sealer: Sealer, in transaction: any ReadTransaction
    ) throws -> [CaptureSlot: CapturedPicture] {
        let images = try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction).filter { $0.submission == nil }
        let pictures = try images.compactMap { image in
            try image.draft.map { try CapturedPicture(json: try sealer.openJSON($0, context: context(image.id, stored))) }
        }
        return Dictionary(pictures.map { ($0.slot, $0) }) { first, _ in first }
    }

    func sealed(for stored: StoredVerification, by sealer: Sealer) throws -> [UInt8] {
        let json: JSONValue = [
            "card": .string(slot.card.rawValue), "image": image.json, "faults": .array(faults.map { .string($0.name) }),
        ]
        return try sealer.seal(json, context: Self.context(image.id, stored))
    }

    private init(json: JSONValue) throws {
        let image = try ImageReference(json: json["image"] ?? .null)
        guard let card = json["card"]?.string.flatMap(IdentityCardType.init(exactly:)), let slot = CaptureSlot(card, image.side) else {
            throw Verifications.gone
        }
        self.init(slot: slot, image: image, faults: (json["faults"]?.array ?? []).compactMap { $0.string.flatMap(PictureFault.init) })
    }

    init(slot: CaptureSlot, image: ImageReference, faults: [PictureFault]) {
        self.slot = slot
        self.image = image
        self.faults = faults
    }

    private static func context(_ image: UUID, _ stored: StoredVerification) -> String { stored.context("draft/\(image.text)") }

    /// Removes the pictures of another document than this one's, since the page submits one; returns their files.
    func removeOtherDocuments(
        of stored: StoredVerification, opening sealer: Sealer, in transaction: any WriteTransaction
    ) throws -> [String] {
        guard slot.card.isDocument else { return [] }
        let others = try Self.all(of: stored, opening: sealer, in: transaction).values.filter {
            $0.slot.card.isDocument && $0.slot.card != slot.card
        }
        let images = try StoredImage.all(of: stored.id, realm: stored.realm, in: transaction).filter { image in
            others.contains { $0.image.id == image.id }
        }
        for image in images {
            try transaction.execute(
                "DELETE FROM verification_images WHERE realm = ?1 AND verification = ?2 AND id = ?3", stored.realm, stored.id, image.id)
        }
        return images.map(\.file)
    }
}
