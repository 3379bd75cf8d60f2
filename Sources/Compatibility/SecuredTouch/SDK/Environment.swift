package import DeviceFoundation
import Foundation
package import Primitives

#if canImport(Darwin)
import URLSessionTransport
#else
import AsyncHTTPTransport
#endif

/// The services that the SDK takes from the system. The documented API has no parameters for them, so tests replace them here.
package struct Environment: Sendable {
    package var transport: @Sendable () throws -> any HTTPTransport
    /// The store of what a pause saves.
    package var store: @Sendable () throws -> any SecureStore
    /// The words of the app's own that may be sent: `words` of the property list `SecuredTouchConfig.plist`.
    package var words: @Sendable () -> Set<String> = { Environment.words(in: .main) }
    package var time: any TimeSource = SystemTime()
    package var random: any RandomSource = SystemRandom()

    package init(
        transport: @escaping @Sendable () throws -> any HTTPTransport, store: @escaping @Sendable () throws -> any SecureStore
    ) {
        self.transport = transport
        self.store = store
    }

    private static let installed = Lock(Environment.system)

    /// The environment of the SDK that is started next.
    package static var current: Environment {
        get { installed.withLock { $0 } }
        set { installed.withLock { $0 = newValue } }
    }

    private static func words(in bundle: Bundle) -> Set<String> {
        guard let url = bundle.url(forResource: "SecuredTouchConfig", withExtension: "plist"), let data = try? Data(contentsOf: url),
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        else { return [] }
        return Set(list["words"] as? [String] ?? [])
    }

    /// The system's transport and stores.
    private static let system = Environment(transport: systemTransport) { try SystemStores.store(of: "SecuredTouch") }

    #if canImport(Darwin)
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { URLSessionTransport() }
    #else
    private static let systemTransport: @Sendable () throws -> any HTTPTransport = { try AsyncHTTPTransport() }
    #endif
}
