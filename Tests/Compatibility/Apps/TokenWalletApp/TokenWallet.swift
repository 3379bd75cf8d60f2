public import AppScreens
import FRAuth
import FRCore
public import Foundation

/// An app with its own keeper of tokens: it codes them, shows how long they last, sends them in headers, and gives them back. Its requests
/// carry a header of its own, and its log is its own.
public final class TokenWallet {
    private let screen: any Screen

    public init(screen: any Screen) { self.screen = screen }

    public func configure() {
        FRLog.setCustomLogger(ScreenLogger(screen: screen))
        FRLog.setLogLevel([.network])
        FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [TenantInterceptor()])
    }

    /// What the app would keep.
    public func export() throws -> Data? {
        guard let token = FRUser.currentUser?.token else { return nil }
        screen.show("\(token.expiresIn) seconds for \(token.scope), expired: \(token.isExpired)")
        return try JSONEncoder().encode(token)
    }

    /// What another part of the app makes of it.
    public func header(from data: Data) throws -> String {
        try JSONDecoder().decode(AccessToken.self, from: data).buildAuthorizationHeader()
    }

    public func currentHeader() -> String? {
        FRUser.currentUser?.buildAuthHeader()
    }

    public func giveBack(finished: @escaping () -> Void) {
        FRUser.currentUser?.revokeAccessToken { user, error in
            self.screen.show("Has token: \(user?.token != nil), error: \((error as NSError?)?.code ?? 0)")
            finished()
        }
    }
}

/// "Request interceptors"
final class TenantInterceptor: RequestInterceptor {
    func intercept(request: Request, action: Action) -> Request {
        var headers = request.headers
        if action.type == "REFRESH_TOKEN" || action.type == "REVOKE_TOKEN" { headers["x-tenant"] = "wallet" }
        return Request(
            url: request.url, method: request.method, headers: headers, bodyParams: request.bodyParams, urlParams: request.urlParams,
            requestType: request.requestType, responseType: request.responseType, timeoutInterval: request.timeoutInterval)
    }
}

/// "Customize the Ping SDK for iOS logger"
final class ScreenLogger: FRLogger {
    private let screen: any Screen

    init(screen: any Screen) { self.screen = screen }

    func logVerbose(timePrefix: String, logPrefix: String, message: String) {}
    func logInfo(timePrefix: String, logPrefix: String, message: String) {}
    func logNetwork(timePrefix: String, logPrefix: String, message: String) { screen.show("\(logPrefix) \(message)") }
    func logWarning(timePrefix: String, logPrefix: String, message: String) {}
    func logError(timePrefix: String, logPrefix: String, message: String) {}
}
