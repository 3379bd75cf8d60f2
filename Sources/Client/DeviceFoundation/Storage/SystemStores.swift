import Foundation
import Primitives

#if canImport(Darwin)
import CryptoKit
#endif

/// The stores of the system for an SDK that an app starts without saying where things are kept.
package enum SystemStores {
    /// The store of an SDK's things: the keychain; elsewhere an encrypted file in the user's state directory, one for each program.
    /// - Throws: ``StoreError`` when the file can't be read or made.
    package static func store(of sdk: String) throws -> any SecureStore {
        #if canImport(Darwin)
        let store = KeychainStore(prefix: Bundle.main.bundleIdentifier ?? sdk)
        if let keys = sealingKeys(in: store) { return SealedStore(store, keys: keys) }
        return store
        #else
        try vault("\(sdk)/\(ProcessInfo.processInfo.processName)")
        #endif
    }

    /// True for a device with a Secure Enclave.
    package static var hasEnclave: Bool {
        #if canImport(Darwin)
        SecureEnclave.isAvailable
        #else
        false
        #endif
    }

    /// The keys that seal what a store keeps: of the Secure Enclave; nil on a device without one.
    package static func sealingKeys(in store: any SecureStore) -> (any KeyStore)? {
        #if canImport(Darwin)
        SecureEnclaveKeyStore(store, service: SealedStore.service)
        #else
        nil
        #endif
    }

    /// Keys over a store: in the Secure Enclave where there is one.
    package static func keys(over store: any SecureStore) -> any KeyStore {
        #if canImport(Darwin)
        if let enclave = SecureEnclaveKeyStore(store) { return enclave }
        #endif
        return SoftwareKeyStore(store)
    }

    /// A store that goes with the app; nil where all stores do.
    /// - Throws: ``StoreError`` when its file can't be read or made.
    package static func appData(of sdk: String) throws -> (any SecureStore)? {
        #if canImport(Darwin)
        let folder = URL.applicationSupportDirectory.appending(path: sdk).path(percentEncoded: false)
        return try FileVault("\(folder)/data", key: .file("\(folder)/key"))
        #else
        nil
        #endif
    }

    #if !canImport(Darwin)
    /// An encrypted file in a folder of the user's state directory (XDG Base Directory Specification 0.8).
    /// - Throws: ``StoreError`` when it can't be read or made.
    package static func vault(_ path: String) throws -> FileVault {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? "\(NSHomeDirectory())/.local/state"
        let folder = "\(state)/\(path)"
        return try FileVault("\(folder)/vault", key: .file("\(folder)/key"))
    }
    #endif
}
