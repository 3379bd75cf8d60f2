import DeviceFoundation
import Foundation
public import OAuthMessages
import Primitives

extension OIDCClient {
    /// The claims about the user (OpenID Connect Core §5.3), read with fresh tokens.
    /// - Throws: ``OIDCError/Code/refused`` when the server doesn't take the access token.
    public func userInfo() async throws(OIDCError) -> UserInfo {
        let tokens = try await tokens()
        var request = HTTPRequest(.get, try await directory.url(of: .userInfo))
        request.headers["Authorization"] = "Bearer \(tokens.accessToken.reveal())"
        request.headers["Accept-API-Version"] = "resource=2.1, protocol=1.0"
        let response: HTTPResponse
        do { response = try await device.send(request, as: .userInfo) } catch { throw OIDCError(error) }
        guard response.status == 200 else { throw OIDCError(response, from: "userinfo") }
        return try claims(in: response, about: tokens.subject)
    }

    private func claims(in response: HTTPResponse, about subject: String?) throws(OIDCError) -> UserInfo {
        let info: UserInfo
        do { info = try UserInfo(json: try response.json()) } catch {
            throw OIDCError(.unexpectedAnswer, "the userinfo endpoint's answer holds no claims: \(error)", underlying: error)
        }
        // Core §5.3.2: else one user's token would bring another's claims.
        guard subject == nil || info.subject == subject else {
            throw OIDCError(.foreignResponse, "the claims are about \(info.subject.prefix(64)), the ID token about another user")
        }
        return info
    }
}
