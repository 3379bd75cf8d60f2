import Foundation
import NIOHTTP1
import OAuthMessages
import Primitives
import Testing

/// Every endpoint at which an application proves itself, in both dialects.
enum ClientRoute: String, CaseIterable {
    case amToken, amIntrospect, plainToken, plainIntrospect, amPushed, plainPushed

    var path: String {
        switch self {
        case .amToken: "/am/oauth2/realms/alpha/access_token"
        case .amIntrospect: "/am/oauth2/realms/alpha/introspect"
        case .amPushed: "/am/oauth2/realms/alpha/par"
        case .plainToken: "/realms/alpha/token"
        case .plainIntrospect: "/realms/alpha/introspect"
        case .plainPushed: "/realms/alpha/par"
        }
    }

    /// What is asked once the application has proved itself.
    var form: String {
        switch self {
        case .amToken, .plainToken: "grant_type=client_credentials"
        case .amIntrospect, .plainIntrospect: "token=unknown"
        case .amPushed, .plainPushed: FormBody([("response_type", "code"), ("redirect_uri", Demo.redirect)]).encoded
        }
    }
}

/// A way of not being the confidential client.
struct FalseProof: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var header: String?
    var form = ""

    static func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

    static let all: [FalseProof] = [
        .init(testDescription: "none"),
        .init(testDescription: "only the id", form: "&client_id=\(Demo.confidential)"),
        .init(testDescription: "empty secret", form: "&client_id=\(Demo.confidential)&client_secret="),
        .init(testDescription: "wrong secret", form: "&client_id=\(Demo.confidential)&client_secret=wrong"),
        .init(testDescription: "doubled id", form: "&client_id=\(Demo.client)&client_id=\(Demo.confidential)"),
        .init(testDescription: "doubled secret", form: "&client_id=\(Demo.confidential)&client_secret=a&client_secret=b"),
        .init(testDescription: "wrong Basic", header: basic("\(Demo.confidential):wrong")),
        .init(testDescription: "empty Basic", header: basic("\(Demo.confidential):")),
        .init(testDescription: "Basic without colon", header: basic(Demo.confidential)),
        .init(testDescription: "Basic that is no base64", header: "Basic %%%"),
        .init(testDescription: "Basic of nothing", header: "Basic "),
        .init(testDescription: "another scheme", header: "Bearer " + Data("\(Demo.confidential):x".utf8).base64EncodedString()),
        .init(testDescription: "two ids", header: basic("\(Demo.confidential):wrong"), form: "&client_id=\(Demo.client)"),
        .init(testDescription: "an unknown client", form: "&client_id=nobody&client_secret=x"),
        .init(
            testDescription: "an assertion of no known kind",
            form: "&client_id=\(Demo.confidential)&client_assertion=x&client_assertion_type=y"),
    ]
}

@Suite("Policy: client authentication on every endpoint")
struct ClientAuthenticationPolicyTests {
    @Test("who doesn't prove to be a client is refused", arguments: ClientRoute.allCases, FalseProof.all)
    func refused(route: ClientRoute, proof: FalseProof) async throws {
        try await withServer { (peer: Peer) async throws in
            let headers = proof.header.map { [("Authorization", $0)] } ?? []
            let reply = try await peer.form(route.path, route.form + proof.form, headers)
            #expect((400...401).contains(reply.status), "\(reply.status) \(reply.text)")
            #expect(reply.json["access_token"] == nil && reply.json["request_uri"] == nil && reply.json["active"] == nil)
            #expect(reply.json["error"]?.string != nil)
        }
    }

    @Test("a public client gets no token of its own and introspects nothing", arguments: ["/am/oauth2/realms/alpha", "/realms/alpha"])
    func publicClient(base: String) async throws {
        try await withServer { (peer: Peer) async throws in
            let token = base.hasPrefix("/am") ? "access_token" : "token"
            let own = try await peer.form("\(base)/\(token)", "grant_type=client_credentials&client_id=\(Demo.client)")
            #expect(own.json["access_token"] == nil)
            let access = try #require(try await peer.tokens()["access_token"]?.string)
            let introspected = try await peer.form("\(base)/introspect", "client_id=\(Demo.client)&token=\(access)")
            #expect(introspected.json["active"] != true)
        }
    }

    @Test("guessing secrets is slowed down, also in parallel")
    func concurrent() async throws {
        try await withServer { (peer: Peer) async throws in
            let header = [("Authorization", FalseProof.basic("\(Demo.confidential):wrong"))]
            let accepted = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        (try? await peer.form(ClientRoute.amToken.path, ClientRoute.amToken.form, header).json["access_token"]) ?? nil
                            != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 0)
        }
    }
}
