import DeviceFoundation
import Foundation
import Primitives
public import VerifiableClaims
public import VerificationMessages

/// The claim of a successful verification, kept so that the same documents aren't verified again.
public struct KeptClaim: Sendable, Equatable {
    /// A document that a claim is about.
    public struct Document: Sendable, Equatable {
        /// The kind.
        public let type: IdentityCardType
        /// The app's own id of the card.
        public let id: String
        /// The document's number, as the app read it; nil where it read none.
        public let number: String?
        /// The SHA-256 of the image of its front, in base64url; nil for none.
        public let front: String?

        init(_ card: IdentityCard) {
            type = card.type
            id = card.id
            number = card.fields[.idNumber]
            front = card.image(.front).map { Base64URL.encode($0.digest) }
        }
    }

    /// The claim with all its keys and values.
    public let claim: SaltedClaim
    /// The documents that were verified.
    public let documents: [Document]
    /// The claim as its service signed it.
    package let token: SDJWT
    /// The address of the service, and the thumbprint of the key by which it signed.
    let base, issuerKey: String
    /// The keys to which the claim is bound.
    let keys: KeyPairNames

    init(
        claim: SaltedClaim, token: SDJWT, documents: [Document], base: String, issuerKey: String, keys: KeyPairNames
    ) {
        self.claim = claim
        self.token = token
        self.documents = documents
        self.base = base
        self.issuerKey = issuerKey
        self.keys = keys
    }

    /// Whether the claim is about one of some documents: of the same kind, and with the same id, number or image.
    func isAbout(_ others: [Document]) -> Bool {
        documents.contains { document in
            others.contains { other in
                document.type == other.type
                    && (document.id == other.id || document.number != nil && document.number == other.number
                        || document.front != nil && document.front == other.front)
            }
        }
    }
}

extension KeptClaim {
    var json: JSONObject {
        [
            "claim": .object(claim.json), "token": .string(token.text), "documents": .array(documents.map(\.json)),
            "base": .string(base), "issuerKey": .string(issuerKey), "keys": keys.json,
        ]
    }

    /// Reads what the store keeps: it was verified before it was kept, and is again before it is shown.
    init(_ record: JSONObject) throws(VerificationError) {
        guard let members = record["claim"]?.object, let text = record["token"]?.string, let base = record["base"]?.string,
            let issuerKey = record["issuerKey"]?.string, let keys = KeyPairNames(json: record["keys"]),
            let claim = try? SaltedClaim(members), let token = try? SDJWT(parsing: text, limits: ClaimPolicy.limits)
        else { throw VerificationBook.unreadable(.claims) }
        let documents = (record["documents"]?.array ?? []).compactMap(Document.init)
        self.init(claim: claim, token: token, documents: documents, base: base, issuerKey: issuerKey, keys: keys)
    }
}

extension KeptClaim.Document {
    var json: JSONValue {
        var object: JSONObject = ["type": .string(type.rawValue), "id": .string(id)]
        object["number"] = number.map(JSONValue.string)
        object["front"] = front.map(JSONValue.string)
        return .object(object)
    }

    init?(_ json: JSONValue) {
        guard let type = json["type"]?.string.flatMap(IdentityCardType.init(exactly:)), let id = json["id"]?.string else { return nil }
        self.type = type
        self.id = id
        number = json["number"]?.string
        front = json["front"]?.string
    }
}
