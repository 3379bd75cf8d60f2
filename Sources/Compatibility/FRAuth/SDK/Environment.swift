package import DeviceFoundation
package import DeviceProfile
package import Foundation
package import LoopbackRedirect
package import Primitives
import Synchronization

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// What the SDK takes from the system. The documented API has no parameters for it, so tests replace it here.
package struct Environment: Sendable {
    package var transport: @Sendable (_ pins: PinSet) throws -> any HTTPTransport
    package var store: @Sendable (_ accessGroup: String?) throws -> any SecureStore
    /// Where keys are kept whose private halves nobody gets.
    package var keys: @Sendable (_ store: any SecureStore) -> any KeyStore = Environment.systemKeys
    /// Who verifies the user; nil where nobody can.
    package var verification: (any UserVerification)? = Environment.systemVerification
    /// The app, as it is named to servers.
    package var bundleIdentifier = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    package var opener: any URLOpener = SystemURLOpener()
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    /// Says where the device is; nil where nothing does.
    package var location: (any LocationSource)?
    /// Where the app's property list is.
    package var bundle: @Sendable () -> Bundle = { .main }

    package init(
        transport: @escaping @Sendable (_ pins: PinSet) throws -> any HTTPTransport,
        store: @escaping @Sendable (_ accessGroup: String?) throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Mutex(Environment.system)

    /// The environment of the SDK that is started next.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// The transport for some options, which follows the app's changes to the ``RestClient``.
    func transport(for options: FROptions) throws -> any HTTPTransport {
        let pins = PinSet(keepingUnreadable: options.sslPinningPublicKeyHashes ?? [])
        return try RestTransport { [transport] settings in try settings.transport(pins, from: transport) }
    }

    #if canImport(LocalAuthentication)
    private static let systemVerification: (any UserVerification)? = LocalAuthenticationVerification()
    #else
    private static let systemVerification: (any UserVerification)? = nil
    #endif

    private static func systemKeys(_ store: any SecureStore) -> any KeyStore {
        #if canImport(Darwin)
        if let enclave = SecureEnclaveKeyStore(store) { return enclave }
        #endif
        return SoftwareKeyStore(store)
    }

    #if canImport(Darwin)
    /// URLSession and the keychain.
    private static let system = Environment(transport: { pins in RestClient.shared.settings.urlSession(pins: pins) }) { accessGroup in
        KeychainStore(prefix: Bundle.main.bundleIdentifier ?? "FRAuth", accessGroup: accessGroup)
    }
    #else
    /// async-http-client, and an encrypted file in the user's state directory.
    private static let system = Environment(transport: { pins in try AsyncHTTPTransport(pins: pins) }) { _ in
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? "\(NSHomeDirectory())/.local/state"
        let folder = "\(state)/FRAuth/\(ProcessInfo.processInfo.processName)"
        return try FileVault("\(folder)/vault", key: .file("\(folder)/key"))
    }
    #endif
}
