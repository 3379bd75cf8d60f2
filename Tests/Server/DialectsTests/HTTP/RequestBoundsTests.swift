import DialectTesting
@testable import HTTPBase
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
import RealmHTTP
import TestVectors
import Testing

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
        func ask(_ fields: [HTTPField]) async throws -> ServerResponse { try await server.send(.get, "/", headers: HTTPFields(fields)) }
        let field = HTTPField(name: name, value: "a")
        #expect(try await ask(Array(repeating: field, count: RequestBounds.fields + 1)).status == .requestHeaderFieldsTooLarge)
        #expect(try await ask(Array(repeating: field, count: RequestBounds.fields - 8)).status == .ok)
        let long = HTTPField(name: name, value: String(repeating: "a", count: RequestBounds.valueBytes + 1))
        #expect(try await ask([long]).status == .requestHeaderFieldsTooLarge)
        let longest = HTTPField(name: name, value: String(repeating: "a", count: RequestBounds.valueBytes))
        #expect(try await ask([longest]).status == .ok)
        #expect(try await ask(Array(repeating: longest, count: 4)).status == .requestHeaderFieldsTooLarge)
    }

    @Test(
        "a head with anything but ASCII is a 400, whichever field it is in, and of the values nothing is left",
        arguments: try HostileText.all())
    func characters(_ hostile: HostileText) async throws {
        let text = String(decoding: hostile.bytes(upTo: 1000), as: UTF8.self)
        // What is of ASCII alone the parser of HTTP refuses.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        let server = try await ServerHarness()
        for name in [
            "Cookie", "Accept-Language", "Authorization", "Content-Type", "Connection", "User-Agent", "X-Forwarded-For", "Origin", "X-Any",
        ] {
            var fields = HTTPFields()
            fields[try #require(HTTPField.Name(name))] = text
            #expect(try await server.send(.get, "/realms/alpha/login", headers: fields).status == .badRequest, "\(name)")
            let head = HTTPRequest(method: .get, scheme: text, authority: text, path: "/" + text, headerFields: fields)
            let cleared = HeadText.cleared(head)
            #expect(cleared.headerFields.map(\.value) == [HeadText.refused] && cleared.path == "/" + HeadText.refused)
            #expect(cleared.authority == HeadText.refused && cleared.scheme == HeadText.refused)
        }
        for target in ["/realms/\(text)/login", "/realms/alpha/login?goto=\(text)"] {
            #expect(try await server.send(.get, target).status == .badRequest)
        }
    }

    @Test(
        "what HTTP/2 has beside the fields is of ASCII too, as it comes and as the clearance leaves it",
        arguments: ["\u{37E}", "a\u{301}", "é"])
    func pseudoFields(text: String) {
        func problem(_ head: HTTPRequest) -> HTTPResponse.Status? {
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            return RequestBounds.problem(of: request, path: "/live", PathSegments("/live"))?.status
        }
        #expect(problem(HTTPRequest(method: .get, scheme: "https", authority: "localhost", path: "/live")) == nil)
        for head in [
            HTTPRequest(method: .get, scheme: "https", authority: text, path: "/live"),
            HTTPRequest(method: .get, scheme: text, authority: "localhost", path: "/live"),
        ] {
            #expect(problem(head) == .badRequest && problem(HeadText.cleared(head)) == .badRequest)
        }
    }

    @Test("a head of ASCII is left as it is")
    func plain() {
        let head = HTTPRequest(
            method: .get, scheme: "https", authority: "[::1]:8443", path: "/a?b=%C3%A9",
            headerFields: [.cookie: "a=b; c=\td", .accept: "*/*"])
        #expect(HeadText.cleared(head) == head)
        #expect(!HeadText.isValue(HeadText.refused) && !HeadText.isTarget("/" + HeadText.refused))
    }

    @Test("a path with a slash at its end, or two in the middle, is the same path")
    func slashes() {
        #expect(PathSegments("//am//json/").all == ["am", "json"])
        #expect(PathSegments("/").all.isEmpty && PathSegments("").all.isEmpty)
        #expect(!PathSegments(String(repeating: "/a", count: PathSegments.most) + "/").isTooMany)
        #expect(PathSegments(String(repeating: "/a", count: PathSegments.most + 1)).isTooMany)
    }
}
