public import Foundation
import Journeys

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The resources that get the user's access token, and the answers of theirs that mean that it has to be renewed. Hand it to
/// ``FRURLProtocol/tokenManagementPolicy``.
public final class TokenManagementPolicy {
    /// The URLs below which the token is sent: scheme, host and port are compared, and the beginning of the path.
    public let validatingURL: [URL]
    /// Reads answers. It is held as long as the policy is.
    public var delegate: (any TokenManagementPolicyDelegate)?

    /// Makes a policy.
    public init(validatingURL: [URL], delegate: (any TokenManagementPolicyDelegate)? = nil) {
        self.validatingURL = validatingURL
        self.delegate = delegate
    }

    func covers(_ url: URL) -> Bool { validatingURL.contains { url.isBelow($0) } }
}

/// Reads answers of resources that get the user's access token. It is called on a thread of the SDK's.
public protocol TokenManagementPolicyDelegate: AnyObject {
    /// Whether the answer means that the token isn't good any more: it is renewed, and the request is sent once more. By default it isn't.
    func evaluateTokenRefresh(responseData: Data?, response: URLResponse?, error: (any Error)?) -> Bool

    /// The request with the token. By default it is in the header `Authorization`.
    func updateRequest(originalRequest: URLRequest, token: AccessToken) -> URLRequest
}

extension TokenManagementPolicyDelegate {
    public func evaluateTokenRefresh(responseData: Data?, response: URLResponse?, error: (any Error)?) -> Bool { false }

    public func updateRequest(originalRequest: URLRequest, token: AccessToken) -> URLRequest { originalRequest.authorized(with: token) }
}

extension URLRequest {
    func authorized(with token: AccessToken) -> URLRequest {
        var request = self
        request.setValue(token.buildAuthorizationHeader(), forHTTPHeaderField: "Authorization")
        return request
    }
}
