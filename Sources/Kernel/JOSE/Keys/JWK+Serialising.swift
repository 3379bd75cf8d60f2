public import Primitives

extension JWK {
    /// The members of the public key, safe to publish; nil for a symmetric key.
    public var publicJSON: JSONObject? { publicKey?.json }

    /// All members, the private ones in clear: for storage that is itself sealed.
    public var privateJSON: JSONObject { json }

    private var json: JSONObject {
        var json = material.requiredMembers
        for (name, secret) in material.privateMembers {
            json[name] = .string(secret.withBytes { Base64URL.encode($0) })
        }
        json["kid"] = keyID.map(JSONValue.string)
        json["use"] = use.map { .string($0.rawValue) }
        json["key_ops"] = operations.map { .array($0.map { .string($0.rawValue) }) }
        if let algorithm { json["alg"] = .string(algorithm) }
        json["x5c"] = certificateChain.map { .array($0.map(JSONValue.string)) }
        for member in others.members where json[member.name] == nil { json[member.name] = member.value }
        return json
    }
}

extension JWK.Material {
    /// The members that make the key what it is, in the order of their names: what a thumbprint is computed from (RFC 7638 §3.2,
    /// RFC 8037 §2, RFC 9964 §5). A symmetric key has its secret here.
    var requiredMembers: JSONObject {
        switch self {
        case .ec(let key): ["crv": .string(key.curve.rawValue), "kty": "EC", "x": .base64(key.x), "y": .base64(key.y)]
        case .okp(let key): ["crv": .string(key.curve.rawValue), "kty": "OKP", "x": .base64(key.x)]
        case .akp(let key): ["alg": .string(key.algorithm.rawValue), "kty": "AKP", "pub": .base64(key.pub)]
        case .rsa(let key): ["e": .base64(key.e), "kty": "RSA", "n": .base64(key.n)]
        case .symmetric(let key): ["k": .string(key.withBytes { Base64URL.encode($0) }), "kty": "oct"]
        }
    }

    fileprivate var privateMembers: [(String, Secret)] {
        switch self {
        case .ec(let key): key.d.map { [("d", $0)] } ?? []
        case .okp(let key): key.d.map { [("d", $0)] } ?? []
        case .akp(let key): key.priv.map { [("priv", $0)] } ?? []
        case .rsa(let key):
            key.secrets.map { [("d", $0.d), ("p", $0.p), ("q", $0.q), ("dp", $0.dp), ("dq", $0.dq), ("qi", $0.qi)] } ?? []
        case .symmetric: []
        }
    }
}

extension JSONValue {
    /// The base64url text of some bytes.
    static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
