import Crypto
internal import Foundation
internal import JOSE
public import Primitives

/// The two keys of an app with which its integrity tokens are read here (Play Console: "Response encryption").
public struct PlayIntegrityKeys: Sendable {
    private let opening: OpeningKey
    private let verification: VerificationKey

    /// - Parameters:
    ///   - decryption: the key for AES-256, in base64.
    ///   - verification: the public key on P-256, as DER in base64.
    /// - Throws: ``IntegrityError`` `.malformed`.
    public init(decryption: Secret, verification: Secret) throws(IntegrityError) {
        guard let aes = Data(base64Encoded: decryption.reveal()), aes.count == 32 else {
            throw IntegrityError(.malformed, "decryptionKey is not 32 bytes in base64")
        }
        guard let der = Data(base64Encoded: verification.reveal()), let key = try? P256.Signing.PublicKey(derRepresentation: der) else {
            throw IntegrityError(.malformed, "verificationKey is no public key on P-256 in base64")
        }
        do {
            opening = try OpeningKey(JWK(.symmetric(Secret(bytes: aes))), algorithm: .a256KW, encryptions: [.a256GCM])
            let point = Array(key.rawRepresentation)
            self.verification = try VerificationKey(
                JWK(.ec(try ECKey(curve: .p256, x: Array(point.prefix(32)), y: Array(point.suffix(32))))))
        } catch { throw IntegrityError(.malformed, "the keys can't be used: \(error.reason)", underlying: error) }
    }

    /// Opens a token and verifies what is in it: a JWE (`A256KW`, `A256GCM`) of a JWS (`ES256`).
    ///
    /// - Throws: ``IntegrityError`` `.undecipherable`, `.wrongSignature`, `.malformed`.
    public func open(_ token: String) throws(IntegrityError) -> PlayIntegrityVerdict {
        let opened: JWE.Opened
        do { opened = try JWE.open(token, with: opening) } catch {
            throw IntegrityError(.undecipherable, "the integrity token can't be decrypted with the app's key", underlying: error)
        }
        let payload: [UInt8]
        do {
            payload = try JWS.verify(String(foreign: opened.plaintext) ?? "", with: verification, allowing: [.es256]).payload
        } catch { throw IntegrityError(.wrongSignature, "the integrity token isn't signed by Google's key for the app", underlying: error) }
        guard let json = try? JSONValue(parsing: payload) else { throw IntegrityError(.malformed, "the verdict is no JSON") }
        return try PlayIntegrityVerdict(json: json)
    }
}
