import Foundation
import HTTPTypes
import PingIDMessages
import PingIDService
import Primitives
import Testing

/// A customer's server: it hands its app's payloads on, signs its requests, and verifies what it is answered.
struct Customer: Sendable {
    let server: PingIDServer
    var application = PingIDServer.application
    /// What a request may get wrong.
    var wrong = Wrong()

    init(_ server: PingIDServer) { self.server = server }

    struct Wrong: Sendable {
        var key: Secret?
        var token: String?
        var account: String?
        var requestID: String?
        var expires: TimeInterval? = 60
        var host: String?
        var signedBody: [UInt8]?
        var signedMethod: String?
        var signedPath: String?
        var sendsRequestID = true
    }

    private var path: String { "/pingid/v1/accounts/\(server.key.account)/applications/\(application)" }

    /// Sends a signed request, and verifies the answer's signature where there is one to expect.
    @discardableResult
    func call(
        _ method: HTTPRequest.Method, _ resource: String, _ json: JSONValue? = nil, query: String = ""
    ) async throws -> PingIDServer.ServerResponse {
        let (body, path) = (json?.encoded ?? [], path + resource)
        let request = SignedRequest(
            method: wrong.signedMethod ?? method.rawValue, host: wrong.host ?? "127.0.0.1:8080", path: wrong.signedPath ?? path,
            query: query, body: wrong.signedBody ?? body)
        let signature = RequestSignature(
            account: wrong.account ?? server.key.account, token: wrong.token ?? server.key.token,
            requestID: wrong.sendsRequestID ? wrong.requestID ?? server.random.token(16) : nil,
            expires: wrong.expires.map { server.time.now.addingTimeInterval($0) })
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = try signature.field(for: request, key: wrong.key ?? server.key.key)
        let answer = try await server.send(method, path + (query.isEmpty ? "" : "?" + query), headers: headers, body: body)
        if let text = answer.headers[try #require(HTTPField.Name(AnswerSignature.field))] {
            try AnswerSignature(status: answer.status, body: answer.body).verify(
                text, answering: request, signature: signature, key: server.key.key)
        } else {
            #expect(answer.status == 401, "only what wasn't verified is answered without a signature: \(answer.json)")
        }
        return answer
    }

    /// Has a user signed on with a payload.
    func signOn(_ username: String, payload: String?, _ more: JSONObject = [:]) async throws -> PingIDServer.ServerResponse {
        var body = more
        body["payload"] = payload.map(JSONValue.string)
        return try await call(.post, "/users/\(username)/authentications", .object(body))
    }

    func register(_ username: String, payload: String?, _ more: JSONObject = [:]) async throws -> PingIDServer.ServerResponse {
        var body = more
        body["payload"] = payload.map(JSONValue.string)
        return try await call(.post, "/users/\(username)/registrationtokens", .object(body))
    }

    /// The state of an authentication.
    func status(of authentication: PingIDServer.ServerResponse, _ username: String = "tom") async throws -> String? {
        try await call(.get, "/users/\(username)/authentications/\(try #require(authentication["id"]))")["status"]
    }

    /// Hands over a passcode that a user typed.
    func type(
        _ code: String, for authentication: PingIDServer.ServerResponse, _ username: String = "tom"
    ) async throws -> PingIDServer.ServerResponse {
        try await call(
            .patch, "/users/\(username)/authentications/\(try #require(authentication["id"]))", ["offlineOTP": .string(code)])
    }
}
