import Crypto
import DeviceMessages
import Foundation
import Primitives
public import VerificationMessages
import VisionMessages

/// A document or a selfie that an app has captured and not submitted yet.
public struct CapturedCard: Sendable, Equatable {
    /// The kind.
    public var type: IdentityCardType
    /// The app's own id of the card, 1 to 128 bytes. A card that was verified under this id before isn't verified again.
    public var id: String
    /// The fields that the app read, as encoded in the barcode where they come from one; none of a selfie.
    public var fields: IdentityFields
    /// The payload of the document's barcode, at most 8192 bytes; nil where the app read none.
    public var barcode: [UInt8]?
    /// The images, one of a side.
    public var images: [CapturedImage]

    /// Makes a card of its parts, which are checked when it is submitted. By default it has neither fields nor barcode.
    public init(
        _ type: IdentityCardType, id: String, fields: IdentityFields = IdentityFields(), barcode: [UInt8]? = nil, images: [CapturedImage]
    ) {
        self.type = type
        self.id = id
        self.fields = fields
        self.barcode = barcode
        self.images = images
    }

    /// The card as it is submitted, without the references to its images.
    var bare: IdentityCard { IdentityCard(type: type, id: id, fields: fields, barcode: barcode, images: []) }
}

extension [CapturedCard] {
    /// A hash of all that the cards have, by which a submission that is repeated is known.
    var fingerprint: String {
        var hash = SHA256()
        for card in self {
            hash.update(data: card.bare.json.encoded)
            for image in card.images {
                let head: JSONValue = ["side": .string(image.side.rawValue), "face": image.face?.json ?? .null]
                hash.update(data: head.encoded)
                hash.update(data: [UInt8](SHA256.hash(data: image.file)))
            }
        }
        return Base64URL.encode(hash.finalize())
    }

    /// Checks the cards against what a transaction asks for.
    /// - Throws: ``VerificationError/Code/cards`` and ``VerificationError/Code/image``.
    func check(against requirements: [VerificationRequirement]) throws(VerificationError) {
        for requirement in requirements {
            let cards = filter { requirement.part == .selfie ? $0.type == .selfie : $0.type.isDocument }
            if requirement.isRequired, cards.isEmpty {
                throw VerificationError(.cards, requirement.part == .selfie ? "a selfie is missing" : "a document is missing")
            }
            guard cards.allSatisfy({ $0.type == .selfie || requirement.documents.contains($0.type) }) else {
                throw VerificationError(.cards, "a document of this kind isn't taken")
            }
        }
        for image in flatMap(\.images) {
            do { _ = try ImageHeader(of: image.file) } catch { throw VerificationError(.image, error.reason, underlying: error) }
        }
    }
}
