import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Primitives
import Testing

@Suite("Addresses that lead nowhere")
struct NowhereTests {
    static let paths = [
        "/nothing", "/realms/alpha/nothing", "/realms/nowhere/login", "/am/json/nothing", "/am/oauth2/alpha/nothing",
        "/a/b/c",
    ]

    @Test("are a page for a browser, in its language", arguments: paths)
    func page(_ path: String) async throws {
        let headers: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8", .acceptLanguage: "de"]
        let answer = try await ServerHarness().send(.get, path, headers: headers)
        #expect(answer.status == .notFound && answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.text.contains("<h1>Hier ist nichts</h1>") && answer.headers[.contentSecurityPolicy] != nil)
    }

    @Test("are JSON for programs that ask for it", arguments: paths)
    func json(_ path: String) async throws {
        let answer = try await ServerHarness().send(.get, path, headers: [.accept: "application/json"])
        #expect(answer.status == .notFound && answer.headers[.contentType]?.hasPrefix("application/json") == true)
    }
}
