import Foundation
import OAuthMessages
import Primitives

extension AuthorizationAttempt {
    /// The code in the URL that the server redirected to (RFC 6749 §4.1.2, RFC 9207).
    ///
    /// `issuer` is who must have answered, and `mustSay` whether the server always says so.
    /// - Throws: ``OIDCError/Code/notAuthenticated`` when the redirect leads elsewhere, as to the login page.
    func code(in location: String, issuer: String?, mustSay: Bool) throws(OIDCError) -> Secret {
        guard leadsToUs(location) else { throw OIDCError(.notAuthenticated, "the server wants the user to sign in") }
        let form = try parameters(of: location)
        guard let answered = try value("state", in: form), constantTimeEqual(Array(answered.utf8), Array(state.utf8)) else {
            throw OIDCError(
                .foreignResponse, "the state of the authorization response is not the one that was sent", underlying: ForeignState())
        }
        try checkIssuer(try value("iss", in: form), is: issuer, mustSay: mustSay)
        if let error = try value("error", in: form) {
            throw OIDCError(refusal: OAuthError(OAuthError.Code(error), try value("error_description", in: form) ?? ""))
        }
        guard let code = try value("code", in: form), !code.isEmpty else {
            throw OIDCError(.unexpectedAnswer, "the authorization response holds neither a code nor an error")
        }
        return Secret(code)
    }

    /// Whether a URL is the redirect URI with parameters.
    private func leadsToUs(_ location: String) -> Bool {
        guard location.hasPrefix(redirect) else { return false }
        return ["?", "&", "#", nil].contains(location.dropFirst(redirect.count).first)
    }

    private func parameters(of location: String) throws(OIDCError) -> FormBody {
        let query = location.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        do { return try FormBody(parsing: Array(query.utf8)) } catch { throw malformed(error) }
    }

    private func value(_ name: String, in form: FormBody) throws(OIDCError) -> String? {
        do { return try form.value(name) } catch { throw malformed(error) }
    }

    private func checkIssuer(_ found: String?, is issuer: String?, mustSay: Bool) throws(OIDCError) {
        guard let issuer else { return }
        if let found, found == issuer { return }
        if found == nil, !mustSay { return }
        throw OIDCError(.foreignResponse, "the authorization response is from \(found ?? "no issuer"), not from \(issuer)")
    }

    private func malformed(_ error: OAuthError) -> OIDCError {
        OIDCError(.unexpectedAnswer, "the authorization response is malformed: \(error.explanation)", underlying: error)
    }
}

/// An authorization response whose `state` isn't that of the request (RFC 6749 §10.12).
package struct ForeignState: Error {}

extension OIDCError {
    /// An error of the authorization endpoint: some say that no user is signed in (OpenID Connect Core §3.1.2.6).
    init(refusal error: OAuthError) {
        let code: Code =
            switch error.code {
            case .loginRequired: .notAuthenticated
            case .interactionRequired, .consentRequired: .interactionRequired
            default: .refused
            }
        self.init(code, "the server refused: \(error)", refusal: error)
    }
}
