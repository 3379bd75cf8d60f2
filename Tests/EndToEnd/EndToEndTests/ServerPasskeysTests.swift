import AsyncHTTPTransport
import DeviceFoundation
import Foundation
import JourneyMessages
import Journeys
import Passkeys
import Primitives
import ServerTesting
import Testing
import Services
import SignIn
import Directory
import Foundations

/// What an app does with the passkeys that the server knows of its user, over real loopback HTTP.
@Suite("Passkeys that the server knows", .timeLimit(.minutes(5)))
struct ServerPasskeysTests {
    private let time = ManualTime()

    private struct App: Sendable {
        let journey: Journey
        let authenticator: PasskeyAuthenticator
        let known: ServerPasskeys

        init(_ server: TestServer, time: ManualTime, user: String = "demo") throws {
            let store = InMemoryStore()
            let device = DeviceFoundation.Device(transport: try AsyncHTTPTransport(), store: store, time: time, random: SystemRandom())
            let address = ServerAddress("\(server.url)/am", realm: "alpha")
            journey = Journey(at: address, on: device)
            authenticator = PasskeyAuthenticator(
                PasskeyConfiguration(verification: SimulatedVerification(.fingerprint)), keys: SoftwareKeyStore(store), on: device)
            known = ServerPasskeys(at: address, user: user, on: device)
        }

        /// Signs in and makes a passkey.
        func register(_ name: String) async throws {
            _ = try await journey.run("Register", options: .forceAuth) { step in
                step.answer(.name, with: "demo")
                step.answer(.password, with: Secret("Ch4ng3it!"))
                await authenticator.answer(&step, from: "https://login.example.com", deviceName: name)
            }
        }
    }

    private func withServer(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.run(time: time) { server in
            let alpha = try await server.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
            let journey: JSONValue = [
                "name": "Register", "start": "who", "mustRun": true,
                "nodes": [
                    "who": ["page": ["nodes": [["username": [:]], ["password": [:]]]], "next": "check"],
                    "check": ["dataStoreDecision": [:], "true": "register", "false": "failure"],
                    "register": [
                        "webAuthnRegistration": ["relyingPartyDomain": "example.com", "origins": ["https://login.example.com"]],
                        "success": "success", "failure": "failure", "error": "failure", "unsupported": "failure",
                    ],
                ],
            ]
            try await server.domain.signIn.journeys.save(journey, named: "Register", in: alpha.id)
            try await body(server)
        }
    }

    @Test("they are listed with name, credential and time, found by the credential, renamed and deleted")
    func life() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            try await app.register("My laptop")
            try await app.register("My phone")
            let listed = try await app.known.list()
            #expect(Set(listed.map(\.name)) == ["My laptop", "My phone"] && listed.allSatisfy { $0.created == time.now })
            let own = try await app.authenticator.passkeys(for: "example.com")
            #expect(!own.isEmpty && Set(own.map(\.id)).isSubset(of: listed.map(\.credential)))
            let laptop = try #require(listed.first { $0.name == "My laptop" })
            let renamed = try await app.known.rename(laptop, to: "Ada’s laptop")
            #expect(renamed.name == "Ada’s laptop" && renamed.id == laptop.id && renamed.credential == laptop.credential)
            #expect(try await app.known.passkey(laptop.credential) == renamed)
            #expect(try await Set(app.known.list().map(\.name)) == ["Ada’s laptop", "My phone"])
            try await app.known.delete(renamed)
            #expect(try await app.known.list().map(\.name) == ["My phone"])
            #expect(try await app.known.passkey(laptop.credential) == nil)
        }
    }

    @Test("a name that is none, a passkey that is gone, another user's, and nobody who is signed in")
    func refused() async throws {
        try await withServer { server in
            let app = try App(server, time: time)
            try await app.register("My laptop")
            let laptop = try #require(try await app.known.list().first)
            await #expect(throws: PasskeyError(.server, "")) { try await app.known.rename(laptop, to: "a\u{0}b") }
            #expect(try await app.known.list() == [laptop])
            try await app.known.delete(laptop)
            await #expect(throws: PasskeyError(.noPasskey, "")) { try await app.known.rename(laptop, to: "Mine") }
            await #expect(throws: PasskeyError(.noPasskey, "")) { try await app.known.delete(laptop) }
            let stranger = try App(server, time: time, user: "somebody")
            try await stranger.register("Mine")
            await #expect(throws: PasskeyError(.server, "")) { try await stranger.known.list() }
            try await app.journey.logout()
            await #expect(throws: PasskeyError(.server, "")) { try await app.known.list() }
        }
    }
}
