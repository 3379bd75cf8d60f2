import DialectTesting
import Directory
import Foundation
import Foundations
@testable import HTTPBase
import HTTPTypes
import OAuthMessages
import Pages
import Primitives
import Services
import Testing

@Suite("A realm's own look")
struct LookTests {
    private static let logo =
        "data:image/svg+xml;base64," + Data("<svg viewBox=\"0 0 4 4\" id=\"mark\"><path d=\"M0 0h4v4z\"/></svg>".utf8).base64EncodedString()

    private func server(_ application: PageLook? = nil, _ change: (inout PageLook) -> Void) async throws -> ServerHarness {
        let server = try await ServerHarness()
        var realm = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        var look = PageLook()
        change(&look)
        realm.settings[LookSettings.self].look = look
        try await server.domain.directory.realms.update(realm)
        var client = Application(id: "shop", realm: realm.id, settings: ApplicationSettings(), secret: nil)
        client.settings.redirectURIs = ["https://shop.example/cb"]
        client.settings.look = application
        try await server.domain.directory.applications.create(client)
        return server
    }

    private func head(_ text: String, _ pattern: String) throws -> String {
        String(try #require(text.firstMatch(of: try Regex(pattern, as: (Substring, Substring).self))?.1)).replacing("&amp;", with: "&")
    }

    @Test("is worn by its pages: name, logo, links, and a stylesheet of its own under a policy as strict as before")
    func worn() async throws {
        let server = try await server {
            ($0.name, $0.accent, $0.background, $0.cornerRadius, $0.logo) = ("Acme <b>", "#000080", "#eeeeff", 3, Self.logo)
            $0.links = [.init("Imprint", url: "https://acme.example/imprint?a=1&b=2")]
        }
        let page = try await server.send(.get, "/realms/alpha/login")
        #expect(page.text.contains("· Acme &lt;b&gt;</title>") && !page.text.contains("Gatehouse, an open"))
        #expect(page.text.contains("<a href=\"https://acme.example/imprint?a=1&amp;b=2\" rel=\"noreferrer\">Imprint</a>"))
        #expect(page.headers[.contentSecurityPolicy]?.contains("style-src 'self'; img-src 'self';") == true)
        let style = try await server.send(.get, try head(page.text, "rel=\"stylesheet\" href=\"([^\"]*)\""))
        #expect(style.headers[.contentType] == "text/css; charset=utf-8" && style.headers[.cacheControl]?.contains("immutable") == true)
        #expect(style.text.hasPrefix(Asset.stylesheet.content))
        #expect(style.text.contains(":root { --radius: 3px; --page: #eeeeff; --accent: #000080;"))
        let logo = try await server.send(.get, try head(page.text, "<img src=\"([^\"]*)\" alt=\"Acme &lt;b&gt;\">"))
        #expect(logo.headers[.contentType] == "image/svg+xml" && logo.text.contains("<path d=\"M0 0h4v4z\"/>"))
        #expect(logo.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        for path in ["icon", "nothing", "logo/x"] {
            #expect(try await server.send(.get, "/realms/alpha/look/\(path)").status == .notFound)
        }
        #expect(try await server.send(.get, "/realms/root/look/style.css").status == .notFound, "a realm without a look has no files")
        #expect(try await server.send(.get, "/realms/alpha/look/style.css").headers[.cacheControl] == "no-store")
    }

    @Test("an application's goes before its realm's on the way to it")
    func application() async throws {
        var own = PageLook()
        own.name = "Shop"
        let server = try await server(own) { $0.name = "Acme" }
        let goto = FormBody([("goto", "/realms/alpha/authorize?client_id=shop")]).encoded
        #expect(try await server.send(.get, "/realms/alpha/login?" + goto).text.contains("· Shop</title>"))
        #expect(try await server.send(.get, "/realms/alpha/login").text.contains("· Acme</title>"))
    }

    @Test("is refused when it can't be read, for a realm and for an application")
    func refused() async throws {
        await #expect(throws: DomainError(.invalid, "")) { try await server { $0.accent = "#dddddd" } }
        var own = PageLook()
        own.accent = "#dddddd"
        await #expect(throws: DomainError(.invalid, "")) { try await server(own) { _ in } }
    }

    @Test("is reckoned with the colours that the stylesheet has")
    func fixed() throws {
        let schemes = Asset.stylesheet.content.split(separator: ":root {", omittingEmptySubsequences: false).dropFirst()
        for (scheme, text) in zip(LookPalette.Scheme.allCases, schemes) {
            let fixed = LookPalette.Fixed.of(scheme)
            for (name, colour) in [
                ("card", fixed.card), ("ink", fixed.ink), ("soft", fixed.soft), ("page", fixed.page), ("accent", fixed.accent),
            ] {
                #expect(text.contains("--\(name): \(colour);"), "\(scheme) \(name)")
            }
        }
    }
}
