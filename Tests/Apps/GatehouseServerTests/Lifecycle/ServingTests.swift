import Foundation
import GatehouseServer
import Primitives
import ServerTesting
import Store
import Testing
import Services
import Directory
import Foundations

@Suite("A running server")
struct ServingTests {
    @Test("it says that it is alive and ready")
    func health() async throws {
        try await TestServer.run { server async throws in
            #expect(try await Browser.get(server.url + "/live").status == 200)
            #expect(try await Browser.get(server.url + "/ready").status == 200)
        }
    }

    @Test("after it has stopped, nothing listens any more")
    func stopped() async throws {
        let server = try await TestServer.start()
        await server.stop()
        await #expect(throws: (any Error).self) { try await Browser.get(server.url + "/live") }
    }

    @Test("metrics are for this machine, unless everybody or nobody may read them")
    func metrics() async throws {
        let proxied = [("X-Forwarded-For", "192.0.2.1")]
        try await TestServer.run { server async throws in
            #expect(try await Browser.get(server.url + "/metrics").body.contains("process_cpu_seconds_total"))
            #expect(try await Browser.get(server.url + "/metrics", headers: proxied).status == 403)
        }
        try await TestServer.run(settings: ["metrics": "on"]) { server async throws in
            #expect(try await Browser.get(server.url + "/metrics", headers: proxied).status == 200)
        }
        try await TestServer.run(settings: ["metrics": "off"]) { server async throws in
            #expect(try await Browser.get(server.url + "/metrics").status == 404)
        }
    }

    @Test("a restarted server has its data")
    func restarted() async throws {
        let directory = try TemporaryDirectory()
        var ids: [Realm.ID] = []
        for _ in 1...2 {
            try await TestServer.run(settings: ["data-directory": directory.path]) { server async throws in
                ids.append(try await server.domain.directory.realms.realm(at: Demo.realm).id)
            }
        }
        #expect(ids.count == 2 && ids[0] == ids[1])
        directory.remove()
    }

    @Test("a second server on the same data is refused, and the first goes on")
    func second() async throws {
        let directory = try TemporaryDirectory()
        try await TestServer.run(settings: ["data-directory": directory.path]) { server async throws in
            await #expect(throws: DatabaseError(.inUse)) {
                try await TestServer.run(settings: ["data-directory": directory.path]) { _ in }
            }
            #expect(try await Browser.get(server.url + "/ready").status == 200)
        }
        directory.remove()
    }

    @Test("administration beside a running server is seen by it")
    func administration() async throws {
        let directory = try TemporaryDirectory()
        try await TestServer.run(settings: ["data-directory": directory.path]) { server async throws in
            let configuration = try ServerConfiguration(ResolvedSettings(flags: ["data-directory": directory.path]))
            let beside = try await ServerAssembly.openForAdministration(configuration)
            _ = try await beside.domain.directory.realms.create(try #require(RealmPath("beta")))
            try await beside.close()
            #expect(try await server.domain.directory.realms.all().map(\.path.description) == ["/", "/alpha", "/beta"])
        }
        directory.remove()
    }
}
