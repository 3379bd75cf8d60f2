import CBOR
package import Primitives
package import WebAuthn

/// A passkey, as a file has one: what the server knows of it, which works for the same relying party alone (WebAuthn L3 §4).
package struct ImportedPasskey: Sendable, Equatable {
    /// The id of the relying party that it is for, a domain.
    package let relyingParty: String
    package let credential: CredentialRecord
    /// The owner's name for it.
    package let name: String?
    /// The user handle under which its authenticator keeps it; nil for that of this server.
    package let userHandle: [UInt8]?

    /// The bytes by which an authenticator keeps it.
    struct Identity {
        let id: [UInt8]
        /// The COSE key.
        let publicKey: [UInt8]
        /// Nil for the handle that this server gives.
        let userHandle: [UInt8]?
    }

    /// Makes a passkey of the member that tells the rest: `sign_count`, `transports`, `aaguid`, `name` and `backup_eligible`.
    /// - Throws: ``RecordError`` for a key that can't be used, and for lengths that no authenticator has (WebAuthn L3 §4, §5.4.3).
    init(_ identity: Identity, for relyingParty: String, rest: JSONObject) throws(RecordError) {
        let transports = rest["transports"]?.strings ?? []
        guard (1...1023).contains(identity.id.count), (1...64).contains(identity.userHandle?.count ?? 1),
            let count = UInt32(exactly: rest["sign_count"]?.integer ?? 0), (1...253).contains(relyingParty.utf8.count),
            transports.count <= 8, transports.allSatisfy({ $0.utf8.count <= 32 })
        else { throw RecordError("passkeys", "an id, a handle, a counter or a relying party is out of range") }
        guard identity.publicKey.count <= 4096, let cbor = try? CBORValue(decoding: identity.publicKey), let key = try? COSEKey(cbor: cbor)
        else {
            throw RecordError("passkeys", "a public key isn't one that passkeys have here")
        }
        var credential = CredentialRecord(
            id: identity.id, publicKey: key, signCount: count, transports: transports.map { $0.lowercased() },
            isBackupEligible: rest["backup_eligible"]?.bool)
        if let model = rest["aaguid"]?.string, model.utf8.count == 36 { credential.model = model.lowercased() }
        self.relyingParty = relyingParty
        self.credential = credential
        name = rest["name"]?.string.map { String($0.prefix(100)) }
        userHandle = identity.userHandle
    }

    /// Reads ``json``.
    init(json: JSONValue) throws(RecordError) {
        guard let id = json["id"]?.string.flatMap({ Base64URL.decode($0) }), let party = json["relying_party"]?.string,
            let key = json["public_key"]?.string.flatMap({ Base64URL.decode($0) })
        else { throw RecordError("passkeys", "id, public_key and relying_party are texts, the first two in base64url") }
        let handle = json["user_handle"]?.string
        let bytes = handle.flatMap { Base64URL.decode($0) }
        guard handle == nil || bytes != nil else { throw RecordError("passkeys", "user_handle isn't in base64url") }
        try self.init(Identity(id: id, publicKey: key, userHandle: bytes), for: party, rest: json.object ?? JSONObject())
    }

    /// The passkey as JSON lines have it, bytes in base64url.
    package var json: JSONValue {
        var json: JSONObject = [
            "id": .string(Base64URL.encode(credential.id)), "public_key": .string(Base64URL.encode(credential.publicKey.cbor.encoded)),
            "relying_party": .string(relyingParty), "sign_count": .integer(Int64(credential.signCount)),
            "transports": .array(credential.transports.map(JSONValue.string)), "aaguid": .string(credential.model),
        ]
        json["name"] = name.map(JSONValue.string)
        json["user_handle"] = userHandle.map { .string(Base64URL.encode($0)) }
        json["backup_eligible"] = credential.isBackupEligible.map(JSONValue.bool)
        return .object(json)
    }
}
