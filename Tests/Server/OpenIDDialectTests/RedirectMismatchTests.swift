import DialectTesting
import Directory
@testable import HTTPBase
import HTTPTypes
import OAuth
import OAuthMessages
import Primitives
import Services
import Testing

@Suite("A redirect URI that isn't the client's")
struct RedirectMismatchTests {
    private static let query = FormBody([("client_id", "app"), ("redirect_uri", "https://wrong.example/<cb>"), ("response_type", "code")])

    private func page(at address: String, developerErrors: Bool) async throws -> ServerResponse {
        let server = try await ServerHarness(at: address)
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        realm.settings[AuthorizationSettings.self].developerErrors = developerErrors
        try await server.domain.directory.realms.update(realm)
        var application = Application(id: "app", realm: realm.id, settings: ApplicationSettings(), secret: nil)
        application.settings.redirectURIs = ["https://right.example/cb"]
        try await server.domain.directory.applications.create(application)
        return try await server.send(.get, "/realms/alpha/authorize?" + Self.query.encoded, headers: [.accept: "text/html"])
    }

    @Test("is named on the page of a server on this machine, and elsewhere where the realm says so")
    func named() async throws {
        for (address, developerErrors, isNamed) in [
            ("http://127.0.0.1:8080", false, true), ("https://login.example.com", true, true), ("https://login.example.com", false, false),
        ] {
            let page = try await page(at: address, developerErrors: developerErrors)
            #expect(page.status == .badRequest && page.text.contains("<code>redirect_uri_mismatch</code>"))
            #expect(page.text.contains("https://wrong.example/&lt;cb&gt;") == isNamed, "\(address) \(developerErrors)")
            #expect(!page.text.contains("right.example"))
        }
    }

    @Test("an error that isn't OAuth's is a page for a browser, and JSON for a program", arguments: ["text/html", "application/json"])
    func others(_ accept: String) async throws {
        let server = try await ServerHarness()
        let answer = try await server.send(.get, "/realms/nowhere/authorize?" + Self.query.encoded, headers: [.accept: accept])
        #expect(answer.status == .notFound)
        #expect(answer.headers[.contentType]?.hasPrefix(accept) == true && answer.text.contains("<h1>") == (accept == "text/html"))
    }
}
