import DeviceFoundation
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

#if canImport(Darwin)
import URLSessionTransport
#endif

/// How the SDK sends its requests.
public final class RestClient: Sendable {
    /// The client: the documented API has one.
    public static let shared = RestClient()

    private struct Settings {
        var configuration: URLSessionConfiguration?
        var handler: FRURLSessionSSLPinningHandler?
    }

    private let settings = Mutex(Handoff(Settings()))

    private init() {}

    /// Sets the session's configuration and who decides about certificates, for the SDK that is started next.
    ///
    /// On Linux neither has an effect, as URLSession is not used there; the pins of the configuration stay in force.
    public func setURLSessionConfiguration(config: URLSessionConfiguration?, handler: FRURLSessionSSLPinningHandler?) {
        let next = Handoff(Settings(configuration: config, handler: handler))
        settings.withLock { $0 = next }
        #if !canImport(Darwin)
        FRLog.w("setURLSessionConfiguration has no effect on this system: the pins of the configuration stay in force")
        #endif
    }

    #if canImport(Darwin)
    /// A transport with the app's settings.
    func transport(pins: PinSet) -> any HTTPTransport {
        let settings = settings.withLock { $0 }.value
        return URLSessionTransport(pins: pins, configuration: settings.configuration ?? .ephemeral, delegate: settings.handler)
    }
    #endif
}
