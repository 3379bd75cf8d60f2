import Crypto
import CryptoExtras
import Foundation
public import Primitives

/// The private key of stamps, which signs what it can't read (RFC 9474 §4.3).
public struct StampSigner: Sendable {
    /// The key that verifies what this one signs.
    public let key: StampKey
    private let signer: Signer

    private typealias Signer = _RSA.BlindSigning.PrivateKey<SHA384>

    /// Makes a new key. Its random bytes are the cryptographic library's own.
    /// - Throws: the library's error, when it has no memory.
    public static func generate() throws -> StampSigner {
        try StampSigner(Signer(keySize: .bits2048, parameters: .RSABSSA_SHA384_PSS_Deterministic))
    }

    /// A key as ``encoded`` has it.
    /// - Throws: the library's error for bytes that are no private key; `StampSigner.NotAKey` for one of another length or exponent.
    public init(encoded: Secret) throws {
        try self.init(
            try encoded.withBytes { try Signer(derRepresentation: Data($0), parameters: .RSABSSA_SHA384_PSS_Deterministic) })
    }

    private init(_ signer: Signer) throws {
        guard let key = StampKey(signer.publicKey) else { throw NotAKey() }
        self.signer = signer
        self.key = key
    }

    /// The refusal of an RSA key that isn't one of stamps.
    public struct NotAKey: Error {}

    /// The private key in DER.
    public var encoded: Secret { Secret(bytes: [UInt8](signer.derRepresentation)) }

    /// The signature of a blinded message; nil for a number that the key can't sign.
    public func sign(_ blinded: [UInt8]) -> [UInt8]? {
        (try? signer.blindSignature(for: blinded)).map { [UInt8]($0.rawRepresentation) }
    }
}
