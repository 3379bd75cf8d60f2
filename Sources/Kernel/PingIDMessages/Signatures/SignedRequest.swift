internal import Crypto
import Primitives

/// A request of a customer's server as its signature covers it.
///
/// The canonical text joins method, host, path, query and the hash of the body by colons, with one at the end; a request without a query
/// has no segment for it (Signatures in PingID SDK, apidocs.pingidentity.com; `docs/protocols/platform.md` 10.2).
public struct SignedRequest: Sendable, Equatable {
    /// The method in capital letters, such as `POST`.
    public var method: String
    /// The host that the caller called, without a port where it is the scheme's own.
    public var host: String
    /// The path as it was sent, percent-encoded.
    public var path: String
    /// The query as it was sent, without the question mark; empty for none.
    public var query: String
    /// The body's bytes as they were sent; empty for none.
    public var body: [UInt8]

    /// Makes a request of its members, which are taken unchecked. By default there are neither query nor body.
    public init(method: String, host: String, path: String, query: String = "", body: [UInt8] = []) {
        self.method = method
        self.host = host
        self.path = path
        self.query = query
        self.body = body
    }

    /// The canonical text.
    public var canonicalText: String {
        let parts = [method, host, path] + (query.isEmpty ? [] : [query]) + [Self.hash(of: body)]
        return parts.map { $0 + ":" }.joined()
    }

    /// The SHA-256 of the canonical text in small hexadecimal letters: the `data` of the signature.
    ///
    /// - Throws: ``RequestSignatureError/Code/malformed`` for a path with a colon that isn't percent-encoded: the text joins by colons, and
    ///   `/a:b` would be signed as `/a` with the query `b` is.
    public var digest: String {
        get throws(RequestSignatureError) {
            guard !path.utf8.contains(UInt8(ascii: ":")) else {
                throw RequestSignatureError(.malformed, "the path has a colon, which must be sent and signed as %3A")
            }
            return Self.hash(of: Array(canonicalText.utf8))
        }
    }

    static func hash(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(own: SHA256.hash(data: bytes).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
