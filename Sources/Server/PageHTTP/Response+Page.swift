import HTTPBase
package import HTTPTypes
package import Hummingbird
package import Pages

extension Response {
    /// A hosted page, with the headers that pages are sent with.
    package static func page(
        _ html: String, status: HTTPResponse.Status = .ok, headers: SecurityHeaders.Fields = SecurityHeaders.page()
    ) -> Response {
        var response = Response.html(html, status: status)
        response.headers.set(headers)
        return response
    }
}

extension HTTPFields {
    /// Sets fields by their names' texts.
    package mutating func set(_ fields: SecurityHeaders.Fields) {
        for field in fields { self[.known(field.name)] = field.value }
    }
}
