import Crypto
public import Primitives

/// The secret of an authenticator's instance. Each device has two: one that the PIN protects, and one that the device alone does.
///
/// Any 32 bytes are such a secret, which is why a wrong PIN goes unnoticed on the device.
public struct InstanceSecret: Sendable, Equatable {
    /// The bytes, 32 of them.
    public private(set) var bytes: Secret
    private let identity: [UInt8]

    /// The secret of a user's instance.
    /// - Throws: ``CommandError/Code/invalid`` for another length.
    public init(_ bytes: Secret, user: ChannelUser, instance: [UInt8]) throws(CommandError) {
        guard bytes.count == 32 else { throw CommandError(.invalid, "an instance's secret has 32 bytes") }
        self.bytes = bytes
        identity = instance + user.encoded
    }

    /// The same instance's secret with other bytes.
    func with(_ bytes: Secret) -> Self {
        var other = self
        other.bytes = bytes
        return other
    }

    /// The key of an application.
    public func key(of application: CryptographicApplication) -> ApplicationKey {
        ApplicationKey(derive(Array("OC1 application".utf8) + [UInt8(application.index)]), application: application)
    }

    /// The whole code of a statement, 64 hexadecimal digits, as commands carry it.
    public func proof(of statement: [UInt8]) -> String {
        Hexadecimal.encode(HMAC<SHA256>.authenticationCode(for: statement, using: derive(Array("OC1 proof".utf8)).symmetricKey))
    }

    /// Whether a code is that of a statement; in the same time either way.
    public func verify(_ proof: String, of statement: [UInt8]) -> Bool {
        constantTimeEqual(Array(proof.utf8), Array(self.proof(of: statement).utf8))
    }

    /// The secret after a change of the PIN: without `renewal`, which both sides had for a moment, it can't be linked to this one.
    func renewed(_ renewal: Secret) -> Self {
        with(
            Secret(
                key: HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: bytes.symmetricKey, salt: renewal.withBytes { Array($0) }, info: Array("OC1 renewed".utf8) + identity,
                    outputByteCount: 32)))
    }

    private func derive(_ label: [UInt8]) -> Secret {
        Secret(key: HKDF<SHA256>.deriveKey(inputKeyMaterial: bytes.symmetricKey, info: label + identity, outputByteCount: 32))
    }
}
