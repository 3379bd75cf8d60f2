import Crypto
import CryptoExtras
public import Primitives

extension JWK {
    /// The longest PEM text that is read: an RSA key of 8192 bits has less than 7 KiB.
    private static let longestPEM = 16 << 10

    /// A key pair from a private key in PEM (RFC 7468 §10): PKCS #8, or the older forms of its type, as console pages hand them out. P-256
    /// and RSA are taken. It has no `kid`.
    ///
    /// Throws ``JWKError/Code/tooLarge``, ``JWKError/Code/unsupported`` for an RSA key of more than 8192 bits, and
    /// ``JWKError/Code/malformed`` for anything else that is no such key, an RSA key of fewer than 2048 bits among them.
    public init(privateKeyPEM pem: Secret) throws(JWKError) {
        guard pem.count <= Self.longestPEM else { throw JWKError(.tooLarge, "a PEM text longer than \(Self.longestPEM) bytes") }
        let text = pem.reveal()
        if let key = try? P256.Signing.PrivateKey(pemRepresentation: text) {
            self.init(.ec(try ECKey(curve: .p256, d: Secret(bytes: key.rawRepresentation))))
        } else if let key = try? _RSA.Signing.PrivateKey(pemRepresentation: text) {
            do { self.init(.rsa(try RSAKey(key))) } catch let error as JWKError { throw error } catch {
                throw JWKError(.invalidKey, "the numbers of the RSA key can't be read", underlying: error)
            }
        } else {
            throw JWKError(.malformed, "the text is no private key of P-256 or RSA in PEM")
        }
    }
}
