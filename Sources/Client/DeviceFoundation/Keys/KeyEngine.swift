import Primitives

/// The cryptography beneath a key store: it works on representations of private keys that only it understands.
protocol KeyEngine: Sendable {
    /// A new private key as it is kept.
    func make(_ use: KeyUse) throws -> [UInt8]
    func publicKey(of representation: [UInt8], _ use: KeyUse) throws -> PublicPoint
    func sign(_ bytes: [UInt8], with representation: [UInt8]) throws -> [UInt8]
    func agree(with other: PublicPoint, using representation: [UInt8]) throws -> Secret
}

/// Keys kept in a ``SecureStore``: each record is a byte for the use, then the engine's representation.
struct KeptKeys<Engine: KeyEngine>: Sendable {
    let engine: Engine
    let store: any SecureStore
    let service: String

    func create(_ name: String, for use: KeyUse) async throws(KeyError) -> PublicPoint {
        guard try await read(name) == nil else { throw KeyError(.exists, "there is a key \(name) already") }
        let (representation, point) = try run(name) {
            let representation = try engine.make(use)
            return (representation, try engine.publicKey(of: representation, use))
        }
        let record = Secret(bytes: [use.tag] + representation)
        try await reading(try await store.set(record, for: StoreKey(service, name)))
        return point
    }

    func publicKey(_ name: String) async throws(KeyError) -> PublicPoint? {
        guard let key = try await read(name) else { return nil }
        return try run(name) { try engine.publicKey(of: key.representation, key.use) }
    }

    func sign(_ bytes: [UInt8], with name: String) async throws(KeyError) -> [UInt8] {
        let key = try await key(name, for: .signing)
        return try run(name) { try engine.sign(bytes, with: key) }
    }

    func agree(with other: PublicPoint, using name: String) async throws(KeyError) -> Secret {
        let key = try await key(name, for: .agreement)
        return try run(name) { try engine.agree(with: other, using: key) }
    }

    func delete(_ name: String) async throws(KeyError) {
        try await reading(try await store.delete(StoreKey(service, name)))
    }

    func names() async throws(KeyError) -> [String] {
        try await reading(try await store.keys(in: service))
    }

    private func key(_ name: String, for use: KeyUse) async throws(KeyError) -> [UInt8] {
        guard let key = try await read(name) else { throw KeyError(.absent, "there is no key \(name)") }
        guard key.use == use else { throw KeyError(.wrongUse, "the key \(name) is for \(key.use.rawValue), not for \(use.rawValue)") }
        return key.representation
    }

    private func read(_ name: String) async throws(KeyError) -> (use: KeyUse, representation: [UInt8])? {
        let record = try await reading(try await store.get(StoreKey(service, name)))
        guard let bytes = record?.withBytes({ Array($0) }) else { return nil }
        guard let tag = bytes.first, let use = KeyUse.allCases.first(where: { $0.tag == tag }) else {
            throw KeyError(.store, "what is kept as the key \(name) is none")
        }
        return (use, Array(bytes.dropFirst()))
    }

    private func reading<Result>(_ body: @autoclosure () async throws(StoreError) -> Result) async throws(KeyError) -> Result {
        do { return try await body() } catch { throw KeyError(error) }
    }

    private func run<Result>(_ name: String, _ body: () throws -> Result) throws(KeyError) -> Result {
        do { return try body() } catch let error as KeyError { throw error } catch {
            throw KeyError(.refused, "the key \(name) can't be used: \(error)", underlying: error)
        }
    }
}

extension KeyUse {
    fileprivate var tag: UInt8 {
        switch self {
        case .signing: 1
        case .agreement: 2
        }
    }
}
