import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP

/// Errors as the OAuth endpoints tell them (RFC 6749 §5.2, RFC 6750 §3).
enum OAuthErrorResponse {
    /// Runs a handler; an OAuth error, or a request that can't be read, becomes the JSON that OAuth clients know. Any other error
    /// is told as everywhere.
    static func answering(_ request: Request, _ handler: () async throws -> Response) async throws -> Response {
        do {
            return try await handler()
        } catch let error as OAuthError {
            // A forged code or refresh token, or another client's.
            if [.invalidGrant, .unauthorizedClient].contains(error.code) { NotedCaller.refuse() }
            return response(to: error, challenged: isChallenged(request))
        } catch is MissingToken {
            var fields = HTTPFields.noStore
            fields[.wwwAuthenticate] = bearer
            return Response(status: .unauthorized, headers: fields)
        } catch let error as WireError where error.status == .contentTooLarge || error.status == .unsupportedMediaType {
            return .json(OAuthError(.invalidRequest, error.message).json, status: error.status, headers: .noStore)
        }
    }

    static func response(to error: OAuthError, challenged: Bool) -> Response {
        var fields = HTTPFields.noStore
        fields[.wwwAuthenticate] = challenge(error, challenged)
        return .json(error.json, status: status(of: error), headers: fields)
    }

    static func status(of error: OAuthError) -> HTTPResponse.Status {
        switch error.code {
        case .invalidClient, .invalidToken: .unauthorized
        case .insufficientScope: .forbidden
        case .serverError: .internalServerError
        case .temporarilyUnavailable: .serviceUnavailable
        default: .badRequest
        }
    }

    /// A request shows no access token. The answer names the scheme and no error (RFC 6750 §3.1).
    struct MissingToken: Error {}

    private static let bearer = "Bearer realm=\"OAuth\""

    /// Whether a client that didn't authenticate is told the scheme: each whose answer says 401 (RFC 9110 §15.5.2), but for pages' scripts
    /// that didn't use the header (RFC 6749 §5.2), or a browser would ask its user for a password that no user has.
    private static func isChallenged(_ request: Request) -> Bool {
        request.headers.contains(.authorization) || !BrowserRequest.isFromBrowser(request)
    }

    private static func challenge(_ error: OAuthError, _ challenged: Bool) -> String? {
        switch error.code {
        case .invalidClient: challenged ? "Basic realm=\"OAuth\", charset=\"UTF-8\"" : nil
        case .invalidToken, .insufficientScope: "\(bearer), error=\"\(error.code.wireName)\""
        default: nil
        }
    }
}

/// Tells what is wrong with a request before any endpoint has read it.
struct OAuthErrors: ErrorForm {
    private let others = JSONErrors()

    func response(to error: any Error, of request: Request, _ context: GatehouseContext) -> Response {
        guard let error = error as? WireError, Self.unreadable.contains(error.status) else {
            return others.response(to: error, of: request, context)
        }
        return .json(OAuthError(.invalidRequest, error.message).json, status: error.status, headers: .noStore)
    }

    private static let unreadable: Set<HTTPResponse.Status> = [.badRequest, .uriTooLong, .requestHeaderFieldsTooLarge, .contentTooLarge]
}
