internal import Primitives
internal import Store

/// The right to do something with a database that one process does at a time, such as changing its schema: a row that names its holder and expires.
///
/// Each step's transaction renews it and fails when another has it, so that a process which was away for too long changes nothing.
struct ExclusiveLease: Sendable {
    /// The statement that makes the table.
    static let table: SQL = """
        CREATE TABLE IF NOT EXISTS schema_lease (id BIGINT PRIMARY KEY, holder TEXT NOT NULL, expires BIGINT NOT NULL)
        """
    /// The longest wait for another process's steps.
    private static let patience = Duration.seconds(3600)

    // The server's clock alone: those of the nodes may differ.
    private static let take: SQL = """
        INSERT INTO schema_lease (id, holder, expires) VALUES (?2, ?1, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 60000)
        ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
        WHERE schema_lease.expires < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)
        """
    private static let renew: SQL = """
        UPDATE schema_lease SET expires = CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 60000 WHERE id = ?2 AND holder = ?1
        """
    private static let release: SQL = "UPDATE schema_lease SET expires = 0 WHERE id = ?2 AND holder = ?1"

    /// The name of its holder, which no other has.
    private let holder: String

    private let purpose: Purpose

    /// The things that one process does at a time, by their rows.
    enum Purpose: Int64, CaseIterable {
        case schema = 1
        case firstStart = 2
    }

    /// - Parameter node: the name of the process, which goes before the colon of the holder's.
    init(_ random: any RandomSource, for purpose: Purpose = .schema, of node: String) {
        holder = "\(node):\(random.token(16))"
        self.purpose = purpose
    }

    /// Waits until no other process has it, and takes it for a minute.
    ///
    /// - Throws: ``DatabaseError/Code/inUse`` when others have had it for an hour; ``DatabaseError`` when the server can't be asked.
    func take(in database: some Database) async throws {
        let deadline = WaitLimit.after(Self.patience)
        while true {
            do {
                if try await database.write({ [holder, purpose] in try $0.execute(Self.take, holder, purpose.rawValue) }) == 1 { return }
            } catch let error as DatabaseError where error.code == .busy {}  // its row is locked by a step that takes long
            guard !deadline.isPast else { throw Self.taken }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Gives it back.
    func release(in database: some Database) async throws {
        _ = try await database.write { [holder, purpose] in try $0.execute(Self.release, holder, purpose.rawValue) }
    }

    /// Renews it in a step's transaction.
    ///
    /// - Throws: ``DatabaseError/Code/inUse`` when another process has it.
    func renew(in transaction: any WriteTransaction) throws {
        guard try transaction.execute(Self.renew, holder, purpose.rawValue) == 1 else { throw Self.taken }
    }

    private static var taken: DatabaseError { DatabaseError(.inUse, "another server is changing the database's schema") }
}
