import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Primitives
import Store
import TransparencyLog
import VerifiableClaims
package import WalletMessages

extension Wallets {
    /// The number of seconds by which the time of an entry may differ from the server's.
    private static let tolerance: TimeInterval = 300

    /// Registers a claim or an expiry of the caller's, and returns the entry with its proof. The same again has the same entry.
    ///
    /// - Throws: `.policy` for a time that is off; `.conflict` for another issuer's claim; `.notFound` for the expiry of a claim that the caller
    ///   hasn't registered; `.invalidProof` for a statement that isn't the caller's; `.full` and `.rateLimited` for too many.
    package func append(_ registration: LogRegistration, by issuer: WalletInstance, at site: WalletSite) async throws -> LoggedEntry {
        _ = try await registry.log(at: site)
        let (entry, kind) = try await entry(of: registration, by: issuer)
        let (now, settings, realm) = (time.now, site.settings, site.realm.id)
        let (number, isNew) = try await database.write { [self] transaction -> (Int, Bool) in
            try transaction.hold(HeldName("registry claims", realm, entry.dataHash))
            let rows = try transaction.rows(
                "SELECT number, kind, issuer FROM registry_claims WHERE realm = ?1 AND hash = ?2 ORDER BY number", realm, entry.dataHash)
            if let known = try Self.number(of: entry, kind, among: rows, by: issuer, in: transaction) { return (known, false) }
            guard abs(entry.time.timeIntervalSince(now)) <= Self.tolerance else {
                throw DeviceError(.policy, "an entry's time is at most \(Int(Self.tolerance)) seconds from the server's")
            }
            try WalletAllowance.takeEntry(settings, by: issuer, at: now, in: transaction)
            let number = try Registry.append(entry.entry, realm: realm, in: transaction)
            try transaction.execute(
                "INSERT INTO registry_claims (realm, hash, number, kind, issuer) VALUES (?1, ?2, ?3, ?4, ?5)", realm, entry.dataHash,
                number,
                kind.rawValue, issuer.id.text)
            try audit.append(
                kind == .claim ? .walletClaimRegistered : .walletClaimExpired,
                ["instance": .string(issuer.id.text), "claim": .string(entry.dataHash)], at: now, realm: realm, in: transaction)
            return (number, true)
        }
        if isNew { Registry.count(kind.rawValue) }
        guard let logged = try await registry.prove([number], at: site).first else { throw DeviceError(.server, "the log lacks an entry") }
        return logged
    }

    /// The entries of the log about a claim.
    /// - Throws: `.notFound` for one that isn't registered.
    package func status(of dataHash: String, at site: WalletSite) async throws -> ClaimStatus {
        let realm = site.realm.id
        let numbers = try await database.read { transaction in
            try transaction.rows("SELECT number FROM registry_claims WHERE realm = ?1 AND hash = ?2 ORDER BY number", realm, dataHash)
                .map { Int(try $0.int("number")) }
        }
        let logged = try await numbers.isEmpty ? [] : registry.prove(numbers, at: site)
        guard let registration = logged.first else { throw DeviceError(.notFound, "no claim of this hash is registered") }
        return ClaimStatus(registration: registration, expiries: Array(logged.dropFirst()))
    }

    /// The kind of a row of `registry_claims`.
    private enum Kind: String { case claim = "cred", expiry = "exp" }

    /// An entry about a claim, with what is asked of it.
    private struct ClaimEntry: Sendable {
        let entry: RegistryEntry
        let dataHash: String
        let time: Date
    }

    private func entry(of registration: LogRegistration, by issuer: WalletInstance) async throws -> (ClaimEntry, Kind) {
        switch registration {
        case .claim(let hash, let time):
            return (ClaimEntry(entry: .claim(dataHash: hash, issuer: issuer.id.text, at: time), dataHash: hash, time: time), .claim)
        case .expiry(let text):
            let keys = VerificationKeys(try await signingKeys(of: issuer).compactMap { try? VerificationKey($0) })
            let statement: ClaimExpiry
            do { statement = try ClaimExpiry(text, by: issuer.id.text, keys: keys, at: time.now) } catch {
                throw DeviceError(.invalidProof, error.reason)
            }
            let entry = RegistryEntry.expiry(
                dataHash: statement.dataHash, issuer: issuer.id.text, expires: statement.expires, at: statement.issuedAt)
            return (ClaimEntry(entry: entry, dataHash: statement.dataHash, time: statement.issuedAt), .expiry)
        }
    }

    /// The number of an entry that was appended before; nil for one that may be appended now.
    private static func number(
        of entry: ClaimEntry, _ kind: Kind, among rows: [Row], by issuer: WalletInstance, in transaction: any ReadTransaction
    ) throws -> Int? {
        guard let first = rows.first else {
            guard kind == .claim else { throw DeviceError(.notFound, "the caller has registered no claim of this hash") }
            return nil
        }
        guard try first.text("issuer") == issuer.id.text else {
            throw kind == .claim
                ? DeviceError(.conflict, "another issuer has registered this hash")
                : DeviceError(.notFound, "the caller has registered no claim of this hash")
        }
        if kind == .claim { return Int(try first.int("number")) }
        for row in rows.dropFirst() {
            let number = Int(try row.int("number"))
            if try StoredTree.entry(number, realm: issuer.realm, in: transaction) == entry.entry.encoded { return number }
        }
        guard rows.count <= ClaimStatus.mostExpiries else {
            throw DeviceError(.full, "a claim has at most \(ClaimStatus.mostExpiries) expiries")
        }
        return nil
    }
}
