import DeviceFoundation
import DeviceMessages
import Primitives

/// The data that the device keeps of one realm: its keys there, and its pairings.
struct RealmInstallation: Sendable, Equatable {
    /// A pairing that the server granted and that isn't confirmed yet.
    struct Pending: Sendable, Equatable {
        /// The hash of the pairing key or ticket, so that the same one is finished and not claimed again.
        var entitlement: String
        var pairing: MFAPairing
        var nonce: String
    }

    let issuer: DeviceIssuer
    /// The thumbprint of the first `sig` key.
    let id: String
    var keys: KeyPairNames
    /// Keys that take the place of ``keys`` once the server has accepted a request by them.
    var successor: KeyPairNames?
    var pairings: [MFAPairing] = []
    var pending: [Pending] = []
    var seed: PasscodeSeed?
    /// Whether the server must be told the push settings.
    var isPushStale = false

    init(issuer: DeviceIssuer, id: String, keys: KeyPairNames) {
        self.issuer = issuer
        self.id = id
        self.keys = keys
    }

    /// Whether the current `sig` key isn't the first one.
    var isRotated: Bool { keys.thumbprint != id }
    var isPaired: Bool { !pairings.isEmpty }

    /// Moves a pending pairing among those that count.
    mutating func confirm(_ pairing: MFAPairing) {
        pending.removeAll { $0.pairing.id == pairing.id }
        pairings.removeAll { $0.id == pairing.id || $0.user.id == pairing.user.id }
        pairings.append(pairing)
    }
}

extension RealmInstallation {
    /// The version of the format; a reader refuses newer ones, and brings older ones up to this.
    private static let version: Int64 = 1

    var json: JSONValue {
        var object: JSONObject = [
            "version": .integer(Self.version), "issuer": .string(issuer.description), "id": .string(id), "keys": keys.json,
            "pairings": .array(pairings.map(\.json)), "pushStale": .bool(isPushStale),
            "pending": .array(
                pending.map { ["entitlement": .string($0.entitlement), "pairing": $0.pairing.json, "nonce": .string($0.nonce)] }),
        ]
        object["successor"] = successor?.json
        object["seed"] = seed?.json
        return .object(object)
    }

    init(json: JSONValue) throws(MFAError) {
        let version = json["version"]?.integer ?? 0
        guard version <= Self.version else {
            throw MFAError(.storage, "the stored installation is of version \(version), made by a newer app; update the app")
        }
        guard let issuer = json["issuer"]?.string.flatMap(DeviceIssuer.init), let id = json["id"]?.string,
            let keys = KeyPairNames(json: json["keys"])
        else { throw MFAError(.storage, "the stored installation can't be read") }
        self.init(issuer: issuer, id: id, keys: keys)
        successor = KeyPairNames(json: json["successor"])
        for pairing in json["pairings"]?.array ?? [] { pairings.append(try MFAPairing(json: pairing, issuer: issuer)) }
        for item in json["pending"]?.array ?? [] {
            guard let entitlement = item["entitlement"]?.string, let nonce = item["nonce"]?.string else { continue }
            let pairing = try MFAPairing(json: item["pairing"] ?? .null, issuer: issuer)
            pending.append(Pending(entitlement: entitlement, pairing: pairing, nonce: nonce))
        }
        if let seed = json["seed"] { self.seed = try translating(message: try PasscodeSeed(json: seed)) }
        isPushStale = json["pushStale"]?.bool ?? false
    }
}
