import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import JourneyMessages
import Primitives
import Testing

import Foundations
import Directory

@Suite("What every answer has")
struct FrontDoorTests {
    @Test("an unknown route is a JSON 404")
    func unknownRoute() async throws {
        let answer = try await ServerHarness().send(.get, "/nowhere/at/all")
        #expect(answer.status == .notFound)
        #expect(answer.json["code"]?.integer == 404)
        #expect(answer.json["reason"] == "Not Found")
        #expect(answer.headers[.contentType] == "application/json")
    }

    @Test("an unforeseen error is a 500 without detail")
    func unforeseen() async throws {
        struct Unforeseen: Error { let secret = "hunter2" }
        let server = try await ServerHarness(routes: .test([.get("boom") { _, _ in throw Unforeseen() }]))
        let answer = try await server.send(.get, "/boom")
        #expect(answer.status == .internalServerError)
        #expect(answer.json == ["code": 500, "reason": "Internal Server Error", "message": "Internal Server Error"])
    }

    @Test("protective headers; HSTS only with https")
    func protective() async throws {
        let plain = try await ServerHarness().send(.get, "/nowhere")
        #expect(plain.headers[.xContentTypeOptions] == "nosniff")
        #expect(plain.headers[.referrerPolicy] == "no-referrer")
        #expect(plain.headers[.strictTransportSecurity] == nil)
        let tls = try await ServerHarness(at: "https://login.example.com").send(.get, "/nowhere")
        #expect(tls.headers[.strictTransportSecurity]?.contains("max-age=") == true)
    }

    @Test(
        "errors of the domain have their statuses",
        arguments: [
            (DomainError(.unknownUser, "u"), 404), (DomainError(.conflict, "c"), 409), (DomainError(.invalid, "i"), 400),
            (DomainError(.alreadyExists, "a"), 409),
        ])
    func domainErrors(error: DomainError, status: Int) {
        #expect(ErrorTranslation.wireError(for: error)?.status.code == status)
        #expect(ErrorTranslation.wireError(for: error)?.message == error.reason)
    }

    @Test("too much work is a 503 that says when to come again")
    func overload() {
        let error = ErrorTranslation.wireError(for: PasswordError(.overloaded))
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.headers[.retryAfter] == "1")
    }
}
