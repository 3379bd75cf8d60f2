package import DeviceFoundation
import Foundation
import PingIDClient
package import Primitives
import Synchronization

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
///
/// Stores and keys are those that `PingOneSDK` has, so that an app that changes over finds what this SDK left (`pingid.md`).
package struct Environment: Sendable {
    package var transport: @Sendable () throws -> any HTTPTransport
    package var store: @Sendable () throws -> any SecureStore
    package var keys: @Sendable (any SecureStore) -> any KeyStore = { SoftwareKeyStore($0) }
    /// A store that goes with the app; nil where all stores do.
    package var appData: @Sendable () throws -> (any SecureStore)? = { nil }
    package var settings: @Sendable () throws -> PingIDSettings = { try PingIDSettings(from: .main) }
    package var tampering: TamperDetection? = TamperDetection()
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    package init(
        transport: @escaping @Sendable () throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Mutex(Environment.system)

    /// The environment of the SDK when it is first used.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    #if canImport(Darwin)
    /// URLSession, the keychain, and the Secure Enclave where there is one.
    private static let system: Environment = {
        var environment = Environment(transport: { URLSessionTransport() }) {
            KeychainStore(prefix: Bundle.main.bundleIdentifier ?? "PingOneSDK")
        }
        environment.keys = { store in
            if let enclave = SecureEnclaveKeyStore(store) { return enclave }
            return SoftwareKeyStore(store)
        }
        environment.appData = {
            let folder = URL.applicationSupportDirectory.appending(path: "PingOneSDK").path(percentEncoded: false)
            return try FileVault("\(folder)/data", key: .file("\(folder)/key"))
        }
        return environment
    }()
    #else
    /// async-http-client, and an encrypted file in the user's state directory.
    private static let system = Environment(transport: { try AsyncHTTPTransport() }) {
        let environment = ProcessInfo.processInfo.environment
        let state = environment["XDG_STATE_HOME"] ?? "\(NSHomeDirectory())/.local/state"
        let folder = "\(state)/PingOneSDK/\(ProcessInfo.processInfo.processName)"
        return try FileVault("\(folder)/vault", key: .file("\(folder)/key"))
    }
    #endif
}
