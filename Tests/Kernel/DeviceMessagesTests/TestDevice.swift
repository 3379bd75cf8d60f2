import Crypto
import DeviceMessages
import Foundation
import JOSE
import Primitives

/// A device with a key, as a key store has it: it signs bytes, and tells nobody the key.
struct TestDevice {
    let key: JWK
    private let signer: P256.Signing.PrivateKey

    init(seed: UInt64 = 1) throws {
        key = try JWK.generate(.p256, random: SeededRandom(seed: seed))
        guard case .ec(let pair) = key.material, let secret = pair.d else { fatalError("a P-256 key has a private part") }
        signer = try secret.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
    }

    var id: String { key.thumbprintText }

    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signer.signature(for: input).rawRepresentation) }

    /// The proof of a request, as it is sent.
    func text(_ proof: DeviceProof) throws -> String { proof.text(signature: try sign(proof.signingInput)) }

    /// A JWS of other bytes, signed as well.
    func text(header: JSONObject, claims: JSONObject) throws -> String {
        let input = [header, claims].map { Base64URL.encode(JSONValue.object($0).encoded) }.joined(separator: ".")
        return input + "." + Base64URL.encode(try sign(Array(input.utf8)))
    }
}
