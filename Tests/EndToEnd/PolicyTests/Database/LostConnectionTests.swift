import Foundation
import NIOCore
import PostgresTesting
import Primitives
import ServerTesting
import Testing

@Suite(
    "Policy: a database whose connections are lost", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"),
    .timeLimit(.minutes(10)))
struct LostConnectionTests {
    @Test(
        "a connection lost at anything that a login sends to the database costs nobody a login, and nothing is accepted twice",
        arguments: CuttingProxy.Moment.allCases)
    func everywhere(_ moment: CuttingProxy.Moment) async throws {
        let cluster = try #require(TestCluster.current)
        let direct = cluster.connection(to: try cluster.newDatabase(from: "template0"))
        let (proxy, connection) = try CuttingProxy.before(direct)
        defer { proxy.close() }
        let time = ManualTime()
        /// The number of sessions that were made since the clock went on.
        func sessions() throws -> Int {
            let now = Int(time.now.timeIntervalSince1970 * 1000)
            let count = try cluster.run("SELECT COUNT(*) FROM sessions WHERE created >= \(now)", in: direct).first
            return try #require(count.flatMap { Int(decimal: $0) })
        }
        try await TestServer.run(settings: ["database": connection, "database-connections": "2"], time: time) { server in
            let peer = Peer(server: server, time: time, patience: .seconds(90))
            var number = 0
            repeat {
                number += 1
                // A user's refreshes at a client in a minute are bounded.
                time.advance(by: 61)
                proxy.cut(.sending(number, moment))
                let outcome = try await PersistentLogin.run(peer)
                // Each begun login has one session, unless its answer was a 503.
                let made = try sessions()
                #expect((1...1 + outcome.refusals).contains(made), "\(made) sessions; \(outcome) at \(number)")
            } while !proxy.isArmed
            proxy.cut(nil)
            #expect(number > 20, "a login sends more than \(number) times")
        }
    }
}
