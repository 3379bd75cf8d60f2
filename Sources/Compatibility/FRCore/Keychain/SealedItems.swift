package import Foundation
import Primitives

/// Encrypts the values of a ``KeychainService`` and decrypts them.
package protocol ItemSeal: Sendable {
    /// The encrypted value; nil when that isn't possible.
    func sealed(_ value: Data) -> Data?
    /// The value of what ``sealed(_:)`` returned; nil for anything else.
    func opened(_ sealed: Data) -> Data?
}

/// Keeps the items among others, each sealed. What isn't sealed by this key, or was changed, isn't there.
package struct SealedItems: KeychainItems {
    private let inner: any KeychainItems
    private let seal: any ItemSeal

    package init(_ inner: any KeychainItems, by seal: any ItemSeal) {
        self.inner = inner
        self.seal = seal
    }

    package func value(of account: String, at place: KeychainOptions) -> Data? {
        inner.value(of: account, at: place).flatMap(seal.opened)
    }

    /// Sets nothing when the value can't be sealed.
    package func set(_ value: Data, of account: String, at place: KeychainOptions) -> Bool {
        seal.sealed(value).map { inner.set($0, of: account, at: place) } ?? false
    }

    package func remove(_ account: String?, at place: KeychainOptions) -> Bool { inner.remove(account, at: place) }
    package func accounts(at place: KeychainOptions) -> [String]? { inner.accounts(at: place) }
    package func ownGroup() -> String? { inner.ownGroup() }
}
