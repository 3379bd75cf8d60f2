import AsyncHTTPTransport
import DeviceFoundation
import DeviceMessages
import DevicePolicies
import Directory
import Foundation
import Foundations
import JourneyMessages
import Journeys
import MFA
import MultiFactor
import OAuthMessages
import OIDC
import PlatformTesting
import PostgresTesting
import Primitives
import ServerTesting
import Services
import Testing

@Suite("Two servers over one database", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(10)))
struct TwoNodeTests {
    private static let password = Secret("Ch4ng3it!")

    private func signIn(_ journey: Journey) async throws -> Session {
        try await journey.run("sdkUsernamePasswordJourney") { step in
            step.answer(.name, with: "demo")
            step.answer(.password, with: Self.password)
        }
    }

    @Test("a journey whose requests alternate leads to a session, codes and tokens that both know; a log-out at one holds at the other")
    func journey() async throws {
        let time = ManualTime()
        try await TwoNodes.run(time: time) { nodes in
            let address = ServerAddress("\(nodes.first.url)/am", realm: "alpha")
            let device = Device(
                transport: nodes.transport(over: try AsyncHTTPTransport()), store: InMemoryStore(), time: time, random: SystemRandom())
            let journey = Journey(at: address, on: device)
            let oidc = OIDCClient(
                at: address, client: "sdkPublicClient", redirect: "https://localhost:8443/callback", scopes: ["openid", "profile"],
                on: device)
            let session = try await signIn(journey)
            for _ in 1...2 { #expect(try await journey.sessionInfo().username == "demo") }
            let tokens = try await oidc.tokens(for: session)
            time.advance(by: try #require(tokens.expires).timeIntervalSince(time.now))
            for _ in 1...2 { #expect(try await oidc.refresh().subject == tokens.subject) }

            let each = try (0...1).map { node in
                Device(
                    transport: nodes.transport(to: node, over: try AsyncHTTPTransport()), store: InMemoryStore(), time: time,
                    random: SystemRandom())
            }
            let other = try await signIn(Journey(at: address, on: each[0]))
            try await SessionKeeper(at: address, on: each[1]).keep(other)
            #expect(try await Journey(at: address, on: each[1]).isAlive())
            try await Journey(at: address, on: each[0]).logout()
            #expect(try await !Journey(at: address, on: each[1]).isAlive())
        }
    }

    @Test("a push that one asks for rings at the other, is approved there, and is known to both")
    func push() async throws {
        let settings = try await TwoNodes.settings()
        try await PlatformServer.run(settings: settings.first) { server in
            try await TwoNodes.beside(server.server, settings, SystemTime()) { nodes in
                let phone = try await server.phone()
                _ = try await phone.pair(with: try await server.pairingAddress())
                var requests = phone.notifications.makeAsyncIterator()
                // The phone's stream is at the first.
                let asking = nodes.second.domain.multiFactor.deviceAuthentications
                for _ in 1...3 {
                    let begun = ContinuousClock.now
                    let started = try await asking.start(.init(user: server.user.id), in: server.realm, issuer: server.issuer)
                        .authentication
                    let request = try #require(try await requests.next())
                    #expect(ContinuousClock.now - begun < .seconds(20), "the stream's own look at the mailbox comes after 25 s")
                    try await request.approve(number: try #require(started.numberToShow))
                    #expect(try await asking.authentication(started.id, in: server.realm).status == .completed)
                    #expect(try await server.state(of: started).status == .completed)
                }
            }
        }
    }

    @Test("a changed setting, client or user is used by the other within a second")
    func configuration() async throws {
        let time = ManualTime()
        try await TwoNodes.run(time: time) { nodes in
            let (changing, other) = (nodes.first.domain.directory, nodes.second.domain.directory)
            let path = try #require(RealmPath("/alpha"))
            var realm = try await changing.realms.realm(at: path)
            #expect(try await other.realms.realm(at: path) == realm)
            let client = try #require(try await other.applications.application("sdkPublicClient", in: realm.id))
            realm.settings[BoundsSettings.self].lockoutThreshold = 3
            try await changing.realms.update(realm)
            var changed = client
            changed.settings.name = "Renamed"
            try await changing.applications.update(changed)
            time.advance(by: 1.1)
            #expect(try await other.realms.realm(at: path).settings[BoundsSettings.self].lockoutThreshold == 3)
            #expect(try await other.applications.application("sdkPublicClient", in: realm.id)?.settings.name == "Renamed")
        }
    }

    @Test("events of both are one chain")
    func audit() async throws {
        try await TwoNodes.run { nodes in
            let realm = try await nodes.first.domain.directory.realms.realm(at: try #require(RealmPath("/alpha")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, node) in [nodes.first, nodes.second].enumerated() {
                    group.addTask {
                        for user in 0..<10 {
                            _ = try await node.domain.directory.users.create("user-\(number)-\(user)", in: realm.id)
                            try await AuditLog.seal(node.domain.platform.database)
                        }
                    }
                }
                try await group.waitForAll()
            }
            _ = try await AuditLog.seal(nodes.first.domain.platform.database)
            let users = try await nodes.second.domain.directory.users.list(in: realm.id)
            #expect(users.count { $0.username.hasPrefix("user-") } == 20)
            let platforms = [nodes.first.domain.platform, nodes.second.domain.platform]
            for platform in platforms { #expect(try await platform.audit.verify(platform.database).sequence > 20) }
        }
    }
}
