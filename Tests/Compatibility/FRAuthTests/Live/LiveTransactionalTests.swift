import FRAuth
import Foundation
import PolicyMessages
import ServerTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Documentation {
    @Suite("Against a server: transactional authorization")
    struct LiveTransactional {
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

        private func withBank(_ form: ProtectedServer.Form, _ body: (ProtectedServer) async throws -> Void) async throws {
            defer { FRURLProtocol.authorizationPolicy = nil }
            let harness = try Harness()
            try await harness.live { live in
                try await ProtectedServer.run(asking: live.server, as: form) { bank in
                    try await harness.signIn(at: live)
                    try await body(bank)
                }
            }
        }

        @Test("Handle transactions in an iOS app", arguments: ProtectedServer.Form.documented)
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

        @Test("(Optional) the app reads advice that the SDK can't, and decorates the request")
        func own() async throws {
            try await withBank(.undocumented) { bank in
                let url = try #require(URL(string: bank.url + "/bank/transfer/1"))
                let controller = TransactionalViewController(protectedEndpoint: url)
                let decorating = DecoratingViewController(controller)
                let loaded = await load(controller)
                #expect(loaded.status == 200 && loaded.text == "served 1", "\(loaded)")
                #expect(decorating.controller.advices.count == 1 && decorating.decorated == controller.advices.map(\.transactionID))
            }
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
