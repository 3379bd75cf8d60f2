import DeviceFoundation
import Foundation
import Primitives

/// The contexts of this account, with their tokens.
///
/// They are kept by a ``SecureStore``: an encrypted file that only its owner can read, below `$XDG_CONFIG_HOME/gatehouse`.
struct ContextStore {
    private static let service = "administration"

    private let store: any SecureStore

    init(_ store: any SecureStore) { self.store = store }

    /// The store of the account that runs this program.
    static func standard() throws -> ContextStore {
        let directory = directory(ProcessInfo.processInfo.environment)
        return ContextStore(try FileVault(directory + "/contexts", key: .file(directory + "/contexts.key")))
    }

    /// `$XDG_CONFIG_HOME/gatehouse`, else `~/.config/gatehouse` (XDG Base Directory Specification 0.8).
    static func directory(_ environment: [String: String]) -> String {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory + "/gatehouse" }
        return FileManager.default.homeDirectoryForCurrentUser.path + "/.config/gatehouse"
    }

    /// All contexts by their names.
    func all() async throws -> [RemoteContext] {
        var all: [RemoteContext] = []
        for name in try await store.keys(in: Self.service) {
            if let context = try await find(name) { all.append(context) }
        }
        return all
    }

    /// The context of a name.
    /// - Throws: with the names that there are, for one that there isn't.
    func context(_ name: String) async throws -> RemoteContext {
        if let context = try await find(name) { return context }
        let names = try await store.keys(in: Self.service)
        let others = names.isEmpty ? "there is none" : "there are \(names.joined(separator: ", "))"
        throw CommandFailure("there is no context \(name); \(others). Sign in with: gatehouse context login --server https://…")
    }

    func save(_ context: RemoteContext) async throws {
        let text = String(decoding: try JSONEncoder().encode(context), as: UTF8.self)
        try await store.set(Secret(text), for: StoreKey(Self.service, context.name))
    }

    /// Forgets a context; its tokens were forgotten by signing out.
    func remove(_ name: String) async throws { try await store.delete(StoreKey(Self.service, name)) }

    /// The store of a context's tokens.
    func tokens(of context: RemoteContext) -> any SecureStore { ContextTokens(store: store, context: context.name) }

    private func find(_ name: String) async throws -> RemoteContext? {
        guard let text = try await store.get(StoreKey(Self.service, name)) else { return nil }
        return try JSONDecoder().decode(RemoteContext.self, from: Data(text.reveal().utf8))
    }
}

/// The part of a store that is one context's.
private struct ContextTokens: SecureStore {
    let store: any SecureStore
    let context: String

    func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try await store.get(own(key)) }
    func set(_ value: Secret, for key: StoreKey) async throws(StoreError) { try await store.set(value, for: own(key)) }
    func delete(_ key: StoreKey) async throws(StoreError) { try await store.delete(own(key)) }
    func keys(in service: String) async throws(StoreError) -> [String] { try await store.keys(in: own(service)) }

    private func own(_ key: StoreKey) -> StoreKey { StoreKey(own(key.service), key.name) }
    private func own(_ service: String) -> String { "context \(context) \(service)" }
}
