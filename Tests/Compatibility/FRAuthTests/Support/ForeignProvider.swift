import AsyncHTTPTransport
import ClientTesting
import DeviceFoundation
@testable import FRAuth
import Foundation
import JourneyMessages
import Journeys
import Primitives
import ServerTesting
import Synchronization
import Testing
import Services
import Sessions
import Directory

/// Another server, at which the users of the first one have accounts: what apps ask of Google and Facebook goes to it.
struct ForeignProvider: Sendable {
    let server: TestServer
    let time: ManualTime

    private static let redirect = "org.forgerock.demo://oauth2redirect"
    private var base: String { server.url + "/am" }
    private var issuer: String { base + "/oauth2/realms/root/realms/alpha" }

    /// The answer with tokens that is given from now on in place of new ones; nil for new ones.
    private let replayed = Replayed()

    private final class Replayed: Sendable {
        let answer = Mutex<HTTPResponse?>(nil)
        let last = Mutex<HTTPResponse?>(nil)
    }

    init(server: TestServer, time: ManualTime) {
        self.server = server
        self.time = time
    }

    /// Makes the first server know it: as `google-ios`, whose app is a public client, and as `facebook-ios`, which is asked about tokens.
    func register(at live: LiveServer) async throws {
        var google = IdentityProvider("google-ios", kind: .oidc, clientID: "sdkPublicClient", redirectURI: Self.redirect)
        google.authentication = .none
        var facebook = IdentityProvider("facebook-ios", kind: .oidc, clientID: "sdkConfidentialClient", redirectURI: Self.redirect)
        facebook.authentication = .basic
        facebook.secret = Secret("ch4ng3-th1s-s3cr3t")
        facebook.nativeClientIDs = ["sdkPublicClient"]
        let others = ["Apple-iOS", "other-ios"].map { IdentityProvider($0, kind: .oidc, clientID: "app", redirectURI: Self.redirect) }
        for var provider in [google, facebook] + others {
            provider.issuer = issuer
            if provider.clientID == "app" { provider.authentication = .none }
            try await live.server.domain.session.providers.save(provider, in: live.realm.id)
        }
    }

    /// Has the app's browser and network find this server in place of the providers.
    func takeOver() {
        var environment = Environment.current
        environment.opener = AnsweringOpener { try await answer(to: $0) }
        environment.transport = { [transport = environment.transport] pins in over(try transport(pins)) }
        Environment.current = environment
    }

    /// Hands out the last tokens again from now on.
    func replay() { replayed.answer.withLock { $0 = replayed.last.withLock { $0 } } }

    /// Signs `demo` in on a provider's page, and returns the redirect.
    private func answer(to page: URL) async throws -> URL {
        let transport = try AsyncHTTPTransport()
        let url = try #require(URL(string: "\(issuer)/authorize?\(Self.ours(page.query(percentEncoded: true) ?? ""))"))
        let session = try await session(over: transport)
        let answer = try await transport.send(HTTPRequest(.get, url, headers: ["iPlanetDirectoryPro": session]))
        return try #require(answer.headers["Location"].flatMap { URL(string: $0) })
    }

    /// A transport on which the providers' token endpoints are this server's.
    private func over(_ transport: any HTTPTransport) -> any HTTPTransport {
        let endpoint = URL(string: issuer + "/access_token")
        return ScriptedTransport { [replayed] request async throws(TransportError) in
            guard let endpoint, ["oauth2.googleapis.com", "graph.facebook.com"].contains(request.url.host()) else {
                return try await transport.send(request)
            }
            if let answer = replayed.answer.withLock({ $0 }) { return answer }
            var ours = HTTPRequest(.post, endpoint)
            ours.setForm(encoded: Self.ours(String(decoding: request.body, as: UTF8.self)))
            let answer = try await transport.send(ours)
            replayed.last.withLock { $0 = answer }
            return answer
        }
    }

    /// The parameters of a request, with the app's name at this server: a provider has one for its backend and its phones.
    private static func ours(_ parameters: String) -> String {
        parameters.replacing("sdkConfidentialClient", with: "sdkPublicClient")
    }

    private func session(over transport: any HTTPTransport) async throws -> String {
        let device = DeviceFoundation.Device(transport: transport, store: InMemoryStore(), time: time, random: SystemRandom())
        let journey = Journey(at: ServerAddress(base, realm: "alpha"), on: device)
        let session = try await journey.run("sdkUsernamePasswordJourney") { step in
            step.answer(.name, with: "demo")
            step.answer(.password, with: Secret("Ch4ng3it!"))
        }
        return try #require(session.token).reveal()
    }
}
