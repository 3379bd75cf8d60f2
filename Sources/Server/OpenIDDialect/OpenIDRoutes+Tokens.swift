import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import OAuth

extension OpenIDRoutes {
    /// `POST …/token` (RFC 6749 §3.2).
    func token(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            let asked = try await clientRequest(request, context: context, family)
            return .json(try await services.tokens.tokens(for: asked).json, headers: .noStore)
        }
    }

    /// `POST …/introspect` (RFC 7662).
    func introspect(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            let asked = try await clientRequest(request, context: context, family)
            return .json(try await services.tokens.introspect(asked).json, headers: .noStore)
        }
    }

    /// `POST …/revoke` (RFC 7009). One client family insists on an empty body or a JSON object.
    func revoke(_ request: Request, context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            try await services.tokens.revoke(try await clientRequest(request, context: context, family))
            return .json([:], headers: .noStore)
        }
    }

    /// `GET`, `POST …/userinfo` (OpenID Connect Core §5.3).
    func userInfo(_ request: Request, _ context: GatehouseContext, _ family: PathFamily) async throws -> Response {
        try await OAuthErrorResponse.answering(request) {
            let face = try await face(of: request, context, family)
            let token = try await bearerToken(of: request)
            let info = try await services.tokens.userInfo(of: token, in: face.realm, issuer: face.issuer)
            return .json(info.json, headers: .noStore)
        }
    }

    /// The token in the header, or in a form (RFC 6750 §2.1, §2.2); never in the query, where it would be logged. A header of another scheme
    /// shows no token (§3.1).
    private func bearerToken(of request: Request) async throws -> String {
        let inForm = request.method == .post ? try await request.form().plain("access_token") : nil
        guard let header = request.headers[.authorization] else {
            guard let inForm else { throw OAuthErrorResponse.MissingToken() }
            return inForm
        }
        guard inForm == nil else { throw OAuthError(.invalidRequest, "the token is sent in two ways; use one") }
        let words = header.split(separator: " ")
        guard let scheme = words.first, scheme.lowercased() == "bearer" else { throw OAuthErrorResponse.MissingToken() }
        guard words.count == 2 else { throw OAuthError(.invalidToken, "token not valid") }
        return String(words[1])
    }
}
