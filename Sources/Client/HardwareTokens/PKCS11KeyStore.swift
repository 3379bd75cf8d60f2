#if os(Linux)
import CPKCS11
import Crypto
public import DeviceFoundation
public import Primitives

/// One call at a time in the process, whichever token it is of: what modules say of threads isn't always so.
private let turns = Lock<Void>(())

/// Keeps keys in a token behind PKCS#11: a smart card, a USB token, a security module. Private numbers are made in the token, and never
/// leave it.
///
/// A module is a library that its maker writes, and runs in this process; where the key itself is then, is the module's affair. That of a
/// card has it on the card. SoftHSM, with which this is tested, has it in the library; behind `p11-kit-client.so` it is in another process
/// (p11-kit 0.24 carries signatures there, and refuses agreements).
public actor PKCS11KeyStore: KeyStore {
    private let token: OpenToken
    private let prefix: String

    /// Opens a token.
    ///
    /// - Parameters:
    ///   - module: the path of the maker's library, such as `/usr/lib/softhsm/libsofthsm2.so`.
    ///   - label: the token's.
    ///   - pin: of the token's user. Tokens know processes, not stores: where one store of a process has logged in, they take any PIN of
    ///     another (PKCS #11 2.40, 5.6 C_Login).
    ///   - service: keys of different services don't meet.
    /// - Throws: ``KeyError`` `.absent` when there is no such token, `.locked` for a wrong PIN, `.refused`.
    public init(module: String, token label: String, pin: Secret, service: String = "gatehouse") throws(KeyError) {
        token = try OpenToken(module: module, label: label, pin: pin)
        prefix = service + ":"
    }

    /// Says that no user is asked: the PIN opens the token once for all keys.
    public nonisolated func enforces(_ access: KeyAccess) -> Bool { access == .afterFirstUnlock }

    /// Makes a key pair on the token.
    /// - Throws: ``KeyError``, as the token's answer says; ``KeyError/Code/exists`` when there is a key of that name;
    ///   ``KeyError/Code/unsupported`` for an access with a part of the user's.
    public func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint {
        guard enforces(access) else { throw KeyError(.unsupported, "the token asks no user before a key is used") }
        var bytes = [UInt8](repeating: 0, count: 65)
        try check(turns.withLock { _ in token_create(token.pointer, prefix + name, use == .signing, &bytes) }, name)
        return try Self.point(bytes)
    }

    /// The access of a key, which asks no user; nil when the token has none of that name.
    /// - Throws: ``KeyError``, as the token's answer says.
    public func access(of name: String) async throws(KeyError) -> KeyAccess? { try find(name).map { _ in .afterFirstUnlock } }

    /// The public half of a key; nil when the token has none of that name.
    /// - Throws: ``KeyError``, as the token's answer says.
    public func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? { try find(name)?.point }

    /// Makes an ECDSA signature of SHA-256 (ES256) on the token, r and s in 32 bytes each.
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use.
    public func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8] {
        try require(name, .signing)
        var signature = [UInt8](repeating: 0, count: 64)
        let digest = SHA256.hash(data: bytes).bytes
        try check(turns.withLock { _ in token_sign(token.pointer, prefix + name, digest, &signature) }, name)
        return signature
    }

    /// Agrees on a raw secret of 32 bytes with another party's key (ECDH).
    /// - Throws: ``KeyError/Code/absent``; ``KeyError/Code/wrongUse`` for a key of another use; ``KeyError/Code/invalidPoint`` when the
    ///   other key is no point of P-256.
    public func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        try require(name, .agreement)
        let point = [4] + other.x + other.y
        guard (try? P256.KeyAgreement.PublicKey(x963Representation: point)) != nil else {
            throw KeyError(.invalidPoint, "the other party's key is no point of P-256")
        }
        var secret = [UInt8](repeating: 0, count: 32)
        defer { for index in secret.indices { secret[index] = 0 } }
        try check(turns.withLock { _ in token_agree(token.pointer, prefix + name, point, &secret) }, name)
        return Secret(bytes: secret)
    }

    /// Removes a key from the token; removing none is no error.
    /// - Throws: ``KeyError``, as the token's answer says.
    public func delete(_ name: String) async throws(KeyError) {
        try check(turns.withLock { _ in token_delete(token.pointer, prefix + name) }, name)
    }

    /// The names of the token's keys that belong to this store's service.
    /// - Throws: ``KeyError``, as the token's answer says.
    public func names() async throws(KeyError) -> [String] {
        var names: [String] = []
        let result = turns.withLock { _ in
            withUnsafeMutablePointer(to: &names) { names in
                token_names(
                    token.pointer,
                    { context, name, length in
                        guard let context, let name else { return }
                        let bytes = UnsafeRawBufferPointer(start: name, count: length)
                        context.assumingMemoryBound(to: [String].self).pointee.append(String(decoding: bytes, as: UTF8.self))
                    }, names)
            }
        }
        try check(result, "")
        return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
    }

    /// Whether the token says that a private number never left it, and refuses to give it.
    package func keepsSecret(_ name: String) -> Bool { turns.withLock { _ in token_keeps(token.pointer, prefix + name) } }

    private func find(_ name: String) throws(KeyError) -> (point: PublicPoint, use: KeyUse)? {
        var (signs, bytes) = (false, [UInt8](repeating: 0, count: 65))
        let result = turns.withLock { _ in token_find(token.pointer, prefix + name, &signs, &bytes) }
        guard result != UInt(TOKEN_ABSENT) else { return nil }
        try check(result, name)
        return (try Self.point(bytes), signs ? .signing : .agreement)
    }

    private func require(_ name: String, _ use: KeyUse) throws(KeyError) {
        guard let key = try find(name) else { throw KeyError(.absent, "there is no key \(name)") }
        guard key.use == use else { throw KeyError(.wrongUse, "the key \(name) is for \(key.use.rawValue), not for \(use.rawValue)") }
    }

    private func check(_ result: UInt, _ name: String) throws(KeyError) {
        switch result {
        case 0: return
        case UInt(TOKEN_ABSENT): throw KeyError(.absent, "there is no key \(name)")
        case UInt(TOKEN_EXISTS): throw KeyError(.exists, "there is a key \(name) already")
        default: throw KeyError(.refused, "the token refused the key \(name): PKCS#11 says 0x\(String(result, radix: 16))")
        }
    }

    private static func point(_ bytes: [UInt8]) throws(KeyError) -> PublicPoint {
        guard let point = PublicPoint(x: Array(bytes[1...32]), y: Array(bytes[33...])) else {
            throw KeyError(.store, "what the token gave is no key")
        }
        return point
    }
}

/// A session with a token, closed with its last user.
private final class OpenToken: @unchecked Sendable {  // the pointer never changes, and all calls are made in turn
    let pointer: OpaquePointer

    init(module: String, label: String, pin: Secret) throws(KeyError) {
        var opened: OpaquePointer?
        let result = turns.withLock { _ in
            pin.withBytes { pin in token_open(module, label, pin.bindMemory(to: UInt8.self).baseAddress, pin.count, &opened) }
        }
        switch (result, opened) {
        case (0, let opened?): pointer = opened
        case (UInt(TOKEN_NO_MODULE), _): throw KeyError(.refused, "\(module) can't be loaded as a PKCS#11 module")
        case (UInt(TOKEN_ABSENT), _): throw KeyError(.absent, "there is no token \(label)")
        case (UInt(TOKEN_PIN_INCORRECT), _), (UInt(TOKEN_PIN_LOCKED), _): throw KeyError(.locked, "the token's PIN is wrong, or locked")
        default: throw KeyError(.refused, "the token \(label) can't be opened: PKCS#11 says 0x\(String(result, radix: 16))")
        }
    }

    deinit { turns.withLock { _ in token_close(pointer) } }
}
#endif
