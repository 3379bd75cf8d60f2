/// Changes requests before they are sent: parameters, headers, URL, method, body.
///
/// Interceptors run in the order in which they are given, each on what the former made, after the SDK's own headers and the
/// cookies are in place, so that they have the last word.
public protocol RequestInterceptor: Sendable {
    /// The request to send in place of `request`.
    func intercept(_ request: HTTPRequest, for action: RequestAction) async -> HTTPRequest
}

/// An interceptor made of a closure.
public struct Intercept: RequestInterceptor {
    private let change: @Sendable (inout HTTPRequest, RequestAction) async -> Void

    /// Runs `change` on every request.
    public init(_ change: @escaping @Sendable (inout HTTPRequest, RequestAction) async -> Void) { self.change = change }

    /// Returns the request as `change` left it.
    public func intercept(_ request: HTTPRequest, for action: RequestAction) async -> HTTPRequest {
        var request = request
        await change(&request, action)
        return request
    }
}
