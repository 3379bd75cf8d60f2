import NIOCore
import NIOHTTP1
import PostgresTesting
import Primitives
import ServerTesting
import Store
import Testing

@Suite(
    "Policy: a database that takes no writes", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(10)))
struct BadDatabaseTests {
    /// Runs `body` with a server whose database has a cluster of its own.
    private func withServer(_ cluster: OwnCluster, _ body: (Peer, [String: String]) async throws -> Void) async throws {
        try cluster.cluster.make("bad", from: "template0")
        let settings = ["database": cluster.cluster.connection(to: "bad"), "database-connections": "2"]
        let time = ManualTime()
        try await TestServer.run(settings: settings, time: time) { server in
            try await body(Peer(server: server, time: time, patience: .seconds(120)), settings)
        }
    }

    private func isValid(_ session: String, _ peer: Peer) async throws -> Bool {
        try await peer.am("sessions?_action=validate", session: session).json["valid"] == true
    }

    @Test(
        "a standby is refused in a line that says so; a server that runs asks its callers to come again, and works on after the promotion")
    func standby() async throws {
        let cluster = try OwnCluster(like: try #require(TestCluster.current))
        defer { cluster.remove() }
        try await withServer(cluster) { peer, settings in
            let session = try await peer.signIn()
            let step = try await peer.start()
            try cluster.stop()
            try cluster.start(asStandby: true)
            async let refused = peer.answer(step, password: .string(Demo.password))
            let error = await #expect(throws: DatabaseError(.readOnly)) { try await TestServer.run(settings: settings) { _ in } }
            #expect(error?.description.contains("standby") == true && error?.description.contains("\n") == false)
            let reply = try await refused
            #expect(reply.status == 503 && reply.headers.first(name: "Retry-After") != nil, "\(reply.status): \(reply.text)")
            try cluster.promote()
            _ = try await PersistentLogin.run(peer)
            #expect(try await isValid(session, peer))
        }
    }

    @Test(
        "on a full disk each request succeeds or is told to come again; with room again, all that was acknowledged is there",
        .enabled(if: SmallVolume.canBeMade, "a small disk needs root's rights"))
    func fullDisk() async throws {
        let volume = try SmallVolume(bytes: 192 << 20)
        defer { volume.remove() }
        let cluster = try OwnCluster(like: try #require(TestCluster.current), on: volume)
        defer { cluster.remove() }
        try await withServer(cluster) { peer, _ in
            var sessions = [try await peer.signIn()]
            try volume.fill()
            var refusals = 0
            while refusals < 2 {
                let step = try await peer.am(Peer.journey + "sdkUsernamePasswordJourney")
                let reply = step.status == 200 ? try await peer.answer(step.json, password: .string(Demo.password)) : step
                if let session = reply.json["tokenId"]?.string {
                    sessions.append(session)
                } else {
                    #expect(reply.status == 503 && reply.headers.first(name: "Retry-After") != nil, "\(reply.status): \(reply.text)")
                    refusals += 1
                }
                try #require(sessions.count < 5000, "the disk isn't full")
            }
            try volume.empty()
            try cluster.startIfStopped()
            sessions.append(try await PersistentLogin.run(peer).session)
            for session in sessions { #expect(try await isValid(session, peer)) }
        }
    }
}
