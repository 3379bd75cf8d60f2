package import Store
import StorePostgres
import Synchronization

/// Databases of the cluster that begin as a template. One that is no longer used is set back to its beginning for the next who wants one, which takes
/// a fraction of the time of a new one, and none of the disk.
package final class SpareDatabases: Sendable {
    /// Keeps the rows of all tables, those of a table in parts once, and makes a function that sets the tables back to them, in place of those of a
    /// template before.
    private static let keepBeginning = """
        DROP SCHEMA IF EXISTS beginning CASCADE;
        CREATE SCHEMA beginning;
        DO $$ DECLARE n TEXT; has BOOLEAN; BEGIN
            FOR n IN SELECT relname FROM pg_class
                WHERE relnamespace = CAST('public' AS regnamespace) AND relkind IN ('r', 'p') AND NOT relispartition LOOP
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
    private let template: String
    private let names = Mutex<[String]>([])

    /// Databases that begin as one that nothing has open.
    package init(_ cluster: TestCluster, from template: String) throws {
        self.cluster = cluster
        self.template = template
        try cluster.run(Self.keepBeginning, in: cluster.connection(to: template))
    }

    /// Databases with the tables of a schema, without rows.
    package convenience init(_ cluster: TestCluster, migrations: [Migration]) async throws {
        let name = try cluster.newDatabase(from: "template0")
        try await PostgresDatabase.open(try cluster.configuration(cluster.connection(to: name)), migrations: migrations).close()
        try self.init(cluster, from: name)
    }

    /// The name of a database that is as the template was.
    package func take() throws -> String {
        guard let name = names.withLock({ $0.popLast() }) else { return try cluster.newDatabase(from: template) }
        try reset(name)
        return name
    }

    /// Sets a database back to its beginning.
    ///
    /// Not by the engine: on a machine that has much to do, it takes longer than the engine lets a statement.
    func reset(_ name: String) throws { try cluster.run("SELECT beginning.reset()", in: cluster.connection(to: name)) }

    /// Takes back the name of a database that nothing uses any more.
    package func give(back name: String) { names.withLock { $0.append(name) } }
}
