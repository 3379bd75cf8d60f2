import AuthenticatorMessages
import DeviceFoundation
import Foundation
import Primitives

/// Talks to the push endpoint of an access-management server (`docs/protocols/step-protocol.md` 6.3, 6.5, 6.6).
struct PushChannel: Sendable {
    /// The answers are empty objects.
    private static let longestAnswer = 64 << 10

    let device: Device

    /// Posts a message; returns when the server has taken it.
    /// - Throws: `.connectivity`; `.refused` for any answer but 2xx.
    func post(_ body: JSONValue, to address: String, cookie: String? = nil, as action: RequestAction) async throws(AuthenticatorError) {
        let request = try request(body, to: address, cookie: cookie)
        let response: HTTPResponse
        do { response = try await device.send(request, as: action) } catch { throw AuthenticatorError(error) }
        guard response.isSuccess else { throw Self.refusal(response.status) }
    }

    /// Opens the stream of the server's own push service.
    func stream(_ body: JSONValue, to address: String, after event: String?) async throws(AuthenticatorError) -> HTTPStream {
        var request = try request(body, to: address, cookie: nil)
        request.headers["Accept"] = "text/event-stream"
        request.headers["Last-Event-ID"] = event
        for interceptor in device.interceptors { request = await interceptor.intercept(request, for: RequestAction("PUSH_LISTEN")) }
        let stream: HTTPStream
        do { stream = try await device.transport.stream(request) } catch { throw AuthenticatorError(error) }
        guard stream.status == 200 else { throw Self.refusal(stream.status) }
        return stream
    }

    private func request(_ body: JSONValue, to address: String, cookie: String?) throws(AuthenticatorError) -> HTTPRequest {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host()?.isEmpty == false
        else {
            throw AuthenticatorError(.uri, "the account's push address is no http or https URL")
        }
        var request = HTTPRequest(.post, url, timeout: device.timeout, responseLimit: Self.longestAnswer)
        request.headers["Accept-API-Version"] = PushEndpoint.acceptAPIVersion
        request.headers["Cookie"] = cookie.flatMap { $0.contains { $0.isNewline } ? nil : $0 }
        request.setJSON(body)
        return request
    }

    private static func refusal(_ status: Int) -> AuthenticatorError {
        guard status != 429, status < 500 else {
            return AuthenticatorError(.connectivity, "the server can't answer now (status \(status)); try again later")
        }
        return AuthenticatorError(.refused, "the server refused (status \(status)); it doesn't say why")
    }
}

/// Says an error of the push conversation as one of this module, of a code.
func translating<Result>(
    message body: @autoclosure () throws(PushMessageError) -> Result, as code: AuthenticatorError.Code
) throws(AuthenticatorError) -> Result {
    do { return try body() } catch { throw AuthenticatorError(code, error.reason, underlying: error) }
}
