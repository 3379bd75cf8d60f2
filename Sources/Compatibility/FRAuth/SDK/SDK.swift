import CallbackBridge
package import DeviceFoundation
import FRCore
import Foundation
import Primitives

/// The started SDK: the one instance that the documented API requires.
enum SDK {
    private static let current = Lock<Runtime?>(nil)
    private static let lastStart = StoreKey("frauth", "configuration")

    /// The started SDK.
    static func runtime() throws -> Runtime {
        guard let runtime = current.withLock({ $0 }) else { throw ConfigError.invalidSDKState }
        return runtime
    }

    static var isStarted: Bool { current.withLock { $0 != nil } }

    /// Starts, or starts again. Sessions and tokens of an earlier start are revoked and removed, when it was in this process or
    /// its configuration was another one.
    static func start(_ options: FROptions) throws {
        let environment = Environment.current
        let next = try Runtime(options, environment: environment)
        let former = try current.withLock { $0 } ?? changed(since: next, environment: environment)
        if let former {
            let tellServer = Bridge.wait { await former.leave(keepingSession: former.sharesSession) }
            Task { await tellServer() }
        }
        try Bridge.wait { try await next.device.store.set(Secret(bytes: options.identity.encoded), for: lastStart) }
        current.withLock { $0 = next }
        RestClient.shared.setPins(options.pins)
    }

    /// Stops without a trace but what is stored, as the end of the process does.
    package static func stop() { current.withLock { $0 = nil } }

    /// The SDK as the process before this one had started it, if the configuration differs.
    private static func changed(since next: Runtime, environment: Environment) throws -> Runtime? {
        let stored = try Bridge.wait { try await next.device.store.get(lastStart) }
        guard let json = stored.flatMap({ $0.withBytes { try? JSONValue(parsing: $0) } }), !next.options.keepsTokens(of: json),
            let options = FROptions(identity: json)
        else { return nil }
        return try Runtime(options, environment: environment)
    }
}

/// The base that other modules of the documented SDK stand on.
package enum StartedSDK {
    /// The server, and the device.
    /// - Throws: `ConfigError` when the SDK isn't started.
    package static func parts() throws -> (server: ServerAddress, device: DeviceFoundation.Device) {
        let runtime = try SDK.runtime()
        return (runtime.sessions.server, runtime.device)
    }
}
