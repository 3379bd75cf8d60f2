import Store
import StorePostgres
import Synchronization

/// A database of the cluster of which tests have copies. A copy that no test has any more is set back to its beginning and used again, which
/// takes a fraction of the time of a new one, and none of the disk.
final class TemplateDatabase: Sendable {
    /// A copy with its open connections.
    typealias Copy = (name: String, database: PostgresDatabase)

    /// The copies that are kept; others are closed.
    private static let mostKept = 4

    /// Keeps the rows of all tables, and makes a function that sets the tables back to them.
    private static let keepBeginning = """
        CREATE SCHEMA beginning;
        DO $$ DECLARE n TEXT; has BOOLEAN; BEGIN
            FOR n IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
                EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', n) INTO has;
                IF has THEN EXECUTE format('CREATE TABLE beginning.%I AS TABLE public.%I', n, n); END IF;
            END LOOP;
        END $$;
        CREATE FUNCTION beginning.reset() RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE n TEXT; BEGIN
            FOR n IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP EXECUTE format('DELETE FROM public.%I', n); END LOOP;
            FOR n IN SELECT tablename FROM pg_tables WHERE schemaname = 'beginning' LOOP
                EXECUTE format('INSERT INTO public.%I SELECT * FROM beginning.%I', n, n);
            END LOOP;
            RETURN 1;
        END $$;
        """

    private let cluster: TestCluster
    private let name: String
    private let migrations: [Migration]
    private let kept = Mutex<[Copy]>([])

    /// Makes a template of a database that nothing has open.
    init(_ cluster: TestCluster, _ name: String, migrations: [Migration]) throws {
        self.cluster = cluster
        self.name = name
        self.migrations = migrations
        try cluster.run(Self.keepBeginning, in: cluster.connection(to: name))
    }

    /// A database that begins as this one.
    func copy() async throws -> LentDatabase {
        if let copy = kept.withLock({ $0.popLast() }) {
            // On a machine that has much to do, it takes longer than the engine lets a statement.
            try cluster.run("SELECT beginning.reset()", in: cluster.connection(to: copy.name))
            return LentDatabase(copy, of: self)
        }
        let name = try cluster.newDatabase(from: name)
        let configuration = try cluster.configuration(cluster.connection(to: name))
        return LentDatabase((name, try await PostgresDatabase.open(configuration, migrations: migrations)), of: self)
    }

    /// Takes back a copy that its test has left open.
    func take(back copy: Copy) {
        kept.withLock { kept in if kept.count < Self.mostKept { kept.append(copy) } }
    }
}
