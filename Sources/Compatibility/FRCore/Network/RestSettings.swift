import CallbackBridge
package import DeviceFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The settings that an app has made at the ``RestClient``.
package struct RestSettings: Sendable {
    var configuration = Handoff<URLSessionConfiguration?>(nil)
    var handler: FRURLSessionHandler?
    /// The pins of the started SDK, for the modules beside it.
    var pins = PinSet.none
    /// Rises with each change.
    var revision = 0

    #if canImport(Darwin)
    package func transport(
        _ pins: PinSet, from make: @escaping @Sendable (PinSet) throws -> any HTTPTransport
    ) throws -> any HTTPTransport { try make(pins) }

    /// A transport with the app's settings.
    package func urlSession(pins: PinSet) -> any HTTPTransport {
        URLSessionTransport(
            pins: pins, configuration: configuration.value ?? .ephemeral,
            delegate: handler.map { PinsFirst(pins, then: $0) { SessionGuard.decide($0, pins: $1) } })
    }
    #else
    /// A transport with the handler's pins, or else those of the options, which asks the handler.
    package func transport(
        _ pins: PinSet, from make: @escaping @Sendable (PinSet) throws -> any HTTPTransport
    ) throws -> any HTTPTransport {
        guard let handler else { return try make(pins) }
        return try ChallengingTransport(handler.pins ?? pins, from: make, asking: handler)
    }
    #endif

    /// The transport of this system, for requests that no started SDK has one for.
    static func systemTransport(_ pins: PinSet) throws -> any HTTPTransport {
        #if canImport(Darwin)
        RestClient.shared.settings.urlSession(pins: pins)
        #else
        try AsyncHTTPTransport(pins: pins)
        #endif
    }
}
