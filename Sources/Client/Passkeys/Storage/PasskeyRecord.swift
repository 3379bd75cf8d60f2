import Foundation
import Primitives

/// A passkey as it is stored: what can be shown, and the secret that it makes others from. Its private key is in the key store.
struct PasskeyRecord: Sendable, Equatable {
    static let version: Int64 = 1

    var passkey: Passkey
    /// The seed of the extension `prf`, of which one secret is made for users who were verified, another for others.
    let seed: Secret

    var json: JSONValue {
        var json: JSONObject = [
            "version": .integer(Self.version), "id": .string(Base64URL.encode(passkey.id)), "rpId": .string(passkey.relyingPartyID),
            "rpName": .string(passkey.relyingPartyName), "handle": .string(Base64URL.encode(passkey.userHandle)),
            "userName": .string(passkey.userName), "displayName": .string(passkey.displayName), "created": Self.json(passkey.created),
            "discoverable": .bool(passkey.isDiscoverable), "signCount": .integer(Int64(passkey.signCount)),
            "seed": .string(seed.withBytes { Base64URL.encode($0) }),
        ]
        json["lastUsed"] = passkey.lastUsed.map(Self.json)
        return .object(json)
    }

    /// - Throws: `.storage` for a record that isn't one, or is of a newer version.
    init(json: JSONValue) throws(PasskeyError) {
        guard json["version"]?.integer == Self.version, let id = Self.bytes(json["id"]), let party = json["rpId"]?.string,
            let handle = Self.bytes(json["handle"]), let seed = Self.bytes(json["seed"]), let created = Self.date(json["created"])
        else { throw PasskeyError(.storage, "a stored passkey can't be read") }
        passkey = Passkey(
            id: id, relyingPartyID: party, relyingPartyName: json["rpName"]?.string ?? "", userHandle: handle,
            userName: json["userName"]?.string ?? "", displayName: json["displayName"]?.string ?? "", created: created,
            lastUsed: Self.date(json["lastUsed"]), isDiscoverable: json["discoverable"]?.bool ?? false,
            signCount: UInt32(truncatingIfNeeded: json["signCount"]?.integer ?? 0))
        self.seed = Secret(bytes: seed)
    }

    init(_ passkey: Passkey, seed: Secret) {
        self.passkey = passkey
        self.seed = seed
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? { json?.string.flatMap { Base64URL.decode($0) } }
    private static func json(_ date: Date) -> JSONValue { .integer(date.millisecondsSince1970) }
    private static func date(_ json: JSONValue?) -> Date? { json?.integer.map { Date(timeIntervalSince1970: Double($0) / 1000) } }
}
