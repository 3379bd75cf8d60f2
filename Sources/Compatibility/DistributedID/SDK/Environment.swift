package import DeviceFoundation
import Foundation
package import Primitives
package import Wallet

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
    /// The documented SDK shares what the app tells it to: the app asks its user.
    package var consent: any ShareConsent = ConsentByCall()
    /// The name of the system, such as `ios`.
    package var osType = Device.currentPlatform
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()

    package init(
        transport: @escaping @Sendable () throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment that calls use from now on.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    private static let system: Environment = {
        var environment = Environment(transport: systemTransport) { try SystemStores.store(of: "DistributedID") }
        environment.keys = { SystemStores.keys(over: $0) }
        return environment
    }()

    #if canImport(Darwin)
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { URLSessionTransport() }
    #else
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { try AsyncHTTPTransport() }
    #endif
}
