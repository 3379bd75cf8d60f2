import CallbackBridge
package import DeviceFoundation
package import Foundation
import Primitives

/// Keeps the items in a ``SecureStore``, on systems without a keychain.
package struct StoredItems: KeychainItems {
    private let store: (any SecureStore)?

    /// Items in a store; without one each call is refused.
    package init(_ store: (any SecureStore)?) { self.store = store }

    package func value(of account: String, at place: KeychainOptions) -> Data? {
        Bridge.wait { [store] in try? await store?.get(place.key(account)) }?.withBytes { Data($0) }
    }

    package func set(_ value: Data, of account: String, at place: KeychainOptions) -> Bool {
        attempt { try await $0.set(Secret(bytes: value), for: place.key(account)) }
    }

    package func remove(_ account: String?, at place: KeychainOptions) -> Bool {
        attempt { store in
            let names = if let account { [account] } else { try await store.keys(in: place.key("").service) }
            for name in names { try await store.delete(place.key(name)) }
        }
    }

    package func accounts(at place: KeychainOptions) -> [String]? {
        Bridge.wait { [store] in try? await store?.keys(in: place.key("").service) }
    }

    /// Apps have no team here.
    package func ownGroup() -> String? { nil }

    private func attempt(_ work: @escaping @Sendable (any SecureStore) async throws -> Void) -> Bool {
        guard let store else { return false }
        return Bridge.wait {
            do {
                try await work(store)
                return true
            } catch {
                FRLog.e("The keychain's items could not be changed: \(error)")
                return false
            }
        }
    }
}

extension KeychainOptions {
    /// The name of an item: a service of each place, which no other place has.
    fileprivate func key(_ account: String) -> StoreKey {
        let place = JSONValue.array([.string(service), .string(accessGroup ?? ""), .string(url?.absoluteString ?? "")])
        return StoreKey("keychain.\(place.text)", account)
    }
}
