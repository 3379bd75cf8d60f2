internal import Primitives
internal import Store
internal import Synchronization

/// The work of which this process does that of all processes over a database: rows that name their holder and expire, as of ``ExclusiveLease``.
final class WorkLeases: Sendable {
    // The server's clock alone: those of the nodes may differ.
    private static let take: SQL = """
        INSERT INTO schema_lease (id, holder, expires) VALUES (?2, ?1, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT) + 15000)
        ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
        WHERE schema_lease.holder = excluded.holder
            OR schema_lease.expires < CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)
        """
    private static let release: SQL = "UPDATE schema_lease SET expires = 0 WHERE holder = ?1"
    /// The time for which an answer is remembered: half of a lease's life, and less when it is another's.
    private static let (held, refused) = (Duration.seconds(7), Duration.seconds(1))

    private let holder: String
    private let known = Mutex<[BackgroundWork: (isHeld: Bool, until: WaitLimit)]>([:])

    /// - Parameter node: the name of the process, which goes before the colon of the holder's.
    init(_ random: any RandomSource, of node: String) { holder = "\(node):\(random.token(16))" }

    /// Takes the lease of a kind of work when no other process has it; true when this one has it then.
    func has(_ work: BackgroundWork, in database: PostgresDatabase) async throws -> Bool {
        if let known = known.withLock({ $0[work] }), !known.until.isPast { return known.isHeld }
        // Counted from before the row was written.
        let (held, refused) = (WaitLimit.after(Self.held), WaitLimit.after(Self.refused))
        let isHeld = try await database.write(isFenced: false) { [holder] in try $0.execute(Self.take, holder, work.rawValue) } == 1
        known.withLock { $0[work] = (isHeld, isHeld ? held : refused) }
        return isHeld
    }

    /// Gives all of them back, so that other processes needn't wait.
    func release(in database: PostgresDatabase) async {
        let isAny = known.withLock { known in
            defer { known = [:] }
            return known.values.contains { $0.isHeld }
        }
        guard isAny else { return }
        // They expire by themselves.
        _ = try? await database.write(isFenced: false) { [holder] in try $0.execute(Self.release, holder) }
    }
}
