import Foundation
import Primitives
import VerificationMessages

/// A submission on its way: the cards with the keys of their images, and how far it has come.
struct PendingSubmission: Sendable, Equatable {
    let id: UUID
    let transaction: UUID
    let fingerprint: String
    let cards: [IdentityCard]
    /// The images that the server has.
    var uploaded: Set<UUID> = []
    /// Whether the submission itself was sent: then it may have arrived.
    var isSent = false

    var images: [ImageReference] { cards.flatMap(\.images) }
    var documents: [KeptClaim.Document] { cards.filter(\.type.isDocument).map(KeptClaim.Document.init) }

    init(id: UUID, transaction: UUID, fingerprint: String, cards: [IdentityCard]) {
        self.id = id
        self.transaction = transaction
        self.fingerprint = fingerprint
        self.cards = cards
    }

    var json: JSONObject {
        [
            "id": .string(id.text), "transaction": .string(transaction.text), "fingerprint": .string(fingerprint),
            "cards": .array(cards.map(\.json)),
            "uploaded": .array(uploaded.map(\.text).sorted().map(JSONValue.string)), "isSent": .bool(isSent),
        ]
    }

    init(_ members: JSONObject) throws(VerificationError) {
        guard let id = members["id"]?.string.flatMap(UUID.init(text:)),
            let transaction = members["transaction"]?.string.flatMap(UUID.init(text:)),
            let fingerprint = members["fingerprint"]?.string, let cards = members["cards"]?.array
        else { throw VerificationBook.unreadable(.submission) }
        do {
            self.init(id: id, transaction: transaction, fingerprint: fingerprint, cards: try cards.map { try IdentityCard(json: $0) })
        } catch { throw VerificationError(.storage, "the stored submission can't be read", underlying: error) }
        isSent = members["isSent"]?.bool ?? false
        uploaded = Set((members["uploaded"]?.strings ?? []).compactMap(UUID.init(text:)))
    }
}
