import Crypto
import Primitives

/// Secrets that only a passkey can make again (WebAuthn L3 §10.1.4, the extension `prf`).
struct PseudoRandomFunction {
    static let seedLength = 32
    private static let context = Array("WebAuthn PRF".utf8) + [0]

    private let seed: Secret

    /// - Parameter seeds: that for users who were verified, then that for others, as CTAP2's `hmac-secret` keeps them apart.
    init(_ seeds: Secret, userVerified: Bool) {
        seed = Secret(bytes: seeds.withBytes { Array(userVerified ? $0.prefix(Self.seedLength) : $0.suffix(Self.seedLength)) })
    }

    /// Returns the answer of a registration; nil when it isn't asked.
    func results(creating extensions: JSONObject) -> JSONValue? {
        guard let input = extensions["prf"], input.object != nil else { return nil }
        var results: JSONObject = ["enabled": true]
        results["results"] = evaluated(input["eval"])
        return .object(results)
    }

    /// Returns the answer of an authentication; nil when it isn't asked for this passkey.
    func results(signing extensions: JSONObject, with id: [UInt8]) -> JSONValue? {
        guard let input = extensions["prf"], input.object != nil else { return nil }
        let asked = input["evalByCredential"]?[Base64URL.encode(id)] ?? input["eval"]
        return evaluated(asked).map { ["results": $0] }
    }

    private func evaluated(_ inputs: JSONValue?) -> JSONValue? {
        guard let first = inputs?["first"].flatMap(output) else { return nil }
        var results: JSONObject = ["first": first]
        results["second"] = inputs?["second"].flatMap(output)
        return .object(results)
    }

    private func output(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.string.flatMap({ Base64URL.decode($0) }) else { return nil }
        let salt = SHA256.hash(data: Self.context + bytes).bytes
        let code = seed.withBytes { HMAC<SHA256>.authenticationCode(for: salt, using: SymmetricKey(data: $0)) }
        return .string(Base64URL.encode(code.bytes))
    }
}
