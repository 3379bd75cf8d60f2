import Authenticator
package import DeviceFoundation
import FRCore
import Foundation
package import Primitives

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var transport: @Sendable (_ pins: PinSet) throws -> any HTTPTransport
    package var store: @Sendable () throws -> any SecureStore
    /// The verification of the user for pushes that want it.
    package var verification: (any UserVerification)?
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()
    /// The device's name at the server.
    package var deviceName = Device.systemName

    package init(
        transport: @escaping @Sendable (_ pins: PinSet) throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment of the SDK when it is started.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set {
            installed.withLock { $0 = newValue }
            FRLog.setTime(newValue.time)
        }
    }

    #if canImport(Darwin)
    /// URLSession and the keychain.
    private static let system = {
        var environment = Environment(transport: { pins in RestClient.shared.settings.urlSession(pins: pins) }) {
            try SystemStores.store(of: "FRAuthenticator")
        }
        environment.verification = LocalAuthenticationVerification()
        return environment
    }()
    #else
    /// async-http-client, and an encrypted file in the user's state directory.
    private static let system = Environment(transport: { pins in try AsyncHTTPTransport(pins: pins) }) {
        try SystemStores.store(of: "FRAuthenticator")
    }
    #endif
}
