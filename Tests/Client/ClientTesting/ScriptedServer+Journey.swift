package import DeviceFoundation
package import JourneyMessages
package import Primitives

extension ScriptedServer {
    /// A journey that asks for name and password, and takes `demo` with `Ch4ng3it!`.
    func authenticate(_ request: HTTPRequest) -> HTTPResponse {
        guard let answered = try? Step(json: request.json) else { return .json(Self.credentials.json) }
        guard answered.callbacks.map({ $0.input.first?.value }) == ["demo", "Ch4ng3it!"] else {
            return Self.failure("Login failure", detail: ["failureUrl": ""])
        }
        let token = newSession().token?.reveal()
        return .json(JourneySuccess(tokenID: token, successURL: "/am/console", realm: "/alpha").json)
    }

    private static let credentials = Step(
        authID: "state-1", stage: "SignIn", header: "Welcome", description: "Enter your credentials",
        callbacks: Step.numbered(
            [NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback], inPage: true))

    /// An error of the JSON endpoints.
    package static func failure(_ message: String, detail: JSONValue? = nil, status: Int = 401) -> HTTPResponse {
        .json(JourneyFailure(code: status, reason: "Unauthorized", message: message, detail: detail).json, status: status)
    }

    /// A step with these callbacks.
    package static func step(_ callbacks: JourneyMessages.Callback...) -> HTTPResponse {
        .json(Step(authID: "state-1", callbacks: Step.numbered(callbacks)).json)
    }
}
