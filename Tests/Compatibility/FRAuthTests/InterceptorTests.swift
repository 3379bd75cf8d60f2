import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Intercept and modify REST calls")
    struct Interceptors {
        private let harness: Harness

        init() throws { harness = try Harness() }

        @Test("Query parameters and headers")
        func queryAndHeaders() async throws {
            FRRequestInterceptorRegistry.shared.registerInterceptors(
                interceptors: [
                    QueryParamsAndHeaderRequestInterceptor()
                ]
            )
            try await harness.signIn()

            let authenticate = harness.server.requests(to: "authenticate")
            #expect(authenticate.count == 2)
            for request in authenticate {
                #expect(request.query["ForceAuth"] == "true")
                #expect(request.headers["Accept-Language"] == "en-GB")
                #expect(request.headers["Accept-API-Version"] == "resource=2.1, protocol=1.0")
                #expect(request.headers["Content-Type"] == "application/json")
            }
            #expect(authenticate[0].query["authIndexValue"] == "Login")
            let authorize = try #require(harness.server.requests(to: "authorize").first)
            #expect(authorize.query["ForceAuth"] == nil)
            #expect(authorize.headers["Accept-Language"] == nil)
        }

        @Test("Request URLs, methods and the body can be changed")
        func everything() async throws {
            FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [Rewriter()])
            try await harness.signIn()
            let sent = try #require(harness.server.requests(to: "access_token").first)
            #expect(sent.url.absoluteString == "https://am.example.com/proxy/oauth2/realms/alpha/access_token?x=1")
            #expect(sent.method.rawValue == "PUT")
            #expect(sent.form["extra"] == "a b&c")
            #expect(sent.form["grant_type"] == "authorization_code")
            #expect(sent.timeout == .seconds(5))
        }

        @Test("The Request object builds a URLRequest")
        func build() throws {
            let request = Request(
                url: "https://am.example.com/am/x", method: .POST, headers: ["x-one": "1"], bodyParams: ["a": "b c"],
                urlParams: ["q": "1 2"], requestType: .urlEncoded, responseType: .json, timeoutInterval: 7)
            let built = try #require(request.build())
            #expect(built.url?.absoluteString == "https://am.example.com/am/x?q=1%202")
            #expect(built.httpMethod == "POST")
            #expect(built.httpBody == Data("a=b%20c".utf8))
            #expect(built.value(forHTTPHeaderField: "x-one") == "1")
            #expect(built.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
            #expect(built.timeoutInterval == 7)
            #expect(Request(url: "nonsense", method: .GET).build() == nil)
            #expect(built.value(forHTTPHeaderField: "x-requested-with") == "forgerock-sdk")
            #expect(built.value(forHTTPHeaderField: "x-requested-platform") == "ios")
            let get = try #require(Request(url: "https://am.example.com/am/x", method: .GET, bodyParams: ["a": "b"]).build())
            #expect(get.httpBody == nil && get.httpMethod == "GET")
        }

        @Test("Content types and methods have the documented texts")
        func texts() {
            #expect(declaredContentTypes.allSatisfy { $0.key.rawValue == $0.value } && declaredContentTypes.count == 3)
            #expect(declaredMethods.allSatisfy { $0.key.rawValue == $0.value } && declaredMethods.count == 4)
        }

        @Test("The server's discovery document and its keys have no action, and pass no interceptor")
        func unnamed() async throws {
            let seen = Watcher()
            FRRequestInterceptorRegistry.shared.registerInterceptors(interceptors: [seen])
            try await harness.signIn()
            _ = try await FROptions(config: [:]).discover(
                discoveryURL: "https://am.example.com/am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration")
            #expect(seen.seen.map(\.type) == ["START_AUTHENTICATE", "AUTHENTICATE", "AUTHORIZE", "EXCHANGE_TOKEN"])
            #expect(!harness.server.requests(to: "openid-configuration").isEmpty && !harness.server.requests(to: "jwk_uri").isEmpty)
        }
    }
}
