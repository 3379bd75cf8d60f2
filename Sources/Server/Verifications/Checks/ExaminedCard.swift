import IdentityChecks
import Primitives
import VerificationMessages
import VisionMessages

/// A card as this server has read it.
struct ExaminedCard: Sendable {
    let card: IdentityCard
    /// The evidence of a document; empty of one that couldn't be read.
    let evidence: DocumentEvidence
    /// The report on the side with the face; nil when it couldn't be read.
    let face: VisionReport?
    /// The payload of the barcode that was read; nil for none.
    let barcode: [UInt8]?

    /// The reading to keep.
    var reading: CardReading {
        CardReading(
            fields: card.type.isDocument ? evidence.fields : IdentityFields(), barcode: barcode, portrait: face?.portrait, claim: nil)
    }
}

/// The data that were read on a card, as they are kept.
struct CardReading: Sendable, Equatable {
    var fields: IdentityFields
    var barcode: [UInt8]?
    /// The portrait, cut out: a JPEG file.
    var portrait: [UInt8]?
    /// The fields of the claim that spares the document's check; nil for none.
    var claim: IdentityFields?

    var json: JSONValue {
        var object: JSONObject = ["fields": fields.json]
        object["barcode"] = barcode.map { .string(Base64URL.encode($0)) }
        object["portrait"] = portrait.map { .string(Base64URL.encode($0)) }
        object["claim"] = claim?.json
        return .object(object)
    }

    init(fields: IdentityFields = IdentityFields(), barcode: [UInt8]? = nil, portrait: [UInt8]? = nil, claim: IdentityFields? = nil) {
        self.fields = fields
        self.barcode = barcode
        self.portrait = portrait
        self.claim = claim
    }

    init(json: JSONValue) throws {
        self.init(
            fields: try IdentityFields(json: json["fields"] ?? .object(JSONObject())),
            barcode: json["barcode"]?.string.flatMap(Base64URL.decode), portrait: json["portrait"]?.string.flatMap(Base64URL.decode),
            claim: try json["claim"].map(IdentityFields.init(json:)))
    }

    /// The fields to tell: those of the claim, where one spares the check.
    var told: IdentityFields { claim ?? fields }
}
