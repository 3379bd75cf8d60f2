import Primitives

extension Device {
    /// Sends a request the way all client modules do: marked as the SDK's, through the interceptors, with the cookies that
    /// belong to the URL, logged without its secrets.
    package func send(_ request: HTTPRequest, as action: RequestAction) async throws(TransportError) -> HTTPResponse {
        var request = marked(request)
        for interceptor in interceptors { request = await interceptor.intercept(request, for: action) }
        // After the interceptors, so that cookies follow the URL that is really called.
        await addCookies(to: &request)
        log(.network, "\(action.name): \(request.method.rawValue) \(Redaction.loggable(request.url)), \(request.body.count) bytes")
        do throws(TransportError) {
            let response = try await transport.send(request)
            log(.network, "\(action.name): status \(response.status), \(response.body.count) bytes")
            await keepCookies(of: response, from: request)
            return response
        } catch {
            log(.error, "\(action.name): \(error.code): \(error.reason)")
            throw error
        }
    }

    /// Adds what every request carries (`docs/protocols/step-protocol.md` 1.3).
    private func marked(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.timeout = timeout
        if request.headers["x-requested-with"] == nil { request.headers["x-requested-with"] = "forgerock-sdk" }
        if request.headers["x-requested-platform"] == nil { request.headers["x-requested-platform"] = platform }
        return request
    }

    private func addCookies(to request: inout HTTPRequest) async {
        guard let cookies else { return }
        do {
            request.headers["Cookie"] = try await cookies.header(for: request.url, addingTo: request.headers["Cookie"])
        } catch {
            log(.warning, "the cookies could not be read: \(error)")
        }
    }

    private func keepCookies(of response: HTTPResponse, from request: HTTPRequest) async {
        do {
            try await cookies?.absorb(response.headers, from: request.url)
        } catch {
            log(.warning, "the cookies could not be kept: \(error)")
        }
    }
}
