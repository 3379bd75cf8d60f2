import ClientTesting
import DeviceFoundation
import JourneyMessages
import Primitives

/// Steps and answers as a server sends them.
enum Wire {
    static let credentials = step("one", NameQuestion(prompt: "User Name").callback, PasswordQuestion(prompt: "Password").callback)

    static func step(_ authID: String, _ callbacks: Callback...) -> HTTPResponse {
        .json(Step(authID: authID, callbacks: Step.numbered(callbacks)).json)
    }

    static func success(_ token: String? = "session-1") -> HTTPResponse {
        .json(JourneySuccess(tokenID: token, successURL: "/am/console", realm: "/alpha").json)
    }

    static func failure(_ code: Int = 401, _ message: String = "Login failure", detail: JSONValue? = nil) -> HTTPResponse {
        .json(JourneyFailure(code: code, reason: "Unauthorized", message: message, detail: detail).json, status: code)
    }
}
