import DialectTesting
import HTTPTypes
import Primitives
import Testing

@testable import DialectBase

@Suite("How large the head of a request may be")
struct RequestBoundsTests {
    @Test(
        "a path that is too long is a 414, one of too many segments a 400, in the manner of the dialect",
        arguments: [
            ("/am/json/users/", "reason"), ("/device/v1/x/", "reason"), ("/v1/environments/x/", "details"), ("/am/oauth2/", "error"),
        ])
    func path(prefix: String, member: String) async throws {
        let server = try await ServerHarness()
        let long = try await server.send(.get, prefix + String(repeating: "a", count: RequestBounds.path))
        #expect(long.status == .uriTooLong)
        let deep = try await server.send(.get, prefix + String(repeating: "realms/a/", count: 40))
        #expect(deep.status == .badRequest)
        for answer in [long, deep] { #expect(answer.headers[.contentType] == "application/json") }
        #expect(prefix.hasPrefix("/v1") == (long.json["id"] != nil))
        #expect((member == "error") == (long.json["error"] == "invalid_request"))
    }

    @Test("what doesn't begin with a slash is no path", arguments: ["live", "realms/alpha/login", "*"])
    func slash(_ target: String) async throws {
        #expect(try await ServerHarness().send(.get, target).status == .badRequest)
    }

    @Test("the longest path of a route is within the bounds")
    func within() async throws {
        let table = try await ServerHarness().frontDoor.table
        for route in table.routes {
            for path in route.path.examples(realms: RealmForm.all, value: { _ in String(repeating: "x", count: 128) }) {
                #expect(path.utf8.count <= RequestBounds.path && !PathSegments(path).isTooMany, "\(path)")
            }
        }
    }

    @Test("a query that is too long is a 414")
    func query() async throws {
        let server = try await ServerHarness()
        let long = try await server.send(
            .get, "/realms/alpha/login?goto=" + String(repeating: "a", count: RequestBounds.path + RequestBounds.query))
        #expect(long.status == .uriTooLong)
        #expect(try await server.send(.get, "/live?x=" + String(repeating: "a", count: 1000)).status == .notFound)
    }

    @Test("too many header fields, or too long ones, are a 431")
    func fields() async throws {
        let server = try await ServerHarness()
        let name = try #require(HTTPField.Name("X-Filler"))
        func ask(_ fields: [HTTPField]) async throws -> Answer { try await server.send(.get, "/", headers: HTTPFields(fields)) }
        let field = HTTPField(name: name, value: "a")
        #expect(try await ask(Array(repeating: field, count: RequestBounds.fields + 1)).status == .requestHeaderFieldsTooLarge)
        #expect(try await ask(Array(repeating: field, count: RequestBounds.fields - 8)).status == .ok)
        let long = HTTPField(name: name, value: String(repeating: "a", count: RequestBounds.fieldBytes))
        #expect(try await ask([long]).status == .requestHeaderFieldsTooLarge)
    }

    @Test("a path with a slash at its end, or two in the middle, is the same path")
    func slashes() {
        #expect(PathSegments("//am//json/").all == ["am", "json"])
        #expect(PathSegments("/").all.isEmpty && PathSegments("").all.isEmpty)
        #expect(!PathSegments(String(repeating: "/a", count: PathSegments.most) + "/").isTooMany)
        #expect(PathSegments(String(repeating: "/a", count: PathSegments.most + 1)).isTooMany)
    }
}
