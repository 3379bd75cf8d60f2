import CallbackBridge
package import DeviceFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Darwin)
import URLSessionTransport
#endif

/// The settings that an app has made at the ``RestClient``.
package struct RestSettings: Sendable {
    var configuration = Handoff<URLSessionConfiguration?>(nil)
    var handler: FRURLSessionSSLPinningHandler?
    /// The pins of the started SDK, for the modules beside it.
    var pins = PinSet.none
    /// Rises with each change.
    var revision = 0

    #if canImport(Darwin)
    package func transport(_ pins: PinSet, from make: (PinSet) throws -> any HTTPTransport) throws -> any HTTPTransport { try make(pins) }

    /// A transport with the app's settings.
    package func urlSession(pins: PinSet) -> any HTTPTransport {
        URLSessionTransport(pins: pins, configuration: configuration.value ?? .ephemeral, delegate: handler)
    }
    #else
    /// A transport with the handler's pins, or else those of the options, which asks the handler.
    package func transport(_ pins: PinSet, from make: (PinSet) throws -> any HTTPTransport) throws -> any HTTPTransport {
        guard let handler else { return try make(pins) }
        return ChallengingTransport(try make(handler.pins ?? pins), asking: handler)
    }
    #endif
}
