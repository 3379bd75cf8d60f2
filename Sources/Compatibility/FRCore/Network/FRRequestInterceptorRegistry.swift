import CallbackBridge
package import DeviceFoundation
import Primitives

/// Holds the interceptors that every request of the SDK passes, except those that read the server's discovery document and its keys: they
/// have no documented action.
public final class FRRequestInterceptorRegistry: Sendable {
    /// The registry: the documented API has one.
    public static let shared = FRRequestInterceptorRegistry()

    private let interceptors = Lock<Handoff<[any RequestInterceptor]>>(Handoff([]))

    private init() {}

    /// Sets the interceptors, in the order in which they run, in place of those registered before; nil removes all.
    public func registerInterceptors(interceptors: [any RequestInterceptor]?) {
        let interceptors = Handoff(interceptors ?? [])
        self.interceptors.withLock { $0 = interceptors }
    }

    /// Sets the interceptors, in place of those registered before or, without `shouldOverride`, after them; nil adds none, or removes all.
    public func registerInterceptors(interceptors: [any RequestInterceptor]?, shouldOverride: Bool) {
        let new = Handoff(interceptors ?? [])
        self.interceptors.withLock { $0 = Handoff((shouldOverride ? [] : $0.value) + new.value) }
    }

    /// The same, under the other name that the documentation gives it.
    public func registerInterceptor(interceptors: [any RequestInterceptor]?) { registerInterceptors(interceptors: interceptors) }

    /// The request that the interceptors make of an app's own.
    func run(_ request: Request, _ action: Action) -> Request {
        interceptors.withLock { $0 }.value.reduce(request) { $1.intercept(request: $0, action: action) }
    }

    fileprivate func run(_ request: HTTPRequest, _ action: Action) -> HTTPRequest {
        interceptors.withLock { $0 }.value.reduce(request) { request, interceptor in
            guard let view = Request(request) else { return request }
            return interceptor.intercept(request: view, action: action).applied(to: request)
        }
    }
}

/// Passes the client modules' requests through the registry.
package struct RegisteredInterceptors: DeviceFoundation.RequestInterceptor {
    package init() {}

    package func intercept(_ request: HTTPRequest, for action: RequestAction) async -> HTTPRequest {
        guard action != .wellKnown, action != .jwks else { return request }
        var payload: [String: Any]?
        if let journey = action.journey { payload = ["tree": journey, "type": action.indexType ?? "service"] }
        return FRRequestInterceptorRegistry.shared.run(request, Action(type: action.name, payload: payload))
    }
}

/// The registry of interceptors under its other documented name.
public typealias RequestInterceptorRegistry = FRRequestInterceptorRegistry
