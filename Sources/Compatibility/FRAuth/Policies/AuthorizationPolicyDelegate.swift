public import Foundation
public import PolicyMessages

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Takes whether something succeeded.
public typealias FRCompletionResultCallback = (_ result: Bool) -> Void

/// The demands of a policy before it grants.
public typealias PolicyAdvice = PolicyMessages.PolicyAdvice

/// Does what a policy wants ("Handle transactions in an iOS app"). It is called on a thread of the SDK's.
public protocol AuthorizationPolicyDelegate: AnyObject {
    /// A resource wants more: run the journey, such as with ``FRSession/authenticate(policyAdvice:completion:)``, and call `completion`
    /// once, with whether it succeeded. Then the request is sent again; otherwise the app gets the refusal.
    func onPolicyAdviseReceived(policyAdvice: PolicyAdvice, completion: @escaping FRCompletionResultCallback)

    /// Reads advice from an answer in which the SDK finds none; nil when there is none. By default there isn't.
    func evaluateAuthorizationPolicy(responseData: Data?, response: URLResponse?, error: (any Error)?) -> PolicyAdvice?

    /// The request to send after a step-up. By default the transaction's id is added to its query, as `_txid`.
    func updateRequest(originalRequest: URLRequest, txId: String?) -> URLRequest
}

extension AuthorizationPolicyDelegate {
    public func evaluateAuthorizationPolicy(responseData: Data?, response: URLResponse?, error: (any Error)?) -> PolicyAdvice? { nil }

    public func updateRequest(originalRequest: URLRequest, txId: String?) -> URLRequest {
        guard let txId, let url = originalRequest.url else { return originalRequest }
        var request = originalRequest
        request.url = url.appending(queryItems: [URLQueryItem(name: "_txid", value: txId)])
        return request
    }
}
