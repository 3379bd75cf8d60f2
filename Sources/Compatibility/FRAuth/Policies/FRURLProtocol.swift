import CallbackBridge
import DeviceFoundation
public import Foundation
import Journeys
import Primitives
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Loads resources that policies protect: where one wants more, the delegate of ``authorizationPolicy`` is asked to do it, and the request
/// is sent again ("Handle transactions in an iOS app").
///
/// ```swift
/// FRURLProtocol.authorizationPolicy = AuthorizationPolicy(validatingURL: [url], delegate: self)
/// let configuration = URLSessionConfiguration.default
/// configuration.protocolClasses = [FRURLProtocol.self]
/// ```
///
/// It loads what is below the policy's URLs over the SDK's own transport, with its cookies and pins, and leaves everything else to the
/// session. Redirects are answers, which nobody follows.
public final class FRURLProtocol: URLProtocol {
    private static let policy = Mutex<Handoff<AuthorizationPolicy?>>(Handoff(nil))

    private let loading = Mutex<Task<Void, Never>?>(nil)

    /// Which resources are protected; nil for none.
    public static var authorizationPolicy: AuthorizationPolicy? {
        get { policy.withLock { $0 }.value }
        set {
            let next = Handoff(newValue)
            policy.withLock { $0 = next }
        }
    }

    /// Whether the request is for a protected resource.
    public override static func canInit(with request: URLRequest) -> Bool {
        guard let url = request.url else { return false }
        return authorizationPolicy?.covers(url) == true
    }

    public override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    public override func startLoading() {
        let load = Handoff((loader: self, request: request, policy: Self.authorizationPolicy))
        let task = Task { await FRURLProtocol.run(load) }
        loading.withLock { $0 = task }
    }

    public override func stopLoading() { loading.withLock { $0 }?.cancel() }

    private static func run(_ load: Handoff<(loader: FRURLProtocol, request: URLRequest, policy: AuthorizationPolicy?)>) async {
        let (loader, request, policy) = load.value
        do {
            loader.finish(try await ProtectedLoad(policy: policy).load(request), for: request)
        } catch { loader.fail(error) }
    }

    private func finish(_ response: HTTPResponse, for request: URLRequest) {
        guard !Task.isCancelled, let url = request.url, let answer = response.foundation(from: url) else { return }
        client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(response.body))
        client?.urlProtocolDidFinishLoading(self)
    }

    private func fail(_ error: any Error) {
        guard !Task.isCancelled else { return }
        client?.urlProtocol(self, didFailWithError: Translation.documented(error))
    }
}
