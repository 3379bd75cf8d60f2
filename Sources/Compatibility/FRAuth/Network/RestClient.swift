import CallbackBridge
import DeviceFoundation
import Foundation
import Primitives
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// How the SDK sends its requests.
public final class RestClient: Sendable {
    /// The client: the documented API has one.
    public static let shared = RestClient()

    private let current = Mutex(RestSettings())

    private init() {}

    var settings: RestSettings { current.withLock { $0 } }

    /// Sets the session's configuration and who decides about certificates, from the next request on; nil for the SDK's own.
    ///
    /// On Linux there is no URLSession to configure; what the handler may decide there is described at
    /// ``FRURLSessionSSLPinningHandler``.
    public func setURLSessionConfiguration(config: URLSessionConfiguration?, handler: FRURLSessionSSLPinningHandler?) {
        let configuration = Handoff(config)
        current.withLock { settings in
            settings = RestSettings(configuration: configuration, handler: handler, revision: settings.revision + 1)
        }
        #if !canImport(Darwin)
        if config != nil { FRLog.w("the configuration of URLSession has no effect on this system") }
        #endif
    }
}
