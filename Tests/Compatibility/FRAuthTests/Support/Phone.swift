import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation

/// A phone with several apps of one team, which share a keychain access group.
struct Phone {
    static let group = "com.example.shared"

    let keychain = KeychainDouble.Items()

    /// Ends the running app's process and starts that of another, with the keychain that it may use.
    /// - Parameter isSealed: whether the phone has hardware that seals what is kept.
    func launch(_ app: String, with options: FROptions, isSealed: Bool = false) throws {
        SDK.stop()
        let own = KeychainDouble(keychain, app: app, groups: [Self.group])
        Environment.current.store = { group in
            try Environment.keychain(own, app: app, accessGroup: group) { store in
                isSealed ? SoftwareKeyStore(store, service: SealedStore.service) : nil
            }
        }
        try FRAuth.start(options: options)
    }
}
