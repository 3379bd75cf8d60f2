import CBOR
package import Primitives
package import WebAuthn

/// A credential that an authenticator has made and that isn't stored yet.
package struct NewPasskey: Sendable, Equatable {
    /// The id of the relying party that it is for.
    package let relyingParty: String
    package let record: CredentialRecord
    /// The client's name for its device.
    package let name: String?
    /// The attachment of the authenticator; nil when the client didn't say.
    package let attachment: AuthenticatorAttachment?
    /// Whether it is found without its id; nil when the client didn't say.
    package let isDiscoverable: Bool?
    /// The kind of attestation that came with it.
    package let attestation: AttestationResult.Kind
    /// The user handle under which its authenticator keeps it; nil for the one that this server gives.
    package let userHandle: [UInt8]?

    /// The credential of a registration that was verified; a name is cut to 100 characters.
    package init(_ registered: RegistrationCeremony.Registered, for relyingParty: String, name: String? = nil) {
        self.relyingParty = relyingParty
        record = registered.record
        self.name = name.flatMap { $0.isEmpty ? nil : String($0.prefix(100)) }
        attachment = registered.attachment
        isDiscoverable = registered.isDiscoverable
        attestation = registered.attestation.kind
        userHandle = nil
    }

    /// A credential that another server of the same relying party has registered.
    package init(imported record: CredentialRecord, for relyingParty: String, name: String?, userHandle: [UInt8]?) {
        self.relyingParty = relyingParty
        self.record = record
        self.name = name
        (attachment, isDiscoverable, attestation) = (nil, nil, .none)
        self.userHandle = userHandle
    }

    /// The passkey as a journey carries it to the node that keeps it. Nothing in it is secret.
    package var json: JSONValue {
        var json: JSONObject = [
            "relyingParty": .string(relyingParty), "id": .string(Base64URL.encode(record.id)),
            "publicKey": .string(Base64URL.encode(record.publicKey.cbor.encoded)), "signCount": .integer(Int64(record.signCount)),
            "verified": .bool(record.isVerified), "transports": .array(record.transports.map(JSONValue.string)),
            "backedUp": .bool(record.isBackedUp), "model": .string(record.model),
            "attestation": .string(attestation.rawValue),
        ]
        json["backupEligible"] = record.isBackupEligible.map(JSONValue.bool)
        json["name"] = name.map(JSONValue.string)
        json["attachment"] = attachment.map { .string($0.rawValue) }
        json["discoverable"] = isDiscoverable.map(JSONValue.bool)
        return .object(json)
    }

    /// Reads ``json``; nil for anything else.
    package init?(json: JSONValue) {
        guard let party = json["relyingParty"]?.string, let id = json["id"]?.string.flatMap({ Base64URL.decode($0) }),
            let bytes = json["publicKey"]?.string.flatMap({ Base64URL.decode($0) }), let cbor = try? CBORValue(decoding: bytes),
            let key = try? COSEKey(cbor: cbor)
        else { return nil }
        relyingParty = party
        record = CredentialRecord(
            id: id, publicKey: key, signCount: UInt32(truncatingIfNeeded: json["signCount"]?.integer ?? 0),
            isVerified: json["verified"]?.bool ?? false, transports: json["transports"]?.strings ?? [],
            isBackupEligible: json["backupEligible"]?.bool ?? false, isBackedUp: json["backedUp"]?.bool ?? false,
            model: json["model"]?.string ?? "")
        name = json["name"]?.string
        attachment = json["attachment"]?.string.flatMap(AuthenticatorAttachment.init(exactly:))
        isDiscoverable = json["discoverable"]?.bool
        attestation = json["attestation"]?.string.flatMap(AttestationResult.Kind.init(exactly:)) ?? .none
        userHandle = nil
    }
}
