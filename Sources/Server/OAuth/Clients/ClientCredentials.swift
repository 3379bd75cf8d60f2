import Foundation
package import OAuthMessages
package import Primitives

/// The credentials by which a request says which client it comes from (RFC 6749 §2.3): an id, and a secret by at most one method.
package struct ClientCredentials: Sendable, Equatable {
    /// The `client_id`.
    package let id: String
    /// nil when none is presented, as by public clients.
    package let secret: Secret?
    /// Whether it came in the `Authorization` header, so that a refusal must name the scheme (RFC 6749 §5.2).
    package let isBasic: Bool

    /// Reads the `Authorization` header and the form.
    ///
    /// - Throws: `invalid_request` when two methods are used or two ids contradict each other, `invalid_client` when there is no id or
    ///   the header can't be read: a header that can't be read is a failure, not an absence.
    package init(authorization: String?, form: FormBody) throws(OAuthError) {
        let (id, secret) = (try form.plain("client_id"), try form.value("client_secret"))
        guard let authorization else {
            guard let id, !id.isEmpty else { throw OAuthError(.invalidClient, "the request names no client: client_id is missing") }
            self.init(id: id, secret: secret, isBasic: false)
            return
        }
        let basic = try Self.basic(authorization)
        guard secret == nil else { throw OAuthError(.invalidRequest, "the client authenticates in two ways; use one") }
        guard id == nil || id == basic.id else { throw OAuthError(.invalidRequest, "client_id and the header name different clients") }
        self.init(id: basic.id, secret: basic.secret, isBasic: true)
    }

    private init(id: String, secret: String?, isBasic: Bool) {
        self.id = id
        // RFC 6749 §2.3.1: an empty secret is the same as none.
        self.secret = secret.flatMap { $0.isEmpty ? nil : Secret($0) }
        self.isBasic = isBasic
    }

    /// RFC 6749 §2.3.1: id and secret, each form-encoded, joined by a colon, in base64.
    private static func basic(_ header: String) throws(OAuthError) -> (id: String, secret: String) {
        let words = header.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic", header.utf8.count <= 4096,
            let bytes = Data(base64Encoded: String(words[1])), let text = String(foreign: bytes),
            let colon = text.firstIndex(of: ":"), let id = FormBody.decoded(text[..<colon]),
            let secret = FormBody.decoded(text[text.index(after: colon)...]), !id.isEmpty
        else { throw OAuthError(.invalidClient, "the Authorization header holds no client id and secret of the Basic scheme") }
        return (id, secret)
    }
}

extension FormBody {
    /// One form-encoded value. An `&` can't end it here.
    fileprivate static func decoded(_ text: Substring) -> String? {
        try? FormBody(parsing: "v=" + text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "%26")).value("v")
    }
}
