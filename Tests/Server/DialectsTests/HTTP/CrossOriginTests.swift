import DialectTesting
import Foundation
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import Primitives
import RealmHTTP
import Risk
import Testing

import Services
import Directory
import Foundations

@Suite("Cross-origin requests")
struct CrossOriginTests {
    private static let spa = "https://spa.example.com"

    private func server() async throws -> ServerHarness {
        let server = try await ServerHarness(routes: .test(at: "am/json/{realm?}", [.get("probe") { _, _ in Response(status: .ok) }]))
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[CrossOriginSettings.self].corsOrigins = [Self.spa]
        try await server.domain.directory.realms.update(alpha)
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

    @Test("a realm adds header fields that pages may send and read, as an app's middleware needs")
    func headers() async throws {
        let server = try await server()
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[CrossOriginSettings.self].corsHeaders = ["X-Request-Id", "x-tenant"]
        alpha.settings[CrossOriginSettings.self].corsExposedHeaders = ["Retry-After"]
        try await server.domain.directory.realms.update(alpha)
        let path = "/am/json/realms/alpha/probe"
        let preflight = try await server.send(
            .options, path, headers: [.origin: Self.spa, .accessControlRequestMethod: "GET", .accessControlRequestHeaders: "x-request-id"])
        let allowed = preflight.headers[.accessControlAllowHeaders] ?? ""
        #expect(allowed.hasSuffix("X-Request-Id, x-tenant") && allowed.contains("accept-api-version"))
        let answer = try await server.send(.get, path, headers: [.origin: Self.spa])
        #expect(answer.headers[.accessControlExposeHeaders] == "authorization, content-type, etag, www-authenticate, Retry-After")
        let root = try await server.send(
            .options, "/am/json/probe", headers: [.origin: Self.spa, .accessControlRequestMethod: "GET"])
        #expect(root.headers[.accessControlAllowHeaders] == nil)
    }

    @Test("a preflight is answered for the realm's origins only")
    func preflight() async throws {
        let server = try await server()
        func ask(_ origin: String) async throws -> ServerResponse {
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

    @Test("an answer says that it depends on the origin, whether or not there was one, beside what else it depends on")
    func vary() async throws {
        let varying: RouteDeclaration = .get("probe") { _, _ in Response(status: .ok, headers: [.vary: "Accept-Language"]) }
        let server = try await ServerHarness(routes: .test(at: "am/json/{realm?}", [varying]))
        for headers: HTTPFields in [[:], [.origin: Self.spa], [.origin: "https://evil.example"]] {
            let answer = try await server.send(.get, "/am/json/realms/alpha/probe", headers: headers)
            #expect(answer.headers[values: .vary] == ["Accept-Language", "Origin"])
            let refused = try await server.send(.post, "/am/json/realms/alpha/authenticate", headers: headers)
            #expect(refused.headers[values: .vary] == ["Origin"])
        }
    }

    @Test("null is nobody's origin, though the realm names it, but at the end of a redirect")
    func null() async throws {
        let server = try await server()
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[CrossOriginSettings.self].corsOrigins = ["null"]
        try await server.domain.directory.realms.update(alpha)
        for route in server.frontDoor.table.routes where route.method == .get {
            let values = ["environmentID": alpha.id.text, "signalsID": alpha.id.text, "realmName": "alpha"]
            let path = try #require(route.path.examples(realms: ["/realms/alpha"], value: { values[$0] ?? "x" }).first)
            let preflight = try await server.send(
                .options, path.replacing("/managed/x", with: "/managed/user"),
                headers: [.origin: "null", .accessControlRequestMethod: "GET"])
            let isTaken = preflight.headers[.accessControlAllowOrigin] == "null"
            #expect(isTaken == (route.sharing == .redirects || route.sharing == .landing), "\(route.path)")
        }
    }

    @Test(
        "a page's script follows a gateway's redirect to the sign-on page, and reads nothing there",
        arguments: [CrossOriginTests.spa, "null"], ["/am/", "/am/XUI/"])
    func gateway(origin: String, path: String) async throws {
        let server = try await server()
        var alpha = try await server.domain.directory.realms.realm(at: TestDomain.alpha)
        alpha.settings[CrossOriginSettings.self].corsOrigins = [origin]
        try await server.domain.directory.realms.update(alpha)
        let target = path + "?realm=/alpha&authIndexType=composite_advice&authIndexValue=x&goto=https%3A%2F%2Fapp.example.com%2F"
        let redirect = try await server.send(.get, target, headers: [.origin: origin])
        #expect(redirect.status == .found)
        let location = try #require(redirect.headers[.location])
        let page = try await server.send(
            .get, String(location.dropFirst(server.configuration.publicAddress.origin.count)), headers: [.origin: origin])
        #expect(page.status == .ok && location.contains("composite_advice"))
        for answer in [redirect, page] {
            #expect(answer.headers[.accessControlAllowOrigin] == origin)
            #expect(answer.headers[.accessControlAllowCredentials] == "true")
            #expect(answer.headers[values: .vary].contains("Origin"))
        }
        #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
        #expect(page.headers[values: .setCookie].isEmpty && !page.text.contains("form"), "no run, and no token of a form")
        let stranger = try await server.send(.get, target, headers: [.origin: "https://evil.example"])
        #expect(stranger.headers[.accessControlAllowOrigin] == nil)
    }

    @Test("what is the same for everybody is shared with every page, without credentials")
    func everybody() async throws {
        let server = try await server()
        for path in ["/signals/sdk/integrity", "/signals/sdk/p1f-sdk.js"] {
            for origin in [Self.spa, "https://anybody.example", "null"] {
                let answer = try await server.send(.get, path, headers: [.origin: origin])
                #expect(answer.status == .ok, "\(path)")
                #expect(answer.headers[values: .accessControlAllowOrigin] == ["*"])
                #expect(answer.headers[.accessControlAllowCredentials] == nil)
            }
        }
    }

    @Test("the realm's origins read no page, whatever form its path has", arguments: ["account", "login/wait", "login/return"])
    func pages(page: String) async throws {
        let server = try await server()
        for path in ["/realms/alpha/\(page)", "/realms/root/realms/alpha/\(page)"] {
            let answer = try await server.send(.get, path, headers: [.origin: Self.spa])
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            let preflight = try await server.send(
                .options, path, headers: [.origin: Self.spa, .accessControlRequestMethod: "GET"])
            #expect(preflight.status == .forbidden)
        }
    }

    @Test("no route that is shared with nobody lets an origin in, and every other does")
    func everyRoute() async throws {
        let server = try await server()
        let id = try await server.domain.directory.realms.realm(at: TestDomain.alpha).id.uuidString.lowercased()
        for route in server.frontDoor.table.routes {
            let values = ["environmentID": id, "signalsID": id, "realmName": "alpha"]
            let path = try #require(route.path.examples(realms: ["/realms/alpha"], value: { values[$0] ?? "x" }).first)
            let type = path.replacing("/managed/x", with: "/managed/user")
            let preflight = try await server.send(
                .options, type, headers: [.origin: Self.spa, .accessControlRequestMethod: route.method.rawValue])
            #expect((preflight.status == .noContent) == route.sharing.isShared, "\(route.method) \(route.path)")
            let varies = route.sharing.isShared && route.sharing != .everybody
            #expect(preflight.headers[values: .vary] == (varies ? ["Origin"] : []))
        }
    }
}
