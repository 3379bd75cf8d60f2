import CallbackBridge
package import DeviceFoundation
import Primitives

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The client that sends the SDK's requests.
public final class RestClient: Sendable {
    /// The client: the documented API has one.
    public static let shared = RestClient()

    private let current = Lock(RestSettings())
    private let own = Lock(OwnTransport(make: RestSettings.systemTransport))

    /// The transport of the app's own requests, and what makes it.
    private struct OwnTransport {
        let make: @Sendable (PinSet) throws -> any HTTPTransport
        var made: RestTransport?
    }

    private init() {}

    package var settings: RestSettings { current.withLock { $0 } }

    /// Sets the session's configuration and who decides about certificates, from the next request on; nil for the SDK's own.
    ///
    /// On Linux there is no URLSession to configure; what the handler may decide there is described at
    /// ``FRURLSessionHandler``.
    public func setURLSessionConfiguration(config: URLSessionConfiguration?, handler: FRURLSessionHandler?) {
        let configuration = Handoff(config)
        current.withLock { settings in
            settings = RestSettings(configuration: configuration, handler: handler, pins: settings.pins, revision: settings.revision + 1)
        }
        #if !canImport(Darwin)
        if config != nil { FRLog.w("the configuration of URLSession has no effect on this system") }
        #endif
    }

    /// Sets the session's configuration, from the next request on; the SDK itself decides about certificates.
    public func setURLSessionConfiguration(config: URLSessionConfiguration) { setURLSessionConfiguration(config: config, handler: nil) }

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

    /// Sets what makes the transport of the app's own requests, as the started SDK does.
    package func setTransport(_ make: @escaping @Sendable (PinSet) throws -> any HTTPTransport) {
        own.withLock { $0 = OwnTransport(make: make) }
    }

    /// The transport of the app's own requests.
    func transport() throws -> any HTTPTransport {
        try own.withLock { own in
            let made = try own.made ?? RestTransport { [make = own.make] settings in try settings.transport(settings.pins, from: make) }
            own.made = made
            return made
        }
    }
}
