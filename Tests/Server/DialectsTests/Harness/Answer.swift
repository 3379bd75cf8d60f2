import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Primitives

/// What the server answered.
struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let text: String

    init(_ response: TestResponse) {
        status = response.status
        headers = response.headers
        text = String(buffer: response.body)
    }

    /// The body as JSON; null when it is none, so that a wrong body fails an expectation rather than the test's own reading.
    var json: JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    /// The `Set-Cookie` line of a cookie.
    func setCookie(_ name: String) -> String? { headers[values: .setCookie].first { $0.hasPrefix(name + "=") } }

    /// The value that a cookie was set to.
    func cookie(_ name: String) -> String? {
        setCookie(name).map { String($0.dropFirst(name.count + 1).prefix { $0 != ";" }) }
    }
}
