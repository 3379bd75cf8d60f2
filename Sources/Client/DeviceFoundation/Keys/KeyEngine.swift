import Primitives

/// The cryptography beneath a key store: it works on representations of private keys that only it understands.
protocol KeyEngine: Sendable {
    /// True for an access by which the user is asked before each use of a key.
    func enforces(_ access: KeyAccess) -> Bool
    /// A new private key as it is kept.
    func make(_ use: KeyUse, _ access: KeyAccess) throws -> [UInt8]
    func publicKey(of representation: [UInt8], _ use: KeyUse) throws -> PublicPoint
    func sign(_ bytes: [UInt8], with representation: [UInt8], _ access: KeyAccess, asking reason: String) async throws -> [UInt8]
    func agree(with other: PublicPoint, using representation: [UInt8]) throws -> Secret
}

/// Keys kept in a ``SecureStore``: each record is a byte for the use and the access, then the engine's representation.
struct KeptKeys<Engine: KeyEngine>: Sendable {
    let engine: Engine
    let store: any SecureStore
    let service: String

    func create(_ name: String, for use: KeyUse, access: KeyAccess) async throws(KeyError) -> PublicPoint {
        guard engine.enforces(access) else { throw KeyError(.unsupported, "no user is asked before a key of this store is used") }
        // Agreements happen in the background.
        guard use == .signing || access == .afterFirstUnlock else { throw KeyError(.unsupported, "a key for agreements asks no user") }
        guard try await read(name) == nil else { throw KeyError(.exists, "there is a key \(name) already") }
        let (representation, point) = try run(name) {
            let representation = try engine.make(use, access)
            return (representation, try engine.publicKey(of: representation, use))
        }
        let record = Secret(bytes: [use.tag | access.rawValue << 4] + representation)
        try await reading(try await store.set(record, for: StoreKey(service, name)))
        return point
    }

    func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? {
        guard let key = try await read(name) else { return nil }
        do { return try engine.publicKey(of: key.representation, key.use) } catch {
            throw KeyError(.unusable, "what is kept as the key \(name) can't be used on this device: \(error)", underlying: error)
        }
    }

    func access(of name: String) async throws(KeyError) -> KeyAccess? { try await read(name)?.access }

    func sign(_ bytes: [UInt8], with name: String, asking reason: String) async throws(KeyError) -> [UInt8] {
        let key = try await key(name, for: .signing)
        do { return try await engine.sign(bytes, with: key.representation, key.access, asking: reason) } catch {
            throw Self.translated(error, name)
        }
    }

    func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        let key = try await key(name, for: .agreement).representation
        return try run(name) { try engine.agree(with: other, using: key) }
    }

    func delete(_ name: String) async throws(KeyError) {
        try await reading(try await store.delete(StoreKey(service, name)))
    }

    func names() async throws(KeyError) -> [String] {
        try await reading(try await store.keys(in: service))
    }

    private func key(_ name: String, for use: KeyUse) async throws(KeyError) -> KeptKey {
        guard let key = try await read(name) else { throw KeyError(.absent, "there is no key \(name)") }
        guard key.use == use else { throw KeyError(.wrongUse, "the key \(name) is for \(key.use.rawValue), not for \(use.rawValue)") }
        return key
    }

    private func read(_ name: String) async throws(KeyError) -> KeptKey? {
        let record = try await reading(try await store.get(StoreKey(service, name)))
        guard let bytes = record?.withBytes({ Array($0) }) else { return nil }
        guard let tag = bytes.first, let use = KeyUse.allCases.first(where: { $0.tag == tag & 0x0F }),
            let access = KeyAccess(rawValue: tag >> 4)
        else { throw KeyError(.unusable, "what is kept as the key \(name) is none") }
        return KeptKey(use: use, access: access, representation: Array(bytes.dropFirst()))
    }

    private func reading<Result>(_ body: @autoclosure () async throws(StoreError) -> Result) async throws(KeyError) -> Result {
        do { return try await body() } catch { throw KeyError(error) }
    }

    private func run<Result>(_ name: String, _ body: () throws -> Result) throws(KeyError) -> Result {
        do { return try body() } catch { throw Self.translated(error, name) }
    }

    private static func translated(_ error: any Error, _ name: String) -> KeyError {
        error as? KeyError ?? KeyError(.refused, "the key \(name) can't be used: \(error)", underlying: error)
    }
}

/// A key as its record says.
private struct KeptKey {
    let use: KeyUse
    let access: KeyAccess
    let representation: [UInt8]
}

extension KeyUse {
    fileprivate var tag: UInt8 {
        switch self {
        case .signing: 1
        case .agreement: 2
        }
    }
}
