import Primitives
package import Foundations

/// Tokens that prove that a form was ours and shown to this browser: MACs over a value that only the browser's cookie holds.
package struct FormTokens: Sendable {
    private let hashes: KeyedHash

    /// Tokens by a key of the sealer's roots.
    package init(_ sealer: Sealer) { hashes = KeyedHash("page forms", sealer) }

    /// The token for the holder of a cookie.
    package func token(for cookie: String) -> String {
        Base64URL.encode(hashes.hash(Array(cookie.utf8)))
    }

    /// Whether a token is one for a cookie's value; compared in constant time.
    package func isToken(_ token: String, for cookie: String) -> Bool {
        guard let code = Base64URL.decode(token) else { return false }
        return hashes.isHash(code, of: Array(cookie.utf8))
    }
}
