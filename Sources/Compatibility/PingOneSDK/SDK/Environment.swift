package import DeviceFoundation
import Foundation
package import MFA
package import Primitives

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var transport: @Sendable () throws -> any HTTPTransport
    package var store: @Sendable () throws -> any SecureStore
    package var keys: @Sendable (any SecureStore) -> any KeyStore = { SoftwareKeyStore($0) }
    /// A store that goes with the app; nil where all stores do.
    package var appData: @Sendable () throws -> (any SecureStore)? = { nil }
    package var settings: @Sendable () throws -> PingOneConfiguration = { try PingOneConfiguration(from: .main) }
    /// Gets evidence of the app's integrity; nil where there is no provider of it.
    package var integrity: @Sendable (any SecureStore) -> (any IntegrityProvider)? = { _ in nil }
    package var tampering: TamperDetection? = TamperDetection()
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()

    package init(
        transport: @escaping @Sendable () throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment of the SDK when it is first used.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    /// The system's transport and stores. An app that had `PingID_SDK` before has the same ones.
    private static let system: Environment = {
        var environment = Environment(transport: systemTransport) { try SystemStores.store(of: "PingOneSDK") }
        environment.keys = { SystemStores.keys(over: $0) }
        environment.appData = { try SystemStores.appData(of: "PingOneSDK") }
        #if canImport(Darwin)
        environment.integrity = { AppAttestProvider($0) }
        #endif
        return environment
    }()

    #if canImport(Darwin)
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { URLSessionTransport() }
    #else
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { try AsyncHTTPTransport() }
    #endif
}
