import AsyncHTTPTransport
import ClientTesting
import DeviceFoundation
import FRAuth
import Foundation
import PolicyMessages
import Primitives
import ServerTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Set up transactional authorization")
    struct Transactional {
        /// What a session's completion was called with.
        private struct Loaded: Sendable {
            let status: Int?
            let text: String
        }

        private func load(_ controller: TransactionalViewController) async -> Loaded {
            await withCheckedContinuation { continuation in
                controller.load { data, response, _ in
                    let status = (response as? HTTPURLResponse)?.statusCode
                    continuation.resume(returning: Loaded(status: status, text: String(decoding: data ?? Data(), as: UTF8.self)))
                }
            }
        }

        private func withBank(
            _ form: ProtectedServer.Form, _ body: (ProtectedServer) async throws -> Void
        ) async throws {
            let harness = try Harness()
            try await TestServer.run(time: harness.time) { server in
                var environment = Environment(transport: { try AsyncHTTPTransport(pins: $0) }, store: { _ in harness.store })
                environment.time = harness.time
                Environment.current = environment
                try await ProtectedServer.run(asking: server, as: form) { bank in
                    try await harness.signIn(
                        FROptions(
                            url: "\(server.url)/am", realm: "alpha", oauthClientId: "sdkPublicClient",
                            oauthRedirectUri: "org.forgerock.demo://oauth2redirect", oauthScope: "openid",
                            authServiceName: "sdkUsernamePasswordJourney"))
                    try await body(bank)
                }
            }
            FRURLProtocol.authorizationPolicy = nil
        }

        @Test("Handle transactions in an iOS app", arguments: ProtectedServer.Form.allCases)
        func handled(_ form: ProtectedServer.Form) async throws {
            try await withBank(form) { bank in
                let controller = TransactionalViewController(protectedEndpoint: try #require(URL(string: bank.url + "/bank/transfer/1")))
                controller.configure()
                for number in 1...2 {
                    let loaded = await load(controller)
                    #expect(loaded.status == 200 && loaded.text == "served \(number)")
                    #expect(controller.advices.count == number && bank.count == number)
                }
                #expect(Set(controller.advices.map(\.transactionID)).count == 2)
            }
        }

        @Test("when authentication fails, the app gets the refusal")
        func failed() async throws {
            try await withBank(.header) { bank in
                let url = try #require(URL(string: bank.url + "/bank/transfer/1"))
                let controller = TransactionalViewController(protectedEndpoint: url, password: "wrong")
                controller.configure()
                let loaded = await load(controller)
                #expect(loaded.status == 401 && controller.advices.count == 1 && bank.count == 0)
            }
        }

        @Test("advice in a form of the app's own, and a request of its own")
        func own() async throws {
            let harness = try Harness()
            let challenge = AdviceChallenge(realm: "/", advice: PolicyAdvice(.transaction, "4e1b7a52"), server: nil)
            harness.server.on("transfer") { request in
                guard request.headers["X-Own-Transaction"] == "4e1b7a52" else {
                    return HTTPResponse(status: 418, headers: ["X-Advice": challenge.headerValue])
                }
                return HTTPResponse(status: 200, body: Array("done".utf8))
            }
            try await harness.signIn()
            let controller = TransactionalViewController(protectedEndpoint: try #require(URL(string: "https://api.example.com/transfer")))
            let decorating = DecoratingViewController(controller)
            defer { FRURLProtocol.authorizationPolicy = nil }
            let loaded = await load(controller)
            #expect(loaded.status == 200 && loaded.text == "done")
            #expect(decorating.controller.advices == [challenge.advice])
        }

        @Test("other requests are left to the session")
        func others() throws {
            let policy = AuthorizationPolicy(validatingURL: [try #require(URL(string: "https://api.example.com/bank"))])
            FRURLProtocol.authorizationPolicy = policy
            defer { FRURLProtocol.authorizationPolicy = nil }
            for (text, isProtected) in [
                ("https://api.example.com/bank", true), ("https://api.example.com/bank/transfer?a=b", true),
                ("https://API.example.com:443/bank/", true), ("https://api.example.com/bankrupt", false),
                ("https://api.example.com/", false), ("http://api.example.com/bank", false), ("https://api.example.com:8443/bank", false),
                ("https://api.example.com.evil.example/bank", false), ("https://api.example.com/bank/../other", false),
            ] {
                #expect(FRURLProtocol.canInit(with: URLRequest(url: try #require(URL(string: text)))) == isProtected, "\(text)")
            }
            FRURLProtocol.authorizationPolicy = nil
            #expect(!FRURLProtocol.canInit(with: URLRequest(url: try #require(URL(string: "https://api.example.com/bank")))))
        }
    }
}
