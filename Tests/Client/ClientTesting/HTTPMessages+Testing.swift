import Foundation
package import DeviceFoundation
package import Primitives

extension HTTPResponse {
    /// An answer with a JSON body.
    package static func json(_ value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return HTTPResponse(status: status, headers: headers, body: value.encoded)
    }

    /// A redirect with an empty body.
    package static func redirect(_ location: String) -> HTTPResponse {
        HTTPResponse(status: 302, headers: ["Location": location])
    }
}

extension HTTPRequest {
    /// The parameters of the query.
    package var query: [String: String] { Self.dictionary(url.query(percentEncoded: true) ?? "") }

    /// The parameters of a form body.
    package var form: [String: String] { Self.dictionary(String(decoding: body, as: UTF8.self)) }

    /// The JSON of the body; null when it isn't any.
    package var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }

    private static func dictionary(_ text: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = text
        return Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
