import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import PolicyMessages
import Primitives
import Synchronization

/// A resource server, as an application or a gateway is one: it asks a server's policies about each request, serves what they allow, and
/// passes on what they advise.
package struct ProtectedServer: Sendable {
    /// In which form it passes advice on (`docs/protocols/step-protocol.md` 10.1).
    package enum Form: Sendable {
        case header, redirect, body
        /// Only the base64 of the advice in the header: a form that clients have to be told of.
        case undocumented

        package static let documented: [Form] = [.header, .redirect, .body]
    }

    /// How its resources are called in policies, whatever port it listens on.
    package static let name = "https://api.example.com"
    /// The user who may ask for decisions.
    private static let administrator = "resource-server"

    /// Where it is reached; no slash at the end.
    package let url: String
    private let served: Served
    private let listening: Task<Void, any Error>

    private final class Served: Sendable {
        let count = Mutex(0)
    }

    /// How often a resource was served.
    package var count: Int { served.count.withLock { $0 } }

    /// Runs `body` with a resource server that asks `server`, whose realm `/alpha` gets the policies and journeys of ``BankingPolicies``.
    package static func run(asking server: TestServer, as form: Form, _ body: (ProtectedServer) async throws -> Void) async throws {
        let session = try await BankingPolicies.install(on: server, administrator: administrator)
        let port = try await FreePort.find()
        let served = Served()
        let listening = Task { try await listen(on: port, Gate(server: server.url, session: session, form: form), served) }
        let resource = ProtectedServer(url: "http://127.0.0.1:\(port)", served: served, listening: listening)
        do {
            try await resource.untilReady()
            try await body(resource)
        } catch {
            await resource.stop()
            throw error
        }
        await resource.stop()
    }

    private static func listen(on port: Int, _ gate: Gate, _ served: Served) async throws {
        let router = Router()
        router.get("ready") { _, _ in "ready" }
        for method in [HTTPRequest.Method.get, .post] {
            router.on("bank/**", method: method) { request, _ in
                if let refusal = try await gate.refusal(of: request) { return refusal }
                let count = served.count.withLock { count in
                    count += 1
                    return count
                }
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: "served \(count)")))
            }
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "resource") { _ in SwiftLogNoOpLogHandler() })
        try await application.run()
    }

    private func untilReady() async throws {
        for _ in 0..<500 {
            let answer = try? await HTTPClient.shared.execute(HTTPClientRequest(url: url + "/ready"), timeout: .seconds(1))
            if answer?.status == .ok { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func stop() async {
        listening.cancel()
        _ = await listening.result
    }
}

/// Lets through what policies allow.
private struct Gate: Sendable {
    let server: String
    let session: Secret
    let form: ProtectedServer.Form

    private static let cookie = "iPlanetDirectoryPro"

    /// How a request is turned away; nil for one that is allowed.
    func refusal(of request: Request) async throws -> Response? {
        guard let token = Self.token(of: request) else { return Response(status: .unauthorized) }
        let transaction = request.uri.queryParameters["_txid"].map { String($0) }
        guard let decision = try await decision(request.uri.path, token, transaction) else { return Response(status: .unauthorized) }
        if decision.allows(request.method.rawValue) { return nil }
        guard !decision.advices.isEmpty else { return Response(status: .forbidden) }
        return response(to: decision, for: request.uri.path)
    }

    private func decision(_ path: String, _ token: String, _ transaction: String?) async throws -> PolicyDecision? {
        let question = PolicyRequest(
            application: BankingPolicies.name, resources: [ProtectedServer.name + path], session: Secret(token),
            environment: transaction.map { [PolicyRequest.transaction: [$0]] } ?? [:])
        var asked = HTTPClientRequest(url: server + "/am/json/realms/alpha/policies?_action=evaluate")
        asked.method = .POST
        asked.headers = [
            "Content-Type": "application/json", "Accept-API-Version": "resource=2.1", Self.cookie: session.reveal(),
        ]
        asked.body = .bytes(ByteBuffer(bytes: question.json.encoded))
        let answer = try await HTTPClient.shared.execute(asked, timeout: .seconds(30))
        let body = try await answer.body.collect(upTo: 1 << 20)
        guard answer.status == .ok, let first = try JSONValue(parsing: body.readableBytesView).array?.first else { return nil }
        return try PolicyDecision(json: first)
    }

    private func response(to decision: PolicyDecision, for path: String) -> Response {
        switch form {
        case .header:
            let challenge = AdviceChallenge(realm: "/alpha", advice: decision.advices, server: server + "/am/")
            return Response(status: .unauthorized, headers: [.wwwAuthenticate: challenge.headerValue])
        case .undocumented: return Response(status: .unauthorized, headers: [.wwwAuthenticate: Self.base64(decision.advices)])
        case .redirect:
            let redirect = AdviceRedirect(
                login: server + "/realms/alpha/login", resource: ProtectedServer.name + path, realm: "/alpha", advice: decision.advices)
            return Response(status: .temporaryRedirect, headers: [.location: redirect.location])
        case .body:
            return Response(
                status: .forbidden, headers: [.contentType: "application/json"],
                body: .init(byteBuffer: ByteBuffer(bytes: decision.json.encoded)))
        }
    }

    private static func base64(_ advice: PolicyAdvice) -> String { Data(advice.json.encoded).base64EncodedString() }

    private static func token(of request: Request) -> String? {
        HTTPField.Name(cookie).flatMap { request.headers[$0] } ?? request.cookies[cookie]?.value
    }
}
