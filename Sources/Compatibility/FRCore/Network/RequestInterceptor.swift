/// Changes the SDK's requests before they are sent ("Request interceptors").
public protocol RequestInterceptor {
    /// The request to send in place of `request`.
    func intercept(request: Request, action: Action) -> Request
}
