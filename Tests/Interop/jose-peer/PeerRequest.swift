import JOSE
import Primitives

/// A request: `op` and what that operation needs. Byte strings are base64url.
///
/// | op | takes | answers |
/// | --- | --- | --- |
/// | `sign` | `alg`, `key`, `payload`, `header`, `form` (`compact`, `flattened`) | `token` |
/// | `verify` | `alg`, `key`, `token`, `form` | `payload`, `header` |
/// | `encrypt` | `alg`, `enc`, `key`, `plaintext`, `header` | `token` |
/// | `decrypt` | `alg`, `enc`, `key`, `token` | `plaintext`, `header` |
/// | `thumbprint` | `key` | `thumbprint` |
/// | `generate` | `kind` | `key` |
struct PeerRequest {
    private let members: JSONValue

    init(_ members: JSONValue) { self.members = members }

    func answer() throws -> JSONObject {
        switch try text("op") {
        case "sign": ["token": try sign()]
        case "verify": try verify()
        case "encrypt": ["token": .string(try encrypt())]
        case "decrypt": try decrypt()
        case "thumbprint": ["thumbprint": .string(try key().thumbprintText)]
        case "generate": ["key": .object(try JWK.generate(kind(), random: SystemRandom()).privateJSON)]
        case let other: throw PeerError(reason: "no operation \(other)")
        }
    }

    private func sign() throws -> JSONValue {
        let signing = try SigningKey(key(), algorithm: value("alg"))
        guard try text("form") == "flattened" else {
            return .string(try JWS.sign(bytes("payload"), with: signing, header: header))
        }
        return .object(try JWS.signFlattened(bytes("payload"), by: JWS.Signer(signing, header: header)))
    }

    private func verify() throws -> JSONObject {
        let (key, allowed): (VerificationKey, Set<SignatureAlgorithm>) = (try VerificationKey(key()), [try value("alg")])
        if let token = members["token"]?.string {
            let verified = try JWS.verify(token, with: key, allowing: allowed)
            return ["payload": base64(verified.payload), "header": .object(verified.header.members)]
        }
        guard let verified = try JWS.verify(json: members["token"]?.encoded ?? [], with: key, allowing: allowed).first else {
            throw PeerError(reason: "no signature")
        }
        return ["payload": base64(verified.payload), "header": .object(verified.header.members)]
    }

    private func encrypt() throws -> String {
        let sealing = try SealingKey(key(), algorithm: value("alg"), encryption: value("enc"))
        return try JWE.seal(bytes("plaintext"), with: sealing, header: header, random: SystemRandom())
    }

    private func decrypt() throws -> JSONObject {
        let opening = try OpeningKey(key(), algorithm: value("alg"), encryptions: [value("enc")])
        let opened = try JWE.open(text("token"), with: opening)
        return ["plaintext": base64(opened.plaintext), "header": .object(opened.header.members)]
    }

    private func kind() throws -> JWK.Kind {
        switch try text("kind") {
        case "P-256": .p256
        case "P-384": .p384
        case "P-521": .p521
        case "Ed25519": .ed25519
        case "X25519": .x25519
        case "ML-DSA-65": .mlDSA65
        case "RSA": .rsa(bits: 2048)
        case let bytes: .symmetric(bytes: Int(bytes) ?? 0)
        }
    }
}

extension PeerRequest {
    private var header: JSONObject { members["header"]?.object ?? JSONObject() }

    private func key() throws -> JWK { try JWK(members["key"]?.object ?? JSONObject()) }

    private func text(_ name: String) throws -> String {
        guard let text = members[name]?.string else { throw PeerError(reason: "\(name) is missing") }
        return text
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(name)) else { throw PeerError(reason: "\(name) is not base64url") }
        return bytes
    }

    private func value<Value: RawRepresentable<String>>(_ name: String) throws -> Value {
        guard let value = Value(rawValue: try text(name)) else { throw PeerError(reason: "\(name) is not known") }
        return value
    }

    private func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}

/// A request that can't be answered.
struct PeerError: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
