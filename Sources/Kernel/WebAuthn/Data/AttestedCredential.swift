import CBOR
import Primitives

/// A new credential, as the authenticator names it (`attestedCredentialData`, L3 §6.5.1).
public struct AttestedCredential: Sendable, Equatable {
    /// The longest id (L3 §4, credential ID).
    public static let longestID = 1023

    /// The model of the authenticator, 16 bytes; zero when it doesn't say.
    public let aaguid: [UInt8]
    /// The credential's identifier, its raw bytes.
    public let id: [UInt8]
    /// The credential's public key.
    public let publicKey: COSEKey

    /// A credential. Throws ``WebAuthnError/Code/malformed`` for an AAGUID of another length and
    /// ``WebAuthnError/Code/credentialIDTooLong``; malformed is an empty id as well, which would be any authenticator's.
    public init(aaguid: [UInt8], id: [UInt8], publicKey: COSEKey) throws(WebAuthnError) {
        guard aaguid.count == 16 else { throw WebAuthnError(.malformed, "an AAGUID has 16 bytes, not \(aaguid.count)") }
        guard !id.isEmpty else { throw WebAuthnError(.malformed, "the credential has an empty id") }
        // L3 §7.1 step 25
        guard id.count <= Self.longestID else {
            throw WebAuthnError(.credentialIDTooLong, "a credential id has at most \(Self.longestID) bytes, not \(id.count)")
        }
        self.aaguid = aaguid
        self.id = id
        self.publicKey = publicKey
    }

    /// The AAGUID in the form of a UUID, lower case.
    public var model: String {
        let digits = aaguid.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }

    /// Returns the names by which metadata may know the model (MDS 3.0 §3.1.1): its AAGUID, or of U2F the key that attests it.
    func names(certifiedBy chain: CertificateChain?) -> [String] { [model, chain?.leafKeyIdentifier].compactMap(\.self) }

    var encoded: [UInt8] {
        aaguid + [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)] + id + publicKey.cbor.encoded
    }
}
