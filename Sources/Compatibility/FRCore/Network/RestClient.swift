import CallbackBridge
package import DeviceFoundation
public import Foundation
import Primitives
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The client that sends the SDK's requests.
public final class RestClient: Sendable {
    /// The client: the documented API has one.
    public static let shared = RestClient()

    private let current = Mutex(RestSettings())

    private init() {}

    package var settings: RestSettings { current.withLock { $0 } }

    /// Sets the session's configuration and who decides about certificates, from the next request on; nil for the SDK's own.
    ///
    /// On Linux there is no URLSession to configure; what the handler may decide there is described at
    /// ``FRURLSessionSSLPinningHandler``.
    public func setURLSessionConfiguration(config: URLSessionConfiguration?, handler: FRURLSessionSSLPinningHandler?) {
        let configuration = Handoff(config)
        current.withLock { settings in
            settings = RestSettings(configuration: configuration, handler: handler, pins: settings.pins, revision: settings.revision + 1)
        }
        #if !canImport(Darwin)
        if config != nil { FRLog.w("the configuration of URLSession has no effect on this system") }
        #endif
    }

    /// Sets what the modules beside the started one pin.
    package func setPins(_ pins: PinSet) {
        current.withLock { settings in
            settings.pins = pins
            settings.revision += 1
        }
    }

    /// A transport for a module without pins of its own, which follows the app's settings and those of the started SDK.
    package func transport(_ make: @escaping @Sendable (PinSet) throws -> any HTTPTransport) throws -> any HTTPTransport {
        try RestTransport { settings in try settings.transport(settings.pins, from: make) }
    }
}
