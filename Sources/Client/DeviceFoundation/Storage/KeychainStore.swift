#if canImport(Security)
public import Primitives
import Foundation
import Security

/// Keeps secrets in the keychain of an Apple system, on this device only and after the first unlock.
public struct KeychainStore: SecureStore {
    private let prefix: String
    private let accessGroup: String?

    /// A store whose items' services begin with `prefix`, such as the app's identifier; `accessGroup` shares them among apps.
    public init(prefix: String = "gatehouse", accessGroup: String? = nil) {
        self.prefix = prefix
        self.accessGroup = accessGroup
    }

    public func get(_ key: StoreKey) async throws(StoreError) -> Secret? {
        var query = query(key.service, key.name)
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        try check(status, "read", key)
        return (result as? Data).map { Secret(bytes: $0) }
    }

    public func set(_ value: Secret, for key: StoreKey) async throws(StoreError) {
        let data = value.withBytes { Data($0) }
        let attributes: [CFString: Any] = [
            kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let status = SecItemUpdate(query(key.service, key.name) as CFDictionary, attributes as CFDictionary)
        guard status == errSecItemNotFound else { return try check(status, "update", key) }
        let item = query(key.service, key.name).merging(attributes) { $1 }
        try check(SecItemAdd(item as CFDictionary, nil), "add", key)
    }

    public func delete(_ key: StoreKey) async throws(StoreError) {
        let status = SecItemDelete(query(key.service, key.name) as CFDictionary)
        if status != errSecItemNotFound { try check(status, "delete", key) }
    }

    public func keys(in service: String) async throws(StoreError) -> [String] {
        var query = query(service, nil)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        try check(status, "list", StoreKey(service, "*"))
        let items = result as? [[CFString: Any]] ?? []
        return items.compactMap { $0[kSecAttrAccount] as? String }.sorted()
    }

    private func query(_ service: String, _ account: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "\(prefix).\(service)",
            kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrAccount] = account
        query[kSecAttrAccessGroup] = accessGroup
        return query
    }

    private func check(_ status: OSStatus, _ what: String, _ key: StoreKey) throws(StoreError) {
        guard status != errSecSuccess else { return }
        let text = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
        throw StoreError(status == errSecInteractionNotAllowed ? .locked : .refused, "the keychain refused to \(what) \(key): \(text)")
    }
}
#endif
