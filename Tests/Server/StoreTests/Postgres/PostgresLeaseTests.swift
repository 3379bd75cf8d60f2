import PostgresTesting
import Store
import StorePostgres
import Testing

@Suite("PostgreSQL: work that one process does for all", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"))
struct PostgresLeaseTests {
    @Test("of several processes one does it, of each kind; when it closes, another does")
    func takeover() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let databases = try await [1, 2, 3].asyncMap { _ in
            try await PostgresDatabase.open(try cluster.configuration(string) { $0.connections = 1 }, migrations: [.things])
        }
        for work in BackgroundWork.allCases {
            for _ in 1...2 { #expect(try await databases.asyncMap { try await $0.leads(work) } == [true, false, false]) }
        }
        try await databases[0].close()
        // What was refused is asked for again after a second.
        let begun = ContinuousClock.now
        while try await !databases[1].leads(.notices) { #expect(ContinuousClock.now - begun < .seconds(10)) }
        for database in databases.dropFirst() { try await database.close() }
    }

    @Test("of servers that start together one does what comes first at a time, also after one that fails")
    func firstStart() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try cluster.newSchema()
        let database = try await PostgresDatabase.open(try cluster.configuration(string), migrations: [.things])
        let (running, done) = (BodyRuns(), BodyRuns())
        await #expect(throws: CancellationError.self) { try await database.firstStart { throw CancellationError() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    try await database.firstStart {
                        #expect(running.next() == done.count + 1)
                        try await database.insert(done.count)
                        _ = done.next()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(done.count == 4)
        try await database.close()
    }
}

extension Array where Element: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
