import PostgresTesting
import Primitives
import Services
import StorePostgres
import Testing

/// Holds PostgreSQL's plans to what ``QueryPlanTests`` holds SQLite's: a statement finds its rows by an index, however many users there
/// are.
///
/// The planner has statistics of 100 000 users and of some thousand rows of each other table, in three realms, and plans for values that it
/// doesn't know. As in the server's sessions, it takes an index wherever one serves.
@Suite("Each statement finds its rows by an index on PostgreSQL", .enabled(if: TestCluster.current != nil, "no PostgreSQL was tested"))
struct PostgresPlanTests {
    private static let (users, others) = (100_000, 3_000)

    /// The statements that read much here and little on SQLite, by their beginnings.
    private static let wanted: KeyValuePairs = [
        "DELETE FROM orchestration_sessions WHERE (realm, flow) IN": "a sweep, planned for a third of all requests",
        "DELETE FROM notification_counts WHERE ( realm,": "a sweep, planned for a third of all counts",
        "DELETE FROM wallet_counts WHERE ( realm,": "a sweep, planned for a third of all counts",
        "DELETE FROM quota_counts WHERE ( realm,": "a sweep, planned for a third of all counts",
        "SELECT realm, installation FROM pingid_installations p WHERE": "a sweep, planned for a third of all installations",
    ]

    @Test("no statement reads a table that grows, or all of a realm in it", .timeLimit(.minutes(10)))
    func plans() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try await Self.filled(cluster)
        let partial = Set(try cluster.run(Self.partialIndexes, in: string))
        var (planned, found) = (0, [String]())
        for statement in try QueryPlanTests.statements() where !QueryPlanTests.isWanted(statement) {
            guard !Self.wanted.contains(where: { statement.hasPrefix($0.key) }), let plan = try Self.plan(of: statement, cluster, string)
            else { continue }
            planned += 1
            found += Self.long(plan, partial).map { "\($0): \(statement)" }
        }
        #expect(planned > 450)
        #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }

    @Test("one that does is found")
    func finds() async throws {
        let cluster = try #require(TestCluster.current)
        let string = try await Self.filled(cluster)
        for statement in ["SELECT * FROM users WHERE username = ?1", "DELETE FROM devices WHERE realm = ?1"] {
            let plan = try #require(try Self.plan(of: statement, cluster, string))
            #expect(Self.long(plan, []).count == 1)
        }
    }

    /// The indexes that have some rows alone: a statement that goes through one asks for these.
    private static let partialIndexes = """
        SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indpred IS NOT NULL
        """

    /// A database with the schema, with rows in all its tables, and with statistics of them.
    private static func filled(_ cluster: TestCluster) async throws -> String {
        let string = try cluster.newSchema()
        try await PostgresDatabase.open(
            try cluster.configuration(string), migrations: Schema.migrations, partitioned: Schema.partitioned
        ).close()
        try cluster.run(
            """
            SET synchronous_commit = off;
            DO $$ DECLARE t TEXT; names TEXT; given TEXT; BEGIN
                FOR t IN SELECT relname FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace)
                    AND relkind IN ('r', 'p') AND NOT relispartition LOOP
                    SELECT string_agg(column_name, ','), string_agg(
                        CASE WHEN column_name = 'realm' THEN '''realm'' || i % 3'
                            WHEN data_type = 'text' THEN '''text'' || i' WHEN data_type = 'bytea' THEN 'decode(md5(i::text), ''hex'')'
                            ELSE 'i' END, ',')
                    INTO names, given FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = t;
                    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM generate_series(1, %s) i ON CONFLICT DO NOTHING', t, names, given,
                        CASE t WHEN 'users' THEN \(users) ELSE \(others) END);
                    EXECUTE format('ANALYZE %I', t);
                END LOOP;
            END $$
            """, in: string)
        return string
    }

    /// The plan of a statement; nil for what is no whole one.
    private static func plan(of statement: String, _ cluster: TestCluster, _ string: String) throws -> JSONValue? {
        let native = NativeText.of(text: statement)
        let numbers = statement.matches(of: #/\?(\d+)/#).compactMap { Int(decimal: $0.1) }
        let values = Array(repeating: "NULL", count: numbers.max() ?? 0)
        let arguments = values.isEmpty ? "" : "(\(values.joined(separator: ",")))"
        let lines = try? cluster.run(
            """
            SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan; PREPARE statement AS \(native);
            EXPLAIN (FORMAT JSON) EXECUTE statement\(arguments)
            """, in: string)
        guard let lines else { return nil }
        return try JSONValue(parsing: lines.joined(separator: "\n")).array?.first?["Plan"]
    }

    /// The steps of a plan that go through a table that grows, or through a realm in it.
    private static func long(_ plan: JSONValue, _ partial: Set<String>, of heap: String? = nil) -> [String] {
        let (kind, table) = (plan["Node Type"]?.string ?? "", plan["Relation Name"]?.string ?? heap ?? "")
        let (index, condition) = (plan["Index Name"]?.string ?? "", plan["Index Cond"]?.string)
        let isWhole = condition.map { $0.hasPrefix("(realm = ") && !$0.contains(" AND ") } ?? !partial.contains(index)
        let isLong = kind == "Seq Scan" || kind.contains("Index") && isWhole
        let own =
            isLong && !QueryPlanTests.small.contains(table) && !table.hasPrefix("store_") && !table.hasPrefix("pg_")
            && table != "schema_lease"
        let below = (plan["Plans"]?.array ?? []).flatMap { long($0, partial, of: kind == "Bitmap Heap Scan" ? table : nil) }
        return (own ? ["\(kind) of \(table) by \(index) \(condition ?? "")"] : []) + below
    }
}
