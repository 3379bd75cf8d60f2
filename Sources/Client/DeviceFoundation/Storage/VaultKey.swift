import Crypto
import CryptoExtras
import Foundation
public import Primitives

/// The key that opens a ``FileVault``.
public struct VaultKey: Sendable {
    enum Source: Sendable {
        case file(String)
        case passphrase(Secret)
    }

    let source: Source

    /// A file with 32 random bytes, readable by its owner only (0600). It is made when it is missing.
    public static func file(_ path: String) -> VaultKey { VaultKey(source: .file(path)) }

    /// A passphrase, stretched with scrypt (N = 2¹⁵, r = 8, p = 1) and a salt of the vault's own.
    public static func passphrase(_ passphrase: Secret) -> VaultKey { VaultKey(source: .passphrase(passphrase)) }
}

extension VaultKey {
    /// Whether a vault of this derivation needs a salt.
    var isPassphrase: Bool { if case .passphrase = source { true } else { false } }

    /// The 256-bit key for a vault with a salt.
    func derive(salt: [UInt8], random: any RandomSource) throws(StoreError) -> SymmetricKey {
        switch source {
        case .file(let path): try Self.keyFile(path, random: random)
        case .passphrase(let passphrase): try Self.stretch(passphrase, salt: salt)
        }
    }

    private static func stretch(_ passphrase: Secret, salt: [UInt8]) throws(StoreError) -> SymmetricKey {
        do {
            return try passphrase.withBytes { bytes in
                try KDF.Scrypt.deriveKey(
                    from: bytes, salt: salt, outputByteCount: 32, rounds: 1 << 15, blockSize: 8, parallelism: 1)
            }
        } catch {
            throw StoreError(.io, "the vault's passphrase could not be stretched: \(error)")
        }
    }

    private static func keyFile(_ path: String, random: any RandomSource) throws(StoreError) -> SymmetricKey {
        if let key = try readKeyFile(path) { return key }
        try PrivateFile.makeDirectory(of: path)
        // Of two processes that find no key at once, one makes it and both read it.
        return try PrivateFile.locked("\(path).lock") { () throws(StoreError) in
            if let key = try readKeyFile(path) { return key }
            let bytes = random.bytes(32)
            try PrivateFile.replace(path, with: bytes)
            return SymmetricKey(data: bytes)
        }
    }

    private static func readKeyFile(_ path: String) throws(StoreError) -> SymmetricKey? {
        guard let bytes = try PrivateFile.read(path) else { return nil }
        guard try PrivateFile.isPrivate(path) else {
            throw StoreError(.insecurePermissions, "others may read the key file \(path); run chmod 600 on it")
        }
        guard bytes.count == 32 else {
            throw StoreError(.unreadable, "the key file \(path) holds \(bytes.count) bytes, not 32")
        }
        return SymmetricKey(data: bytes)
    }
}
