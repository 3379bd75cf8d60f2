import HTTPBase
import HTTPTypes
package import Primitives

extension ServerHarness {
    /// `POST …/sessions?_action=…`, the token in the header.
    package func session(
        _ action: String, token: String?, version: String = "resource=3.1, protocol=1.0", path: String = "/realms/alpha/sessions",
        query: String = "", body: JSONValue? = [:]
    ) async throws -> ServerResponse {
        var headers: HTTPFields = [.contentType: "application/json", .acceptAPIVersion: version]
        if let token { headers[configuration.sessionCookie.field] = token }
        return try await send(.post, "/am/json\(path)?_action=\(action)\(query)", headers: headers, body: body?.text)
    }
}
