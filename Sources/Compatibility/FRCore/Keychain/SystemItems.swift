#if canImport(Security)
package import Foundation
import Primitives
import Security

/// The items of an Apple system's keychain.
package struct SystemItems: KeychainItems {
    package init() {}

    package func value(of account: String, at place: KeychainOptions) -> Data? {
        var query = place.query(account)
        query[kSecReturnData] = true
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return result as? Data
    }

    package func set(_ value: Data, of account: String, at place: KeychainOptions) -> Bool {
        let attributes: [CFString: Any] = [kSecValueData: value, kSecAttrAccessible: place.accessibility.attribute]
        let query = place.query(account)
        let status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
        guard status == errSecItemNotFound else { return status == errSecSuccess }
        return SecItemAdd(query.merging(attributes) { $1 } as CFDictionary, nil) == errSecSuccess
    }

    package func remove(_ account: String?, at place: KeychainOptions) -> Bool {
        [errSecSuccess, errSecItemNotFound].contains(SecItemDelete(place.query(account) as CFDictionary))
    }

    package func accounts(at place: KeychainOptions) -> [String]? {
        var query = place.query(nil)
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        switch SecItemCopyMatching(query as CFDictionary, &result) {
        case errSecSuccess: return (result as? [[CFString: Any]] ?? []).compactMap { $0[kSecAttrAccount] as? String }.sorted()
        case errSecItemNotFound: return []
        default: return nil
        }
    }

    package func ownGroup() -> String? {
        let place = KeychainOptions(service: "gatehouse.team")
        guard set(Data(), of: "probe", at: place) else { return nil }
        var query = place.query("probe")
        query[kSecReturnAttributes] = true
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return (result as? [CFString: Any])?[kSecAttrAccessGroup] as? String
    }
}

extension KeychainOptions {
    fileprivate func query(_ account: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [kSecUseDataProtectionKeychain: true, kSecAttrSynchronizable: synchronizable]
        if let url {
            query[kSecClass] = kSecClassInternetPassword
            query[kSecAttrServer] = url.host()
            query[kSecAttrPort] = url.port
            query[kSecAttrPath] = url.path()
        } else {
            query[kSecClass] = kSecClassGenericPassword
            query[kSecAttrService] = service
        }
        query[kSecAttrAccount] = account
        query[kSecAttrAccessGroup] = accessGroup
        return query
    }
}
#endif
