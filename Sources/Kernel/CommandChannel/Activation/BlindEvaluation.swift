import Crypto
import CryptoExtras
import Foundation
import Primitives

/// The server's part of the password's evaluation, VOPRF(P-384, SHA-384) (RFC 9497): a function of the password that only both together compute.
enum BlindEvaluation {
    static let blindedLength = 49
    static let keyLength = 49
    static let evaluationLength = 145

    /// The key for one registration, derived from a secret that isn't in the database.
    static func key(_ root: Secret, registration: [UInt8]) throws(CommandError) -> P384._VOPRF.PrivateKey {
        for attempt in UInt8(0)..<64 {
            let number = HKDF<SHA384>.deriveKey(
                inputKeyMaterial: root.symmetricKey, info: Array("OC1 oprf".utf8) + registration + [attempt], outputByteCount: 48)
            if let key = number.withUnsafeBytes({ try? P384._VOPRF.PrivateKey(rawRepresentation: $0) }) { return key }
        }
        throw CommandError(.key, "no number of the derivation is in range")
    }

    /// Evaluates what the device blinded.
    static func evaluate(_ blinded: [UInt8], with key: P384._VOPRF.PrivateKey) throws(CommandError) -> [UInt8] {
        guard blinded.count == blindedLength, let element = try? P384._VOPRF.BlindedElement(oprfRepresentation: blinded),
            let evaluation = try? key.evaluate(element)
        else { throw CommandError(.key, "the blinded password is no point of P-384") }
        return Array(evaluation.rawRepresentation)
    }
}

/// The device's part: the password in a disguise that tells nothing about it.
struct BlindedPassword {
    private let input: P384._VOPRF.BlindedInput

    /// Blinds a password. The blind comes from the system's generator: the library takes none.
    init(_ password: ActivationPassword) throws(CommandError) {
        // The library asks a public key to blind; which one doesn't matter before the evaluation is checked.
        let any = P384._VOPRF.PrivateKey().publicKey
        guard let input = password.canonical.withBytes({ try? any.blind(Data($0)) }) else {
            throw CommandError(.invalid, "the password can't be blinded")
        }
        self.input = input
    }

    var element: [UInt8] { Array(input.blindedElement.oprfRepresentation) }

    /// The value of the function, once the server evaluated: 48 bytes.
    func finish(_ evaluation: [UInt8], key: [UInt8]) throws(CommandError) -> Secret {
        guard evaluation.count == BlindEvaluation.evaluationLength, key.count == BlindEvaluation.keyLength,
            Self.isComputable(evaluation, key: key, blinded: element),
            let publicKey = try? P384._VOPRF.PublicKey(compressedRepresentation: key),
            let evaluated = try? P384._VOPRF.BlindEvaluation(rawRepresentation: evaluation),
            let output = try? publicKey.finalize(input, using: evaluated)
        else { throw CommandError(.key, "the server's evaluation of the password is none") }
        return Secret(bytes: output)
    }

    /// Whether the library can check the proof (c, s) of the evaluation without meeting the point at infinity, where it would end the process.
    ///
    /// It adds s·G to c·B and s·C to c·D, for the server's key B, the blinded element C and the evaluated one D. A sum is at infinity only
    /// where both have the same x-coordinate, which a key agreement yields.
    private static func isComputable(_ evaluation: [UInt8], key: [UInt8], blinded: [UInt8]) -> Bool {
        guard let challenge = try? P384.KeyAgreement.PrivateKey(rawRepresentation: evaluation[49..<97]),
            let response = try? P384.KeyAgreement.PrivateKey(rawRepresentation: evaluation[97...]),
            let server = try? P384.KeyAgreement.PublicKey(compressedRepresentation: key),
            let evaluated = try? P384.KeyAgreement.PublicKey(compressedRepresentation: evaluation[..<49]),
            let blinded = try? P384.KeyAgreement.PublicKey(compressedRepresentation: blinded),
            let first = try? challenge.sharedSecretFromKeyAgreement(with: server),
            let second = try? challenge.sharedSecretFromKeyAgreement(with: evaluated),
            let third = try? response.sharedSecretFromKeyAgreement(with: blinded)
        else { return false }
        let generated = Array(response.publicKey.x963Representation[1..<49])
        return !first.withUnsafeBytes { $0.elementsEqual(generated) } && second != third
    }
}
