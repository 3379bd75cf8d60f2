import DeviceFoundation
import Primitives

/// The one set of tokens that a client has at a server, in the secure store.
struct TokenKeeper: Sendable {
    private let store: any SecureStore
    private let key: StoreKey

    init(server: ServerAddress, clientID: String, store: any SecureStore) {
        self.store = store
        key = StoreKey("tokens", "\(server.base)#\(server.realmPath)#\(clientID)")
    }

    /// The kept tokens. Tokens that can't be read count as none.
    func current() async throws(OIDCError) -> TokenSet? {
        do {
            let stored = try await store.get(key)
            return stored.flatMap { $0.withBytes { try? JSONValue(parsing: $0) } }.flatMap(TokenSet.init(json:))
        } catch {
            throw OIDCError(error)
        }
    }

    func keep(_ tokens: TokenSet) async throws(OIDCError) {
        do { try await store.set(Secret(bytes: tokens.json.encoded), for: key) } catch { throw OIDCError(error) }
    }

    func forget() async throws(OIDCError) {
        do { try await store.delete(key) } catch { throw OIDCError(error) }
    }
}
