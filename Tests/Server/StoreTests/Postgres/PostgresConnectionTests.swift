import Foundation
import PostgresTesting
import Primitives
import Store
import StorePostgres
import Synchronization
import Testing

@Suite("PostgreSQL: connections", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"), .timeLimit(.minutes(5)))
struct PostgresConnectionTests {
    /// Ends the server's processes of an application.
    private static func killProcesses(of application: String, _ cluster: TestCluster) throws -> Int {
        try cluster.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(application)'").count
    }

    /// A database whose connections the server knows by a name of their own.
    private func named(_ cluster: TestCluster) async throws -> (database: PostgresDatabase, name: String) {
        let name = "t\(UUID().uuidString)"
        let configuration = try cluster.configuration("\(try cluster.newSchema())&application_name=\(name)")
        return (try await PostgresDatabase.open(configuration, migrations: [.things]), name)
    }

    @Test("those that ended while idle are made anew")
    func idle() async throws {
        let cluster = try #require(TestCluster.current)
        let (database, name) = try await named(cluster)
        try await database.insert(1)
        #expect(try Self.killProcesses(of: name, cluster) > 0)
        try await database.insert(2)
        try await database.expect(ids: [1, 2])
        try await database.close()
    }

    @Test("a body whose connection ends is run again on another")
    func during() async throws {
        let cluster = try #require(TestCluster.current)
        let (database, name) = try await named(cluster)
        let runs = BodyRuns()
        try await database.write { transaction in
            try transaction.execute("INSERT INTO thing (id) VALUES (1)")
            if runs.next() == 1 { _ = try Self.killProcesses(of: name, cluster) }
            try transaction.execute("INSERT INTO thing (id) VALUES (2)")
        }
        #expect(runs.count == 2)
        try await database.expect(ids: [1, 2])
        let reads = BodyRuns()
        let count = try await database.read { transaction in
            let count = try transaction.rows("SELECT id FROM thing").count
            if reads.next() == 1 { _ = try Self.killProcesses(of: name, cluster) }
            return try transaction.rows("SELECT id FROM thing").count + count
        }
        #expect((count, reads.count) == (4, 2))
        try await database.close()
    }

    @Test("a host that takes connections and says nothing doesn't hold up the next")
    func silentHost() async throws {
        let cluster = try #require(TestCluster.current)
        let directory = FileManager.default.temporaryDirectory.path + "/mute-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let mute = UnixSocket.listening(at: directory + "/.s.PGSQL.5432")
        defer { close(mute) }
        let string = try cluster.newSchema().replacing("host=", with: "host=\(directory),")
        let database = try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things])
        try await database.insert(1)
        try await database.expect(ids: [1])
        try await database.close()
        // Alone it is given up.
        let alone = try cluster.configuration("postgres:///postgres?host=\(directory)&user=gatehouse") {
            $0.timeouts.connecting = .milliseconds(300)
        }
        await #expect(throws: DatabaseError(.unreachable)) { try await PostgresDatabase.open(alone, migrations: []) }
    }

    @Test(
        "no such host, and one where no server is, are told in one line that names it",
        arguments: [
            ("postgres:///postgres?host=/nonexistent&user=gatehouse", "/nonexistent"),
            ("postgres://gatehouse@nowhere.invalid/postgres", "nowhere.invalid"),
            ("postgres://gatehouse@127.0.0.1:1/postgres", "127.0.0.1"),
        ])
    func noServer(_ string: String, _ name: String) async throws {
        let cluster = try #require(TestCluster.current)
        let nowhere = try cluster.configuration(string) { $0.timeouts.connecting = .milliseconds(300) }
        let error = await #expect(throws: DatabaseError(.unreachable)) { try await PostgresDatabase.open(nowhere, migrations: []) }
        #expect(error?.description.contains(name) == true && error?.description.contains("\n") == false)
    }

    @Test("a leader in whose place another was promoted is left at once, and not taken again")
    func overtaken() async throws {
        let old = try OwnCluster(like: try #require(TestCluster.current))
        defer { old.remove() }
        let first = try await PostgresDatabase.open(try old.cluster.configuration(old.cluster.connection), migrations: [.things])
        try await first.insert(1)
        try await first.close()
        let new = try old.promotedCopy()
        defer { new.remove() }
        let both = "postgres:///postgres?host=\(old.directory),\(new.directory)&user=gatehouse&application_name=overtaken"
        let configuration = try old.cluster.configuration(both) { configuration in
            // Longer than the longest pause between two attempts.
            configuration.timeouts.trying = .seconds(3)
            configuration.timeouts.reconnecting = .seconds(3)
        }
        let database = try await PostgresDatabase.open(configuration, migrations: [.things])
        let (inside, yield) = AsyncStream.makeStream(of: Int64.self)
        let mayEnd = DispatchSemaphore(value: 0)
        // One connection to the former leader lives on while another thread of the pool finds the new one.
        async let held: Void = database.read { transaction in
            yield.yield(try transaction.row("SELECT pg_backend_pid()::bigint AS pid")?.int("pid") ?? 0)
            mayEnd.wait()
        }
        var pids = inside.makeAsyncIterator()
        let pid = try #require(await pids.next())
        try old.cluster.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'overtaken' AND pid <> \(pid)")
        try old.hide(true)
        try await database.expect(ids: [1])
        try old.hide(false)
        try new.cluster.run("INSERT INTO thing (id) VALUES (7)")
        mayEnd.signal()
        try await held
        try await withThrowingTaskGroup { group in
            for _ in 0..<32 { group.addTask { try await database.expect(ids: [1, 7]) } }
            try await group.waitForAll()
        }
        // The new leader takes no connections, and the old one does.
        try new.stop()
        await #expect(throws: DatabaseError.self) { try await database.expect(ids: [1]) }
        try new.start()
        try await database.expect(ids: [1, 7])
        try await database.close()
    }

    @Test("a wrong password is told as such, without it; a password that is changed later is asked for at the next connection")
    func wrongPassword() async throws {
        let own = try OwnCluster(like: try #require(TestCluster.current))
        defer { own.remove() }
        try own.cluster.run("ALTER ROLE gatehouse PASSWORD 'right'")
        try own.askForPasswords()
        try own.restart()
        let password = Mutex("wrong")
        let ways = [
            try own.cluster.configuration(own.cluster.connection) { $0.password = { Secret(password.withLock(\.self)) } },
            try own.cluster.configuration(own.cluster.connection + "&password=wrong"),
        ]
        for way in ways {
            let error = await #expect(throws: DatabaseError(.cannotOpen)) { try await PostgresDatabase.open(way, migrations: [.things]) }
            let text = try #require(error?.description)
            #expect(text.contains("the password of the database's user is wrong") && !text.contains("\n"))
        }
        password.withLock { $0 = "right" }
        let database = try await PostgresDatabase.open(ways[0], migrations: [.things])
        try await database.insert(1)
        try own.cluster.run("ALTER ROLE gatehouse PASSWORD 'other'", in: own.cluster.connection + "&password=right")
        password.withLock { $0 = "other" }
        try own.restart()
        try await database.expect(ids: [1])
        try await database.close()
    }

    @Test("no such database and one that sorts otherwise are refused")
    func refused() async throws {
        let cluster = try #require(TestCluster.current)
        let missing = cluster.connection.replacing("///postgres?", with: "///missing?")
        await #expect(throws: DatabaseError(.cannotOpen)) {
            try await PostgresDatabase.open(try cluster.configuration(missing), migrations: [])
        }
        try cluster.run("CREATE DATABASE sorted TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'")
        let sorted = cluster.connection.replacing("///postgres?", with: "///sorted?")
        let refusal = await #expect(throws: DatabaseError(.cannotOpen)) {
            try await PostgresDatabase.open(try cluster.configuration(sorted), migrations: [])
        }
        #expect(refusal?.description.contains("LOCALE 'C'") == true)
        try cluster.run("DROP DATABASE sorted")
    }

    @Test("a server's refusal is told by its code, and what it says isn't repeated")
    func refusal() async throws {
        let cluster = try #require(TestCluster.current)
        let server = try ScriptedServer(answering: ScriptedServer.message("E", Array("SFATAL\0VFATAL\0C28P01\0Mhush-hush\0\0".utf8)))
        defer { server.close() }
        let configuration = try cluster.configuration("postgres://u:secret@/postgres?host=\(server.directory)")
        let error = await #expect(throws: DatabaseError(.cannotOpen)) { try await PostgresDatabase.open(configuration, migrations: []) }
        let text = try #require(error?.description)
        #expect(text.contains("28P01") && !text.contains("hush") && !text.contains("secret"))
    }

    @Test("a server older than PostgreSQL 15 is refused")
    func tooOld() async throws {
        let cluster = try #require(TestCluster.current)
        let greeting =
            ScriptedServer.message("R", [0, 0, 0, 0]) + ScriptedServer.message("S", Array("server_version\014.20\0".utf8))
            + ScriptedServer.message("Z", Array("I".utf8))
        let server = try ScriptedServer(answering: greeting)
        defer { server.close() }
        let configuration = try cluster.configuration("postgres://u@/postgres?host=\(server.directory)")
        let error = await #expect(throws: DatabaseError(.cannotOpen)) { try await PostgresDatabase.open(configuration, migrations: []) }
        #expect(error?.description.contains("PostgreSQL 14; 15 is the oldest") == true)
    }

    @Test("wake-ups reach the other servers of a database, and not those of another schema")
    func wakeups() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let sender = try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things])
        let receiver = try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things])
        let stranger = try await cluster.database(migrations: [.things])
        let topic = Wakeup.Topic("things")
        let (heard, strange) = (BodyRuns(), BodyRuns())
        let subscriptions = [
            receiver.wakeups.subscribe(to: topic) { if $0 == "key ‹1›" { _ = heard.next() } },
            stranger.wakeups.subscribe(to: topic) { _ in _ = strange.next() },
        ]
        // Until the receiver listens, none comes.
        while heard.count == 0 { try await sender.write { $0.wake(topic, "key ‹1›") } }
        for database in [sender, receiver, stranger] { try await database.close() }
        #expect(strange.count == 0)
        withExtendedLifetime(subscriptions) {}
    }

    @Test("a statement that was prepared serves after another server has changed its table")
    func changedTable() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let database = try await PostgresDatabase.open(try cluster.configuration(string) { $0.connections = 1 }, migrations: [.things])
        try await database.insert(1)
        let read: @Sendable (any ReadTransaction) throws -> Row? = { try $0.row("SELECT * FROM thing") }
        let before = try #require(try await database.read(read))
        #expect(throws: DatabaseError(.missingColumn)) { try before.text("colour") }
        try cluster.run("ALTER TABLE thing ADD COLUMN colour TEXT DEFAULT 'red'", in: string)
        #expect(try await database.read(read)?.text("colour") == "red")
        try cluster.run("ALTER TABLE thing ADD COLUMN form TEXT DEFAULT 'round'", in: string)
        let form = try await database.write { try $0.row("SELECT * FROM thing")?.text("form") }
        #expect(form == "round")
        try await database.close()
    }
}
