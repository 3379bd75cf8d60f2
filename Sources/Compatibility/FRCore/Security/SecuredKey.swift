import DeviceFoundation
public import Foundation
import Primitives

#if canImport(Security)
public import Security
#endif

/// A key of the Secure Enclave that encrypts what an app keeps ("Hardware-backed key storage and encryption"). What the SDK itself keeps is
/// sealed without an app's doing.
public struct SecuredKey: Sendable {
    /// Whether this device has a Secure Enclave. Without one there is no key, and the SDK's tokens are in the keychain as they are.
    public static func isAvailable() -> Bool { SystemStores.hasEnclave }

    #if canImport(Security)
    private nonisolated(unsafe) let key: SecKey  // it never changes, and any thread may use it

    /// Finds the key of a tag, or makes it; nil on a device without a Secure Enclave, or when the keychain refuses. It never leaves the device.
    /// - Parameters:
    ///   - accessGroup: the keychain access group, with the team's id; nil for the app's own.
    ///   - accessibility: the times at which a key that is made can be used, always on this device only; by default once the device was
    ///     unlocked after it was switched on.
    public init?(
        applicationTag: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly
    ) {
        let found = Self.isAvailable() ? Self.found(applicationTag, accessGroup) : nil
        guard Self.isAvailable(), let key = found ?? Self.made(applicationTag, accessGroup, accessibility) else { return nil }
        self.key = key
    }

    /// Encrypts data; nil when that isn't possible.
    /// - Parameter secAlgorithm: an algorithm for keys on P-256; by default ECIES with AES-GCM and an initialization vector of its own.
    public func encrypt(
        data: Data, secAlgorithm: SecKeyAlgorithm = .eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    ) -> Data? {
        guard let publicKey = SecKeyCopyPublicKey(key) else { return nil }
        return SecKeyCreateEncryptedData(publicKey, secAlgorithm, data as CFData, nil) as Data?
    }

    /// Decrypts what ``encrypt(data:secAlgorithm:)`` returned, by the same algorithm; nil for anything else.
    public func decrypt(
        data: Data, secAlgorithm: SecKeyAlgorithm = .eciesEncryptionCofactorVariableIVX963SHA256AESGCM
    ) -> Data? {
        SecKeyCreateDecryptedData(key, secAlgorithm, data as CFData, nil) as Data?
    }

    private static func found(_ tag: String, _ group: String?) -> SecKey? {
        var query = attributes(tag, group)
        query[kSecClass] = kSecClassKey
        query[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
        query[kSecReturnRef] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        query[kSecUseDataProtectionKeychain] = true
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
        return (result as? [SecKey])?.first
    }

    private static func made(_ tag: String, _ group: String?, _ accessibility: KeychainAccessibility) -> SecKey? {
        let times = accessibility.onThisDevice.attribute
        guard let access = SecAccessControlCreateWithFlags(nil, times, .privateKeyUsage, nil) else { return nil }
        var kept = attributes(tag, group)
        kept[kSecAttrIsPermanent] = true
        kept[kSecAttrAccessControl] = access
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecUseDataProtectionKeychain: true, kSecPrivateKeyAttrs: kept,
        ]
        return SecKeyCreateRandomKey(parameters as CFDictionary, nil)
    }

    private static func attributes(_ tag: String, _ group: String?) -> [CFString: Any] {
        var attributes: [CFString: Any] = [kSecAttrApplicationTag: Data(tag.utf8)]
        attributes[kSecAttrAccessGroup] = group
        return attributes
    }
    #else
    /// No device of such a system has a Secure Enclave, so that there is no key.
    private let key: Never
    #endif
}

extension SecuredKey: ItemSeal {
    #if canImport(Security)
    package func sealed(_ value: Data) -> Data? { encrypt(data: value) }
    package func opened(_ sealed: Data) -> Data? { decrypt(data: sealed) }
    #else
    package func sealed(_ value: Data) -> Data? { switch key {} }
    package func opened(_ sealed: Data) -> Data? { switch key {} }
    #endif
}
