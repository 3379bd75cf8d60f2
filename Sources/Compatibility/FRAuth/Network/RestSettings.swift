import CallbackBridge
import DeviceFoundation
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Darwin)
import URLSessionTransport
#endif

/// What an app has set at the ``RestClient``.
struct RestSettings: Sendable {
    var configuration = Handoff<URLSessionConfiguration?>(nil)
    var handler: FRURLSessionSSLPinningHandler?
    /// Rises with each change.
    var revision = 0

    #if canImport(Darwin)
    func transport(_ pins: PinSet, from make: (PinSet) throws -> any HTTPTransport) throws -> any HTTPTransport { try make(pins) }

    /// A transport with the app's settings.
    func urlSession(pins: PinSet) -> any HTTPTransport {
        URLSessionTransport(pins: pins, configuration: configuration.value ?? .ephemeral, delegate: handler)
    }
    #else
    /// A transport with the handler's pins, or else those of the options, which asks the handler.
    func transport(_ pins: PinSet, from make: (PinSet) throws -> any HTTPTransport) throws -> any HTTPTransport {
        guard let handler else { return try make(pins) }
        return ChallengingTransport(try make(handler.pins ?? pins), asking: handler)
    }
    #endif
}
