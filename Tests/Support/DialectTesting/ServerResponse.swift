package import HTTPTypes
import Hummingbird
package import HummingbirdTesting
package import Primitives

/// What the server answered.
package struct ServerResponse: Sendable {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    package let text: String

    package init(_ response: TestResponse) {
        status = response.status
        headers = response.headers
        text = String(buffer: response.body)
    }

    /// The body as JSON; null when it is none, so that a wrong body fails an expectation rather than the test's own reading.
    package var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    /// The `Set-Cookie` line of a cookie.
    package func setCookie(_ name: String) -> String? { headers[values: .setCookie].first { $0.hasPrefix(name + "=") } }

    /// The value that a cookie was set to.
    package func cookie(_ name: String) -> String? {
        setCookie(name).map { String($0.dropFirst(name.count + 1).prefix { $0 != ";" }) }
    }
}
