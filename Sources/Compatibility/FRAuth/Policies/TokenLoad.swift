import DeviceFoundation
import FRCore
import Foundation
import OIDC
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests to one resource: with the user's token where a policy says so, and once more with a renewed one.
struct TokenLoad {
    let runtime: Runtime
    let policy: TokenManagementPolicy?
    /// The pins of ``FRURLProtocol/frSecurityConfiguration``; nil for those of the SDK.
    let pins: PinSet?

    func send(_ request: URLRequest) async throws -> HTTPResponse {
        guard let policy, let url = request.url, policy.covers(url), let tokens = try? await runtime.oidc?.storedTokens else {
            return try await deliver(request)
        }
        let response = try await deliver(with(AccessToken(tokens), request))
        let answer = response.foundation(from: url)
        guard policy.delegate?.evaluateTokenRefresh(responseData: Data(response.body), response: answer, error: nil) == true,
            let renewed = try? await runtime.oidc?.refresh()
        else { return response }
        return try await deliver(with(AccessToken(renewed), request))
    }

    private func with(_ token: AccessToken, _ request: URLRequest) -> URLRequest {
        policy?.delegate?.updateRequest(originalRequest: request, token: token) ?? request.authorized(with: token)
    }

    private func deliver(_ request: URLRequest) async throws -> HTTPResponse {
        try await device().send(try HTTPRequest(request), as: RequestAction("RESOURCE"))
    }

    private func device() throws -> DeviceFoundation.Device {
        guard let pins else { return runtime.device }
        let (device, environment) = (runtime.device, Environment.current)
        return DeviceFoundation.Device(
            transport: try RestTransport { settings in try settings.transport(pins, from: environment.transport) }, store: device.store,
            interceptors: device.interceptors, log: device.log, timeout: device.timeout, keepsCookies: device.cookies != nil,
            platform: device.platform, time: environment.time, random: environment.random)
    }
}
