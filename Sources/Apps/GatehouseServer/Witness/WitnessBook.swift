internal import Foundation
package import Primitives
internal import Store
package import TransparencyLog

/// A witness with its memory: the last checkpoint of each log that it watches, durable before a cosignature is given out. Two programs can't have
/// the same memory open, nor can one sign for two histories after a crash.
package final class WitnessBook: Sendable {
    private let database: any Database
    private let witness: Witness
    private let time: any TimeSource

    /// The key that verifies the cosignatures.
    package var key: NoteKey { witness.signer.key }

    private static let migrations = [
        Migration(
            id: 1, name: "witness",
            statements: [
                "CREATE TABLE witness_key (name TEXT NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (name))",
                "CREATE TABLE witness_seen (origin TEXT NOT NULL, size BIGINT NOT NULL, root BLOB NOT NULL, PRIMARY KEY (origin))",
            ])
    ]

    private init(_ database: any Database, _ witness: Witness, _ time: any TimeSource) {
        self.database = database
        self.witness = witness
        self.time = time
    }

    /// Opens a witness's memory, made with a new key where there is none.
    ///
    /// - Parameters:
    ///   - path: the file, which its owner alone may read.
    ///   - name: the witness's name, a URL without its scheme as a rule.
    ///   - logs: the keys of the logs that it watches; the name of a key is its log's.
    /// - Throws: ``ServerError`` for a name that can't be a key's; `DatabaseError`, also when another program has it open.
    package static func open(
        at path: String, name: String, logs: [NoteKey], time: any TimeSource = SystemTime(), random: any RandomSource = SystemRandom()
    ) async throws -> WitnessBook {
        let database = try await SQLiteDatabase.open(at: path, migrations: migrations)
        let fresh = random.bytes(32)
        let seed = try await database.write { transaction in
            try transaction.execute("INSERT INTO witness_key (name, seed) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING", name, fresh)
            return try transaction.row("SELECT seed FROM witness_key WHERE name = ?1", name)?.blob("seed") ?? fresh
        }
        do {
            let signer = try NoteSigner(name: name, kind: .cosignature, seed: Secret(bytes: seed))
            let witness = try Witness(signer: signer, logs: Dictionary(grouping: logs, by: \.name))
            return WitnessBook(database, witness, time)
        } catch {
            try await database.close()
            throw ServerError(.badFile, "\(name.prefix(128)) is no name for a witness: \(error.reason)")
        }
    }

    /// Cosigns a checkpoint, once what was seen is durable.
    ///
    /// - Parameter body: as a log sends it (c2sp.org/tlog-witness).
    /// - Returns: the lines of the cosignature.
    /// - Throws: `Witness.Refusal`; `DatabaseError`.
    package func cosign(_ body: [UInt8]) async throws -> [UInt8] {
        let request: WitnessRequest
        do { request = try WitnessRequest(parsing: body) } catch {
            throw Witness.Refusal.unreadable(error)
        }
        let (witness, now) = (witness, time.now)
        let decision = try await database.write { transaction in
            var failure: (any Error)?
            let decision = try witness.decide(
                request,
                latest: { origin in
                    do { return try Self.seen(origin, in: transaction) } catch {
                        failure = error
                        return nil
                    }
                }, at: now)
            // A checkpoint that can't be read isn't one that was never seen.
            if let failure { throw failure }
            try transaction.execute(
                """
                INSERT INTO witness_seen (origin, size, root) VALUES (?1, ?2, ?3)
                ON CONFLICT (origin) DO UPDATE SET size = ?2, root = ?3
                """, decision.checkpoint.origin, decision.checkpoint.size, decision.checkpoint.root.bytes)
            return decision
        }
        return NoteSignature.encoded([decision.cosignature])
    }

    private static func seen(_ origin: String, in transaction: any ReadTransaction) throws -> Checkpoint? {
        guard let row = try transaction.row("SELECT size, root FROM witness_seen WHERE origin = ?1", origin) else { return nil }
        guard let root = TreeHash(try row.blob("root")) else { throw DatabaseError(.corrupt, "a checkpoint that was kept has no root") }
        return try Checkpoint(origin: origin, size: Int(try row.int("size")), root: root)
    }

    /// Closes the memory.
    package func close() async throws { try await database.close() }
}
