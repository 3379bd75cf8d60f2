import FRCore
package import CallbackBridge
package import DeviceFoundation
package import DeviceProfile
package import Foundation
package import LoopbackRedirect
package import OIDC
package import Primitives

#if canImport(UIKit)
import UIKit
#endif

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var transport: @Sendable (_ pins: PinSet) throws -> any HTTPTransport
    package var store: @Sendable (_ accessGroup: String?) throws -> any SecureStore
    /// The store of keys whose private halves never leave it.
    package var keys: @Sendable (_ store: any SecureStore) -> any KeyStore = { SystemStores.keys(over: $0) }
    /// The verification of the user; nil where there is none.
    package var verification: (any UserVerification)? = Environment.systemVerification
    /// The system's App Attest; nil where there is none.
    package var attestation: (any AppAttestService)? = Environment.systemAttestation
    /// The app, as it is named to servers.
    package var bundleIdentifier = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    package var opener: any URLOpener = SystemURLOpener()
    /// The system's session for signing in; nil where it has none, or the app names no window for it.
    package var session: @Sendable (_ type: BrowserType, _ presenter: Handoff<AnyObject?>) async -> (any LoginBrowser)? =
        Environment.systemSession
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    /// Says where the device is; nil where nothing does.
    package var location: (any LocationSource)?
    /// The bundle with the app's property list.
    package var bundle: @Sendable () -> Bundle = { .main }

    package init(
        transport: @escaping @Sendable (_ pins: PinSet) throws -> any HTTPTransport,
        store: @escaping @Sendable (_ accessGroup: String?) throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment of the SDK that is started next.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set {
            installed.withLock { $0 = newValue }
            FRLog.setTime(newValue.time)
            RestClient.shared.setTransport(newValue.transport)
        }
    }

    /// The transport for some options, which follows the app's changes to the ``RestClient``.
    func transport(for options: FROptions) throws -> any HTTPTransport {
        try RestTransport { [transport, pins = options.pins] settings in try settings.transport(pins, from: transport) }
    }

    /// Returns the store of the started SDK: with an access group, apps share the session, its cookies and the device's identifier.
    func store(for options: FROptions) throws -> any SecureStore {
        let own = try store(nil)
        guard let group = options.keychainAccessGroup, !group.isEmpty else { return own }
        return PartlySharedStore(own: own, shared: try store(group), services: ["session", "cookies", "installation"])
    }

    @MainActor
    private static func systemSession(_ type: BrowserType, _ presenter: Handoff<AnyObject?>) -> (any LoginBrowser)? {
        #if canImport(UIKit)
        let controller = presenter.value as? UIViewController
        return switch type {
        case .nativeBrowserApp: nil
        case .sfViewController: AppWindow.presenter(controller).map(SafariBrowser.init)
        case .authSession, .ephemeralAuthSession:
            AppWindow.above(controller).map { AuthenticationSessionBrowser(above: $0, isEphemeral: type == .ephemeralAuthSession) }
        }
        #else
        nil
        #endif
    }

    #if canImport(LocalAuthentication)
    private static let systemVerification: (any UserVerification)? = LocalAuthenticationVerification()
    #else
    private static let systemVerification: (any UserVerification)? = nil
    #endif

    #if canImport(DeviceCheck)
    private static let systemAttestation: (any AppAttestService)? = SystemAppAttest()
    #else
    private static let systemAttestation: (any AppAttestService)? = nil
    #endif

    #if canImport(Darwin)
    /// URLSession and the keychain.
    private static let system = Environment(transport: { pins in RestClient.shared.settings.urlSession(pins: pins) }) { accessGroup in
        try keychain(SystemKeychain(), app: Bundle.main.bundleIdentifier ?? "FRAuth", accessGroup: accessGroup)
    }
    #else
    /// async-http-client, and an encrypted file in the user's state directory.
    private static let system = Environment(transport: { pins in try AsyncHTTPTransport(pins: pins) }) { accessGroup in
        guard let accessGroup else { return try SystemStores.store(of: "FRAuth") }
        return try SystemStores.vault("FRAuth/groups/\(accessGroup.filter(isPartOfName))")
    }

    /// Whether a character of an access group's name may be part of a file's.
    private static func isPartOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || ".-_".contains(character)
    }
    #endif

    /// Keychain items of an app: of its own under its identifier, those of an access group under one name for all apps. They are sealed
    /// under a key of the Secure Enclave where there is one.
    /// - Throws: ``ConfigError/invalidAccessGroup(_:)`` when the app may not use the group.
    package static func keychain(
        _ keychain: any Keychain, app: String, accessGroup: String?,
        sealing: (any SecureStore) -> (any KeyStore)? = SystemStores.sealingKeys(in:)
    ) throws -> any SecureStore {
        let store: KeychainStore
        do {
            let group = try accessGroup.map { (group) throws(StoreError) in try keychain.usableGroup(group) }
            store = KeychainStore(prefix: group == nil ? app : "FRAuth.shared", accessGroup: group, over: keychain)
        } catch {
            guard error.code == .notEntitled, let accessGroup else { throw error }
            throw ConfigError.invalidAccessGroup(accessGroup)
        }
        if let keys = sealing(store) { return SealedStore(store, keys: keys) }
        FRLog.w("This device has no Secure Enclave: tokens and sessions are in the keychain without a key of it")
        return store
    }
}
