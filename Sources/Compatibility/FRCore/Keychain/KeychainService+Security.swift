#if canImport(Security)
import Foundation
import Primitives
public import Security

extension KeychainService {
    /// Keeps a certificate under a label, in place of an earlier one.
    @discardableResult
    public func setCertificate(_ certificate: SecCertificate, label: String) -> Bool {
        keep(certificate, kSecClassCertificate, [kSecAttrLabel: label])
    }

    /// The certificate of a label; nil when there is none.
    public func getCertificate(_ label: String) -> SecCertificate? {
        (found(kSecClassCertificate, [kSecAttrLabel: label]) as? [SecCertificate])?.first
    }

    /// The certificate of a label with its private key, where the keychain has both; nil else.
    public func getIdentities(_ label: String) -> SecIdentity? {
        (found(kSecClassIdentity, [kSecAttrLabel: label]) as? [SecIdentity])?.first
    }

    /// Keeps an RSA key under a tag, in place of an earlier one.
    @discardableResult
    public func setRSAKey(_ rsaKey: SecKey, applicationTag: String) -> Bool { keep(rsaKey, kSecClassKey, Self.name(of: applicationTag)) }

    /// The RSA key of a tag; nil when there is none.
    public func getRSAKey(_ applicationTag: String) -> SecKey? {
        (found(kSecClassKey, Self.name(of: applicationTag)) as? [SecKey])?.first
    }

    private static func name(of tag: String) -> [CFString: Any] {
        [kSecAttrApplicationTag: Data(tag.utf8), kSecAttrKeyType: kSecAttrKeyTypeRSA]
    }

    private func query(_ kind: CFString, _ name: [CFString: Any]) -> [CFString: Any] {
        var query = name
        query[kSecClass] = kind
        query[kSecAttrAccessGroup] = options.accessGroup
        query[kSecUseDataProtectionKeychain] = true
        return query
    }

    private func keep(_ value: CFTypeRef, _ kind: CFString, _ name: [CFString: Any]) -> Bool {
        let query = query(kind, name)
        guard [errSecSuccess, errSecItemNotFound].contains(SecItemDelete(query as CFDictionary)) else { return false }
        let attributes: [CFString: Any] = [kSecValueRef: value, kSecAttrAccessible: options.accessibility.attribute]
        return SecItemAdd(query.merging(attributes) { $1 } as CFDictionary, nil) == errSecSuccess
    }

    private func found(_ kind: CFString, _ name: [CFString: Any]) -> CFTypeRef? {
        var query = query(kind, name)
        query[kSecReturnRef] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var result: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess ? result : nil
    }
}
#endif
