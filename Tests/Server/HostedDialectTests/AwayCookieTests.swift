import DialectTesting
import Dialects
import HTTPBase
import HTTPTypes
import Hummingbird
import OAuthMessages
import Primitives
import RealmHTTP
import Testing

@testable import HostedDialect

@Suite("The cookie of a browser that is away at a provider")
struct AwayCookieTests {
    @Test("all that can be read are handed on, for the one to be found that opens with the browser's binding")
    func several() async throws {
        let server = try await ServerHarness()
        let away = AwayCookie(reader: RequestReader(services: server.domain.ofRequests, configuration: server.configuration))
        let query = FormBody([("journey", "Social")])
        let own = try #require(away.carrying("state", query))
        let planted = ["AAAA", "other~AAA", "other~\(Base64URL.encode(Array("journey=Evil".utf8)))"]
        let header = (planted + [own.value]).map { "gatehouse_away=\($0)" }.joined(separator: "; ")
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/", headerFields: [.cookie: header]),
            body: RequestBody(buffer: .init()))
        let values = away.values(in: request)
        #expect(values.map { $0.state }.suffix(2) == ["other", "state"])
        #expect(values.last?.query == query)
    }
}
