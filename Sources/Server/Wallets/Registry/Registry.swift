import DeviceMessages
import Directory
package import Foundation
import Foundations
import Metrics
import Primitives
package import Store
import Synchronization
import TransparencyLog
package import VerifiableClaims
import WalletMessages

/// The registry: each realm's log of claims, expiries and keys (docs/protocols/claims.md 8). Entries are appended by the store's one writer, in the
/// transaction of what they tell.
package final class Registry: Sendable {
    let database: any Database
    let sealer: Sealer
    let time: any TimeSource
    let random: any RandomSource
    private let desk: WitnessDesk
    private let known = Mutex<[UUID: RegistryLog]>([:])
    private let press = CheckpointPress()

    init(_ platform: Platform) {
        database = platform.database
        sealer = platform.sealer
        time = platform.time
        random = platform.random
        desk = WitnessDesk(http: platform.http)
    }

    /// A checkpoint that is given out, with its signatures.
    struct Published: Sendable {
        let size: Int
        let note: SignedNote
    }

    /// The log of a site; one that is new gets its name and its key.
    func log(at site: WalletSite) async throws -> RegistryLog {
        let realm = site.realm.id
        if let log = known.withLock({ $0[realm] }) { return log }
        let log: RegistryLog
        if let kept = try await read(realm) { log = kept } else { log = try await make(at: site) }
        known.withLock { $0[realm] = log }
        return log
    }

    private func read(_ realm: UUID) async throws -> RegistryLog? {
        let row = try await database.read { try $0.row("SELECT origin, key FROM registry_logs WHERE realm = ?1", realm) }
        return try row.map { row in
            let seed = try sealer.open(try row.blob("key"), context: RegistryLog.context(realm))
            return RegistryLog(realm: realm, signer: try NoteSigner(name: try row.text("origin"), kind: .ed25519, seed: seed))
        }
    }

    private func make(at site: WalletSite) async throws -> RegistryLog {
        let (realm, origin) = (site.realm.id, site.origin)
        let key = try sealer.seal(Secret(bytes: random.bytes(32)), context: RegistryLog.context(realm))
        try await database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO registry_logs (realm, origin, key, size, published) VALUES (?1, ?2, ?3, 0, -1)
                ON CONFLICT (realm) DO NOTHING
                """, realm, origin, key)
        }
        guard let log = try await read(realm) else { throw DeviceError(.server, "the log that was just made is gone") }
        return log
    }

    /// The log as clients get it described.
    func description(at site: WalletSite) async throws -> LogDescription {
        let (log, settings) = (try await self.log(at: site), site.settings)
        return LogDescription(
            origin: log.origin, keys: [log.signer.key], witnesses: settings.witnesses.map(\.key),
            quorum: settings.walletWitnessQuorum)
    }

    /// Appends an entry in the transaction of what it tells, and returns its number. The log must be there (``log(at:)``).
    package static func append(_ entry: RegistryEntry, realm: UUID, in transaction: any WriteTransaction) throws -> Int {
        try StoredTree.append(entry.encoded, realm: realm, in: transaction)
    }

    /// The newest checkpoint that is given out, once it has so many entries.
    ///
    /// - Throws: ``/DeviceMessages/DeviceError`` `.server` when too few witnesses cosign.
    func checkpoint(covering count: Int, at site: WalletSite) async throws -> Published {
        let realm = site.realm.id
        return try await press.checkpoint(of: realm) {
            try await self.published(realm, covering: count)
        } making: {
            try await self.publish(at: site)
        }
    }

    private func published(_ realm: UUID, covering count: Int = 0) async throws -> Published? {
        let row = try await database.lookUp { transaction in
            try transaction.row(
                "SELECT checkpoint, published FROM registry_logs WHERE realm = ?1 AND published >= ?2", realm, count)
        }
        guard let row, let note = try row.optionalBlob("checkpoint") else { return nil }
        return Published(size: Int(try row.int("published")), note: try SignedNote(parsing: note))
    }

    /// Signs a checkpoint of all entries that there are, has it cosigned, and keeps it.
    private func publish(at site: WalletSite) async throws -> Published {
        let log = try await log(at: site)
        let (realm, settings, now) = (site.realm.id, site.settings, time.now)
        let (checkpoint, older) = try await database.read { transaction -> (Checkpoint, Int) in
            let size = try StoredTree.size(realm, in: transaction)
            let root = try LogTree(size: size, reader: StoredTree(realm: realm, transaction: transaction)).root()
            let older = try transaction.row("SELECT published FROM registry_logs WHERE realm = ?1", realm)?.int("published") ?? -1
            return (try Checkpoint(origin: log.origin, size: size, root: root), Int(max(older, 0)))
        }
        var note = try checkpoint.note()
        note.signatures = [try log.signer.sign(note.text, at: now)]
        let cosignatures = await desk.cosignatures(of: note, from: settings.witnesses, older: older) { [database] older in
            try await database.read { transaction in
                let tree = LogTree(size: checkpoint.size, reader: StoredTree(realm: realm, transaction: transaction))
                return try tree.consistencyProof(from: older).path
            }
        }
        guard Set(cosignatures.map(\.name)).count >= settings.walletWitnessQuorum else {
            throw DeviceError(.server, "too few witnesses cosign the log's checkpoint just now; try again")
        }
        note.signatures += cosignatures
        let published = Published(size: checkpoint.size, note: note)
        try await database.write { transaction in
            try transaction.execute(
                "UPDATE registry_logs SET checkpoint = ?2, published = ?3 WHERE realm = ?1 AND published <= ?3", realm,
                published.note.encoded, published.size)
        }
        return published
    }

    /// Entries with their proofs, all under one checkpoint.
    func prove(_ numbers: [Int], at site: WalletSite) async throws -> [LoggedEntry] {
        let realm = site.realm.id
        let published = try await checkpoint(covering: (numbers.max() ?? -1) + 1, at: site)
        return try await database.read { transaction in
            let tree = LogTree(size: published.size, reader: StoredTree(realm: realm, transaction: transaction))
            return try numbers.map { number in
                guard let bytes = try StoredTree.entry(number, realm: realm, in: transaction) else {
                    throw DeviceError(.server, "the log lacks an entry")
                }
                let proof = try tree.inclusionProof(of: number)
                return LoggedEntry(
                    entry: try RegistryEntry(bytes), proof: LogProof(index: number, path: proof.path, checkpoint: published.note))
            }
        }
    }

    /// The checkpoint that is given out, as it is sent.
    package func checkpoint(at site: WalletSite) async throws -> [UInt8] {
        _ = try await log(at: site)
        return try await checkpoint(covering: 0, at: site).note.encoded
    }

    /// The bytes of a tile or a bundle of entries.
    /// - Throws: ``/DeviceMessages/DeviceError`` `.notFound` beyond the checkpoint that is given out.
    package func tile(_ path: String, at site: WalletSite) async throws -> [UInt8] {
        let missing = DeviceError(.notFound, "the log has no such tile")
        guard let address = try? TileAddress(path: path), let size = try await published(site.realm.id)?.size else { throw missing }
        let bytes = try await database.read { transaction in
            try StoredTree(realm: site.realm.id, transaction: transaction).tile(address, of: size)
        }
        guard let bytes else { throw missing }
        return bytes
    }

    /// Counts an entry in the metrics.
    static func count(_ kind: String) { Counter(label: "registry_entries_total", dimensions: [("kind", kind)]).increment() }
}
