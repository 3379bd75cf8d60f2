import Administration
import DeviceFoundation
import Directory
import Foundation
import Foundations
import Primitives
import Testing

@testable import gatehouse

@Suite("Lists of a server that have no end")
struct EndlessListTests {
    /// A server whose pages each have one client and lead to a next one.
    private struct Server: HTTPTransport {
        let next: @Sendable (_ target: String) -> String

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let headers: HTTPHeaders = ["Link": "<\(next(request.url.absoluteString))>; rel=\"next\""]
            return HTTPResponse(status: 200, headers: headers, body: Array(#"{"items": [{"id": "a"}]}"#.utf8))
        }

        func stream(_ request: HTTPRequest) async throws(TransportError) -> HTTPStream {
            throw TransportError(.invalidAddress, "no streams")
        }
    }

    @Test("pages that lead in a circle, and pages without an end, end the command; a limit that is reached doesn't")
    func endless() async throws {
        let circle = Server { "/admin/v1/realms/alpha/applications?cursor=" + ($0.hasSuffix("a") ? "b" : "a") }
        let chain = Server { "/admin/v1/realms/alpha/applications?cursor=\($0.utf8.count)" + String(repeating: "x", count: $0.utf8.count) }
        for server in [circle, chain] {
            let connection = AdminConnection("https://login.example.com", token: Secret("t"), server)
            let runner = RemoteRunner(connection, isForced: false, mostPages: 8)
            var list = ListClients(realm: try #require(RealmPath("/alpha")))
            let failure = await #expect(throws: CommandFailure.self) { try await runner.read(list) }
            #expect(failure?.lines == ["the server's list doesn't end"])
            list.limit = 2
            #expect(try await runner.read(list).array?.count == 2)
        }
    }
}
