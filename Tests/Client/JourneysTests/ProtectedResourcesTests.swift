import ClientTesting
import DeviceFoundation
import Foundation
import JourneyMessages
import PolicyMessages
import Primitives
import Synchronization
import Testing

@testable import Journeys

@Suite("Advice in an answer")
struct ResponseAdviceTests {
    private static let advice = PolicyAdvice(.transaction, "4e1b7a52-0d3c-4c7e-9a41-6f2d8c0b5e13")
    private static let header = AdviceChallenge(realm: "/", advice: advice, server: nil).headerValue
    private static let location = AdviceRedirect(login: "https://am.example.com/", resource: nil, realm: nil, advice: advice).location
    private static let body = PolicyDecision(resource: "https://api.example.com/", advices: advice).json.encoded

    @Test("it is read in each documented form")
    func read() {
        let answers = [
            HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer realm=\"x\"", "www-authenticate": Self.header]),
            HTTPResponse(status: 307, headers: ["Location": Self.location]),
            HTTPResponse(status: 302, headers: ["Location": Self.location]),
            HTTPResponse(status: 403, headers: ["Content-Type": "application/json; charset=utf-8"], body: Self.body),
            HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Self.body),
        ]
        for answer in answers { #expect(answer.policyAdvice == Self.advice) }
    }

    @Test("nothing else is advice")
    func none() {
        let answers = [
            HTTPResponse(status: 200, headers: ["WWW-Authenticate": Self.header]),
            HTTPResponse(status: 200, headers: ["Location": Self.location]),
            HTTPResponse(status: 307, headers: ["Location": "https://am.example.com/"]), HTTPResponse(status: 401),
            HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Self.body),
            HTTPResponse(status: 403, headers: ["Content-Type": "application/json"], body: Array("{\"advices\":{}}".utf8)),
        ]
        for answer in answers { #expect(answer.policyAdvice == nil) }
    }
}

@Suite("Protected resources")
struct ProtectedResourcesTests {
    private static let resource = "https://api.example.com/transfer"
    private static let prefix = "https://api.example.com/"

    /// A resource that goes on wanting `advice` until `enough` requests have come, and a journey without steps.
    private func resources(
        wanting advice: @escaping @Sendable (Int) -> PolicyAdvice?, _ seen: @escaping @Sendable (HTTPRequest) -> Void = { _ in }
    ) -> ProtectedResources {
        let requests = Mutex(0)
        let transport = ScriptedTransport { request in
            seen(request)
            guard request.url.host() == "api.example.com" else {
                let success = JourneySuccess(tokenID: "token", successURL: "/", realm: "/alpha")
                return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: success.json.encoded)
            }
            let number = requests.withLock { requests in
                requests += 1
                return requests
            }
            guard let advice = advice(number) else { return HTTPResponse(status: 200) }
            return HTTPResponse(
                status: 401, headers: ["WWW-Authenticate": AdviceChallenge(realm: "/", advice: advice, server: nil).headerValue])
        }
        let journey = Journey(at: ServerAddress("https://am.example.com/am", realm: "alpha"), transport: transport)
        return ProtectedResources(below: [Self.prefix], journey: journey)
    }

    private func get(_ resources: ProtectedResources) async throws -> HTTPResponse {
        try await resources.send(HTTPRequest(.get, try #require(URL(string: Self.resource)))) { _ in }
    }

    @Test("the request comes again with the transaction's id, and asks for advice in a header")
    func again() async throws {
        let urls = Mutex<[String]>([])
        let resources = resources(wanting: { $0 == 1 ? PolicyAdvice(.transaction, "a b") : nil }) { request in
            urls.withLock { $0.append(request.url.absoluteString) }
            if request.url.host() == "api.example.com" { #expect(request.headers["x-authenticate-response"] == "header") }
        }
        #expect(try await get(resources).status == 200)
        let seen = urls.withLock { $0 }
        #expect(seen.count == 3 && seen[0] == Self.resource && seen[2] == Self.resource + "?_txid=a%20b")
        #expect(seen[1].contains("authIndexType=composite_advice&authIndexValue=%3CAdvices%3E"))
    }

    @Test("a resource that wants the same again gets the last word")
    func endless() async throws {
        let count = Mutex(0)
        let resources = resources(wanting: { PolicyAdvice(.transaction, "t\($0)") }) { _ in count.withLock { $0 += 1 } }
        #expect(try await get(resources).status == 401)
        #expect(count.withLock { $0 } == 3)
    }

    @Test("different wants are met one after the other, three at most")
    func several() async throws {
        let wants: [PolicyAdvice] = [
            PolicyAdvice(.level, "1"), PolicyAdvice(.service, "A"), PolicyAdvice(.transaction, "t"), PolicyAdvice(.session, "1"),
        ]
        #expect(try await get(resources(wanting: { $0 <= 3 ? wants[$0 - 1] : nil })).status == 200)
        #expect(try await get(resources(wanting: { $0 <= 4 ? wants[$0 - 1] : nil })).status == 401)
    }
}
