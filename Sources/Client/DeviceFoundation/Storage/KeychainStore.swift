public import Primitives

/// Keeps secrets in the keychain of an Apple system, on this device only and after the first unlock.
///
/// Apps that share secrets name the same prefix and the same access group: an item is found by both.
public struct KeychainStore: SecureStore {
    private let prefix: String
    private let accessGroup: String?
    private let keychain: any Keychain

    #if canImport(Security)
    /// A store whose items' services begin with `prefix`, such as the app's identifier; `accessGroup` shares them among apps.
    public init(prefix: String = "gatehouse", accessGroup: String? = nil) {
        self.init(prefix: prefix, accessGroup: accessGroup, over: SystemKeychain())
    }
    #endif

    package init(prefix: String, accessGroup: String?, over keychain: any Keychain) {
        self.prefix = prefix
        self.accessGroup = accessGroup
        self.keychain = keychain
    }

    /// Reads a value from the keychain; nil when there is none.
    /// - Throws: ``StoreError`` when the keychain refuses.
    public func get(_ key: StoreKey) async throws(StoreError) -> Secret? { try keychain.read(item(key)) }
    /// Stores a value, replacing an earlier one.
    /// - Throws: ``StoreError`` when the keychain refuses.
    public func set(_ value: Secret, for key: StoreKey) async throws(StoreError) { try keychain.write(value, to: item(key)) }
    /// Removes a value; removing none is no error.
    /// - Throws: ``StoreError`` when the keychain refuses.
    public func delete(_ key: StoreKey) async throws(StoreError) { try keychain.delete(item(key)) }

    /// The names of the keys of a service below this store's prefix.
    /// - Throws: ``StoreError`` when the keychain refuses.
    public func keys(in service: String) async throws(StoreError) -> [String] {
        try keychain.accounts(of: "\(prefix).\(service)", in: accessGroup)
    }

    private func item(_ key: StoreKey) -> KeychainItem { KeychainItem("\(prefix).\(key.service)", key.name, in: accessGroup) }
}
