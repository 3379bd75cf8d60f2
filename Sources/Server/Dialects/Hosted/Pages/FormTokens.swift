import Crypto
import Primitives
import Services

/// Tokens that prove that a form was ours and shown to this browser: MACs over a value that only the browser's cookie holds.
struct FormTokens: Sendable {
    private let key: SymmetricKey

    init(_ sealer: Sealer) {
        key = sealer.derivedKey("page forms").withBytes { SymmetricKey(data: $0) }
    }

    /// The token for the holder of a cookie.
    func token(for cookie: String) -> String {
        Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Array(cookie.utf8), using: key))
    }

    func isToken(_ token: String, for cookie: String) -> Bool {
        guard let code = Base64URL.decode(token) else { return false }
        return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Array(cookie.utf8), using: key)
    }
}
