import HTTPTypes
import Hummingbird
import Primitives
import Services
import Testing

@testable import Dialects

@Suite("Cross-origin requests")
struct CrossOriginTests {
    private static let spa = "https://spa.example.com"

    private func server() async throws -> ServerHarness {
        let server = try await ServerHarness(routes: { router in
            router.realms(under: "am/json") { $0.get("probe") { _, _ in "ok" } }
        })
        var alpha = try await server.domain.realms.realm(at: TestDomain.alpha)
        alpha.settings.corsOrigins = [Self.spa]
        try await server.domain.realms.update(alpha)
        return server
    }

    @Test("an origin of the realm is echoed exactly, with credentials")
    func allowed() async throws {
        let answer = try await server().send(.get, "/am/json/realms/alpha/probe", headers: [.origin: Self.spa])
        #expect(answer.status == .ok)
        #expect(answer.headers[.accessControlAllowOrigin] == Self.spa)
        #expect(answer.headers[.accessControlAllowCredentials] == "true")
        #expect(answer.headers[.accessControlExposeHeaders] == "authorization, content-type, etag, www-authenticate")
        #expect(answer.headers[.vary] == "Origin")
    }

    @Test(
        "nothing is shared with anybody else, nor by another realm",
        arguments: [
            ("/am/json/realms/alpha/probe", "https://evil.example"), ("/am/json/realms/alpha/probe", "https://spa.example.com:444"),
            ("/am/json/realms/alpha/probe", "null"), ("/am/json/realms/alpha/probe", "https://SPA.example.com"),
            ("/am/json/probe", CrossOriginTests.spa), ("/am/json/realms/beta/probe", CrossOriginTests.spa),
        ])
    func refused(target: String, origin: String) async throws {
        let answer = try await server().send(.get, target, headers: [.origin: origin])
        #expect(answer.headers[.accessControlAllowOrigin] == nil)
        #expect(answer.headers[.accessControlAllowCredentials] == nil)
    }

    @Test("a preflight is answered for the realm's origins only")
    func preflight() async throws {
        let server = try await server()
        func ask(_ origin: String) async throws -> Answer {
            try await server.send(
                .options, "/am/json/realms/alpha/authenticate",
                headers: [.origin: origin, .accessControlRequestMethod: "POST", .accessControlRequestHeaders: "accept-api-version"])
        }
        let allowed = try await ask(Self.spa)
        #expect(allowed.status == .noContent)
        #expect(allowed.headers[.accessControlAllowMethods] == "GET, POST, PUT, PATCH, DELETE")
        #expect(allowed.headers[.accessControlAllowHeaders]?.contains("iPlanetDirectoryPro") == true)
        #expect(allowed.headers[.accessControlAllowHeaders]?.contains("accept-api-version") == true)
        #expect(allowed.headers[.accessControlMaxAge] == "600")
        let refused = try await ask("https://evil.example")
        #expect(refused.status == .forbidden)
        #expect(refused.headers[.accessControlAllowOrigin] == nil)
    }

    @Test("the realm parameter counts too")
    func parameter() async throws {
        let answer = try await server().send(.get, "/am/json/probe?realm=/alpha", headers: [.origin: Self.spa])
        #expect(answer.headers[.accessControlAllowOrigin] == Self.spa)
    }
}
