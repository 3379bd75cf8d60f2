import AsyncHTTPTransport
import DeviceFoundation
@testable import FRAuth
import Foundation
import Primitives
import ServerTesting
import Testing
import Services
import SignIn
import Directory
import Foundations

/// A whole server on loopback, with the client and the journeys that the documentation's examples name.
struct LiveServer: Sendable {
    let server: TestServer
    let realm: Realm
    /// What the SDK sent to it.
    let wire: Wire

    init(_ server: TestServer, _ wire: Wire) async throws {
        self.server = server
        self.wire = wire
        let domain = server.domain
        realm = try await domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
        var settings = ApplicationSettings()
        settings.redirectURIs = ["frauth://com.forgerock.ios.frexample"]
        settings.scopes = ["openid", "profile", "email", "address"]
        settings.defaultScopes = ["openid"]
        try await domain.directory.applications.create(Application(id: "iosClient", realm: realm.id, settings: settings, secret: nil))
        for (copy, original) in [
            ("Register", "Registration"), ("BlogWebAuthnRegistration", "sdkUsernamePasswordJourney"),
            ("BlogWebAuthnAuthentication", "sdkUsernamePasswordJourney"),
        ] {
            var journey = try #require(try await domain.signIn.journeys.entry(original, in: realm.id)?.definition.object)
            journey["name"] = .string(copy)
            try await domain.signIn.journeys.save(.object(journey), named: copy, in: realm.id)
        }
    }

    /// The base URL, as the SDK's options have it.
    var base: String { server.url + "/am" }

    /// The options of the documentation's example, for this server.
    var options: FROptions {
        FROptions(
            url: base, realm: "alpha", oauthClientId: "iosClient", oauthRedirectUri: "frauth://com.forgerock.ios.frexample",
            oauthScope: "openid profile email address", authServiceName: "Login", registrationServiceName: "Register")
    }

    var discoveryURL: String { base + "/oauth2/realms/root/realms/alpha/.well-known/openid-configuration" }

    /// Stores a journey.
    func add(_ name: String, start: String, nodes: JSONObject, noSession: Bool = false) async throws {
        let journey: JSONValue = ["name": .string(name), "start": .string(start), "noSession": .bool(noSession), "nodes": .object(nodes)]
        try await server.domain.signIn.journeys.save(journey, named: name, in: realm.id)
    }

    /// Changes the realm's settings.
    func set(_ change: (inout RealmSettings) -> Void) async throws {
        var realm = try await server.domain.directory.realms.realm(at: realm.path)
        change(&realm.settings)
        try await server.domain.directory.realms.update(realm)
    }

    /// Ends the app's process and starts it again: only what is stored remains.
    func relaunch() { SDK.stop() }

    /// Goes on with the app on another device, where nothing is stored.
    func changeDevice() {
        SDK.stop()
        let store = InMemoryStore()
        var environment = Environment.current
        environment.store = { _ in store }
        Environment.current = environment
    }

    /// Whether a session's token is good for anything.
    func isAlive(_ token: String, cookieName: String = "iPlanetDirectoryPro") async throws -> Bool {
        var request = HTTPRequest(.post, try #require(URL(string: base + "/json/realms/alpha/sessions?_action=getSessionInfo")))
        request.headers = ["Accept-API-Version": "resource=4.0", "X-Requested-With": "test", cookieName: token]
        request.setJSON([:])
        return try await AsyncHTTPTransport().send(request).status == 200
    }

    /// Waits until a session is over, of which the SDK tells the server in the background.
    func waitForEnd(of token: String) async throws {
        for _ in 0..<200 {
            if try await !isAlive(token) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("the session is alive")
    }

    /// The links in the messages that were sent, in order.
    func links() async throws -> [URL] {
        try await server.messagesLeave()
        let folder = server.dataDirectory + "/mail"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).replacing("=\r\n", with: "").replacing(
                "=3D", with: "=")
            return text.split { $0.isWhitespace }.first { $0.contains("suspendedId=") }.flatMap { URL(string: String($0)) }
        }
    }
}

extension Harness {
    /// Runs `body` with a whole server, which the SDK reaches over the transport that apps have.
    func live(
        _ settings: [String: String] = [:], trusting trust: TrustedAuthorities = .system, _ body: (LiveServer) async throws -> Void
    ) async throws {
        try await TestServer.run(settings: settings, time: time) { server in
            let wire = Wire()
            var environment = Environment.current
            environment.transport = { pins in wire.over(try AsyncHTTPTransport(pins: pins, trust: trust)) }
            Environment.current = environment
            try await body(try await LiveServer(server, wire))
            SDK.stop()
        }
    }

    /// Starts the SDK, and signs `demo` in with the journey of the tutorials.
    func signIn(at live: LiveServer) async throws {
        let options = live.options
        options.authServiceName = "sdkUsernamePasswordJourney"
        try await signIn(options)
    }
}
