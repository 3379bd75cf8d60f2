public import CBOR
import Primitives

/// A new credential with what vouches for it (L3 §6.5.4).
public struct AttestationObject: Sendable, Equatable {
    private static let limits = CBORLimits(bytes: 1 << 16, depth: 8, items: 512)

    /// The attestation statement format's identifier: `none`, `packed` and so on.
    public let format: String
    /// The statement: a map whose members the format decides.
    public let statement: CBORValue
    /// The authenticator data, which the statement is about.
    public let authenticatorData: AuthenticatorData

    /// Reads an attestation object. Throws ``WebAuthnError/Code/malformed``, and what ``AuthenticatorData/init(bytes:)`` throws.
    public init(bytes: [UInt8]) throws(WebAuthnError) {
        let value: CBORValue
        do { value = try CBORValue(decoding: bytes, limits: Self.limits) } catch {
            throw WebAuthnError(.malformed, "the attestation object is not CBOR", underlying: error)
        }
        guard let format = value["fmt"]?.text, let statement = value["attStmt"], statement.map != nil,
            let data = value["authData"]?.bytes
        else { throw WebAuthnError(.malformed, "the attestation object has no fmt, attStmt and authData") }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(bytes: data)
    }

    /// An attestation object of its parts.
    public init(format: String, statement: CBORValue, authenticatorData: AuthenticatorData) {
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// The names by which metadata may know the authenticator's model: what it calls itself, and the key that attests it. Neither is
    /// verified.
    public var modelNames: [String] {
        let der = statement["x5c"]?.array?.compactMap(\.bytes) ?? []
        return authenticatorData.credential?.names(certifiedBy: try? CertificateChain(der: der)) ?? []
    }

    /// The object's bytes, in CTAP2's canonical form.
    public var encoded: [UInt8] {
        let value: CBORValue = ["fmt": .text(format), "attStmt": statement, "authData": .bytes(authenticatorData.bytes)]
        return value.encoded
    }
}
