import Foundation
import GatehouseServer
import PostgresTesting
import Primitives
import ServerTesting
import Store
import Testing
import Directory
import Foundations
import Services

@Suite("A server on PostgreSQL", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5)))
struct PostgresServingTests {
    private func database() throws -> (uri: String, cluster: TestCluster) {
        let cluster = try #require(TestCluster.current)
        return (cluster.connection(to: try cluster.newDatabase(from: "template0")), cluster)
    }

    private func configuration(_ uri: String, _ directory: String) throws -> ServerConfiguration {
        try ServerConfiguration(
            ResolvedSettings(flags: ["database": uri, "data-directory": directory, "database-connections": "2"]))
    }

    @Test("the first start makes what a demonstration has, the next finds it; there is no file of a database")
    func restarted() async throws {
        let (uri, _) = try database()
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let settings = ["database": uri, "data-directory": directory.path, "database-connections": "3"]
        let realm = try #require(RealmPath("alpha"))
        let user = try await withResult(settings) { server in
            let realm = try await server.domain.directory.realms.realm(at: realm)
            _ = try await server.domain.directory.users.create("ann", in: realm.id)
            return try await server.domain.directory.users.user(named: "demo", in: realm.id)?.id
        }
        #expect(user != nil)
        try await TestServer.run(settings: settings) { server in
            let realm = try await server.domain.directory.realms.realm(at: realm)
            #expect(try await server.domain.directory.users.user(named: "demo", in: realm.id)?.id == user)
            #expect(try await server.domain.directory.users.user(named: "ann", in: realm.id) != nil)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files.contains("master.key") && !files.contains { $0.hasPrefix("gatehouse.db") })
    }

    @Test("administration where no server ever was makes nothing; beside a server it works; copies are refused with the reason")
    func administration() async throws {
        let (uri, cluster) = try database()
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let configuration = try configuration(uri, directory.path)
        await #expect(throws: ServerError(.noDatabase)) { try await ServerAssembly.openForAdministration(configuration) }
        #expect(try cluster.run("SELECT to_regclass('schema_migration') IS NULL", in: uri) == ["t"])
        try await TestServer.run(settings: ["database": uri, "data-directory": directory.path, "database-connections": "3"]) { _ in
            let installation = try await ServerAssembly.openForAdministration(configuration)
            #expect(try await installation.domain.directory.realms.all().count == 2)
            try await installation.close()
        }
        #expect(throws: ServerError(.otherEngine)) { try ServerAssembly.backUp(configuration, to: directory.path + "/copy.db") }
        await #expect(throws: ServerError(.otherEngine)) {
            try await ServerAssembly.restore(directory.path + "/copy.db", configuration, isTrial: true)
        }
    }

    @Test("a node without the master key of the others makes none, and one with another key is refused")
    func masterKey() async throws {
        let (uri, _) = try database()
        let (directory, other) = (try TemporaryDirectory(), try TemporaryDirectory())
        defer { for directory in [directory, other] { directory.remove() } }
        try await TestServer.run(settings: ["database": uri, "data-directory": directory.path, "database-connections": "3"]) { _ in }
        let configuration = try configuration(uri, other.path)
        await #expect(throws: ServerError(.wrongMasterKey)) { try await ServerAssembly.openForServing(configuration) }
        #expect(!FileManager.default.fileExists(atPath: other.path + "/master.key"))
        let key = Data(SystemRandom().bytes(32)).base64EncodedString()
        #expect(
            FileManager.default.createFile(
                atPath: other.path + "/master.key", contents: Data(key.utf8), attributes: [.posixPermissions: 0o600]))
        await #expect(throws: ServerError(.wrongMasterKey)) { try await ServerAssembly.openForServing(configuration) }
    }

    @Test("a schema from the future, and no such database, are each a line that names the database")
    func refused() async throws {
        let (uri, cluster) = try database()
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await TestServer.run(settings: ["database": uri, "data-directory": directory.path, "database-connections": "3"]) { _ in }
        try cluster.run("INSERT INTO schema_migration (id, name, checksum) VALUES (9999, 'future', '')", in: uri)
        let configuration = try configuration(uri, directory.path)
        let future = await #expect(throws: DatabaseError(.newerSchema)) { try await ServerAssembly.openForServing(configuration) }
        #expect(future?.description.contains(configuration.databaseName) == true)
        let missing = try self.configuration(cluster.connection(to: "nowhere"), directory.path)
        let error = await #expect(throws: DatabaseError(.cannotOpen)) { try await ServerAssembly.openForServing(missing) }
        #expect(error?.description.contains("no such database") == true && error?.description.contains("\n") == false)
    }

    private func withResult<Value: Sendable>(
        _ settings: [String: String], _ body: (TestServer) async throws -> Value
    ) async throws -> Value {
        let server = try await TestServer.start(settings: settings)
        do {
            let value = try await body(server)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }
}
