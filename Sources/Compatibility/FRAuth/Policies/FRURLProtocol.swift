import CallbackBridge
import DeviceFoundation
public import FRCore
public import Foundation
import Journeys
import Primitives

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
/// session. Redirects are answers, which are not followed.
public final class FRURLProtocol: URLProtocol {
    private static let policy = Lock<Handoff<AuthorizationPolicy?>>(Handoff(nil))
    private static let tokens = Lock<Handoff<TokenManagementPolicy?>>(Handoff(nil))
    private static let security = Lock<FRSecurityConfiguration?>(nil)

    private let loading = Lock<Task<Void, Never>?>(nil)

    /// The policy that names the protected resources; nil for none.
    public static var authorizationPolicy: AuthorizationPolicy? {
        get { policy.withLock { $0 }.value }
        set {
            let next = Handoff(newValue)
            policy.withLock { $0 = next }
        }
    }

    /// The policy that names the resources that get the user's access token; nil for none.
    public static var tokenManagementPolicy: TokenManagementPolicy? {
        get { tokens.withLock { $0 }.value }
        set {
            let next = Handoff(newValue)
            tokens.withLock { $0 = next }
        }
    }

    /// The pins for these resources; nil for those that the SDK was started with.
    public static var frSecurityConfiguration: FRSecurityConfiguration? {
        get { security.withLock { $0 } }
        set { security.withLock { $0 = newValue } }
    }

    /// Whether the request is for a resource of one of the policies.
    public override static func canInit(with request: URLRequest) -> Bool {
        guard let url = request.url else { return false }
        return authorizationPolicy?.covers(url) == true || tokenManagementPolicy?.covers(url) == true
    }

    public override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    public override func startLoading() {
        let work = ProtectedLoad(
            policy: Self.authorizationPolicy, tokens: Self.tokenManagementPolicy, pins: Self.frSecurityConfiguration?.pins)
        let load = Handoff((loader: self, request: request, work: work))
        let task = Task { await FRURLProtocol.run(load) }  // Answers by callbacks.
        loading.withLock { $0 = task }
    }

    public override func stopLoading() { loading.withLock { $0 }?.cancel() }

    private static func run(_ load: Handoff<(loader: FRURLProtocol, request: URLRequest, work: ProtectedLoad)>) async {
        let (loader, request, work) = load.value
        do {
            loader.finish(try await work.load(request), for: request)
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
