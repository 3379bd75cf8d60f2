public import Foundation
public import Primitives

/// A request as an ``HTTPTransport`` sends it.
public struct HTTPRequest: Sendable, Equatable {
    /// The method, `GET` by default.
    public var method: HTTPMethod
    /// The URL it goes to: an absolute `https` or `http` URL.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body; empty for none.
    public var body: [UInt8]
    /// The time that the whole exchange may take. 30 seconds by default.
    public var timeout: Duration
    /// The number of bytes of body that the answer may have; a longer one fails with ``TransportError/Code/responseTooLarge``. 1 MiB by
    /// default.
    public var responseLimit: Int

    /// Makes a request.
    public init(
        _ method: HTTPMethod = .get, _ url: URL, headers: HTTPHeaders = [:], body: [UInt8] = [],
        timeout: Duration = .seconds(30), responseLimit: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.responseLimit = responseLimit
    }
}

extension HTTPRequest {
    /// Adds parameters to the query of the URL, percent-encoded, after those it has.
    public mutating func addQuery(_ parameters: [(name: String, value: String)]) {
        addQuery(
            encoded: parameters.map { "\(String(percentEncoding: $0.name))=\(String(percentEncoding: $0.value))" }.joined(separator: "&"))
    }

    /// Adds an encoded text to the query of the URL. Characters that no query may hold are percent-encoded.
    public mutating func addQuery(encoded text: String) {
        // URLComponents ends the process at a text that is no query.
        let text = Self.isQuery(text) ? text : String(percentEncoding: text)
        guard !text.isEmpty, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return }
        components.percentEncodedQuery = [components.percentEncodedQuery ?? "", text].filter { !$0.isEmpty }.joined(separator: "&")
        url = components.url ?? url
    }

    /// Makes the body an encoded form (`application/x-www-form-urlencoded`).
    public mutating func setForm(encoded text: String) {
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = Array(text.utf8)
    }

    /// Makes the body a JSON text.
    public mutating func setJSON(_ value: JSONValue) {
        headers["Content-Type"] = "application/json"
        body = value.encoded
    }

    /// Whether a text has only what a query may have (RFC 3986 §3.4).
    private static func isQuery(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isHex(_ index: Int) -> Bool { index < bytes.count && Unicode.Scalar(bytes[index]).properties.isASCIIHexDigit }
        return bytes.indices.allSatisfy { index in
            switch bytes[index] {
            case UInt8(ascii: "%"): isHex(index + 1) && isHex(index + 2)
            default: PercentEncoding.isUnreserved(bytes[index]) || "!$&'()*+,;=:@/?".utf8.contains(bytes[index])
            }
        }
    }
}
