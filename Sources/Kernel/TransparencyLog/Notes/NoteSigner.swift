import Crypto
public import Foundation
public import Primitives

/// A private key that signs notes: a log's, or a witness's.
public struct NoteSigner: Sendable {
    /// The key that verifies what this one signs.
    public let key: NoteKey
    private let privateKey: Curve25519.Signing.PrivateKey

    /// A signer with a private key of Ed25519.
    ///
    /// - Parameters:
    ///   - name: the key's name, which a log takes from its origin.
    ///   - kind: the type of its signatures.
    ///   - seed: the private key, 32 bytes.
    /// - Throws: ``TransparencyError/Code/malformedKey``.
    public init(name: String, kind: NoteKey.Kind, seed: Secret) throws(TransparencyError) {
        do { privateKey = try seed.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) } } catch {
            throw TransparencyError(.malformedKey, "the private key isn't one of Ed25519")
        }
        key = try NoteKey(name: name, kind: kind, publicKey: [UInt8](privateKey.publicKey.rawRepresentation))
    }

    /// The signature over a note's text.
    /// - Parameter time: the present time, which a cosignature says in whole seconds. It must lie after 1970.
    /// - Throws: ``TransparencyError/Code/malformedKey`` when the cryptographic library can't sign.
    public func sign(_ text: String, at time: Date) throws(TransparencyError) -> NoteSignature {
        let seconds = max(time.secondsSince1970, 0)
        let (head, input): ([UInt8], [UInt8]) =
            switch key.kind {
            case .ed25519: ([], Array(text.utf8))
            case .cosignature: (withUnsafeBytes(of: seconds.bigEndian) { Array($0) }, NoteKey.cosigned(text, seconds))
            }
        do {
            return NoteSignature(name: key.name, keyID: key.keyID, bytes: head + [UInt8](try privateKey.signature(for: input)))
        } catch { throw TransparencyError(.malformedKey, "the cryptographic library could not sign with \(key.name)") }
    }
}
