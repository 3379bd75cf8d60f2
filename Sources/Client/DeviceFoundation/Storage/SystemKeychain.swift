#if canImport(Security)
package import Primitives
import Foundation
import Security

/// The keychain of an Apple system.
package struct SystemKeychain: Keychain {
    package init() {}

    package func read(_ item: KeychainItem) throws(StoreError) -> Secret? {
        var query = query(item)
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        try check(status, "read \(item)")
        return (result as? Data).map { Secret(bytes: $0) }
    }

    package func write(_ value: Secret, to item: KeychainItem) throws(StoreError) {
        let attributes: [CFString: Any] = [
            kSecValueData: value.withBytes { Data($0) }, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let status = SecItemUpdate(query(item) as CFDictionary, attributes as CFDictionary)
        guard status == errSecItemNotFound else { return try check(status, "update \(item)") }
        try check(SecItemAdd(query(item).merging(attributes) { $1 } as CFDictionary, nil), "add \(item)")
    }

    package func delete(_ item: KeychainItem) throws(StoreError) {
        let status = SecItemDelete(query(item) as CFDictionary)
        if status != errSecItemNotFound { try check(status, "delete \(item)") }
    }

    package func accounts(of service: String, in group: String?) throws(StoreError) -> [String] {
        var query = query(service, nil, group)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [] }
        try check(status, "list \(service)")
        return (result as? [[CFString: Any]] ?? []).compactMap { $0[kSecAttrAccount] as? String }.sorted()
    }

    package func ownGroup() throws(StoreError) -> String {
        let probe = KeychainItem("gatehouse.probe", "own", in: nil)
        try write(Secret("probe"), to: probe)
        var query = query(probe)
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &result), "read \(probe)")
        try delete(probe)
        guard let group = (result as? [CFString: Any])?[kSecAttrAccessGroup] as? String else {
            throw StoreError(.refused, "the keychain doesn't tell the access group of the app's items")
        }
        return group
    }

    private func query(_ item: KeychainItem) -> [CFString: Any] { query(item.service, item.account, item.group) }

    private func query(_ service: String, _ account: String?, _ group: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrAccount] = account
        query[kSecAttrAccessGroup] = group
        return query
    }

    private func check(_ status: OSStatus, _ what: String) throws(StoreError) {
        guard status != errSecSuccess else { return }
        let text = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
        let code: StoreError.Code =
            switch status {
            case errSecInteractionNotAllowed: .locked
            case errSecMissingEntitlement: .notEntitled
            default: .refused
            }
        throw StoreError(code, "the keychain refused to \(what): \(text)")
    }
}
#endif
