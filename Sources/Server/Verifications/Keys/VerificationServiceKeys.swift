package import JOSE
import Primitives

/// The service's key pairs in a realm.
package struct VerificationServiceKeys: Sendable {
    /// Signs claims and orders, by ES256; its `kid` is its thumbprint.
    package let signing: JWK
    /// Takes submissions, by ECDH-ES.
    package let agreement: JWK
}
