import DeviceMessages
import Directory
import Foundation
import Foundations
import JOSE
import Primitives
import Store
package import VerificationMessages

extension Verifications {
    /// The numbers of wrong codes in a minute: from one network address, of one app, in a realm.
    private static let (mostFromAddress, mostByApp, mostInRealm) = (20, 10, 600)

    /// Begins a transaction by its code. The same call by the same key is answered again.
    ///
    /// - Throws: `DeviceError` `.notFound` for a code that isn't known, is used, is over, or is another realm's, which isn't told apart;
    ///   `.rateLimited` when too many codes were tried; `.malformed` when one key is to serve both uses.
    package func start(
        _ start: VerificationStart, by sender: IntroducedVerificationRequest, from address: String, at site: VerificationSite
    ) async throws -> VerificationConfiguration {
        guard start.agreement.thumbprintText != sender.key.thumbprint else {
            throw DeviceError(.malformed, "enc is another key than the one that signs")
        }
        var holder = TransactionHolder(id: sender.key.thumbprint, key: sender.key.key, push: start.push)
        holder.details["application"] = start.application.map(JSONValue.string)
        holder.details["osType"] = start.system.map(JSONValue.string)
        let keys = try await keys(at: site)
        let stored = try await give(start.code, to: holder, from: address, at: site)
        return try configuration(of: stored, keys, at: time.now)
    }

    /// Gives the transaction of a code to its holder, who counts as the same when the code comes again before a submission.
    /// - Throws: `DeviceError` `.notFound` and `.rateLimited` as ``start(_:by:from:at:)`` does.
    func give(
        _ code: Secret, to holder: TransactionHolder, from address: String, at site: VerificationSite
    ) async throws -> StoredVerification {
        let (realm, now) = (site.realm.id, time.now)
        let attempt = Throttle.Attempt(
            [
                ("verification code", .address(address), Self.mostFromAddress),
                ("verification code by", .installation(holder.id), Self.mostByApp),
                ("verification codes", .everybody, Self.mostInRealm),
            ], realm: realm, at: now)
        guard try await database.write({ try attempt.isAllowed(in: $0) }) else {
            throw DeviceError(.rateLimited, "too many codes were tried; wait a minute")
        }
        return try await database.write { [self] transaction in
            let found = try begun(code, by: holder, realm: realm, at: now, in: transaction)
            try attempt.forgive(in: transaction)
            guard found.isNew else { return found.stored }
            var details = holder.details
            details["transaction"] = .string(found.stored.id.text)
            try audit.append(.verificationInitiated, details, at: now, realm: realm, user: found.stored.user, in: transaction)
            return found.stored
        }
    }

    /// The transaction that a holder has begun by a code, and that takes data; nil for none.
    func begunBefore(
        _ code: Secret, by holder: TransactionHolder, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> StoredVerification? {
        guard let found = try open(code, realm: realm, at: now, in: transaction), found.isBegun(by: holder) else { return nil }
        return found
    }

    private func begun(
        _ code: Secret, by holder: TransactionHolder, realm: UUID, at now: Date, in transaction: any WriteTransaction
    ) throws -> (stored: StoredVerification, isNew: Bool) {
        let found = try open(code, realm: realm, at: now, in: transaction)
        if let found, found.isBegun(by: holder) { return (found, false) }
        guard let found, found.status == .requested else {
            throw DeviceError(.notFound, "there is no verification of this code")
        }
        // Of two holders who begin at once, one finds it begun.
        let isFirst =
            try transaction.execute(
                """
                UPDATE verifications SET status = ?3, app = ?4, app_key = ?5, push = ?6, updated = ?7
                WHERE realm = ?1 AND id = ?2 AND status = ?8
                """, realm, found.id, VerificationStatus.initiated.rawValue, holder.id, holder.key.map { JSONValue($0).text },
                holder.push?.json.text, now, VerificationStatus.requested.rawValue) == 1
        guard isFirst else { throw DeviceError(.notFound, "there is no verification of this code") }
        return (try StoredVerification.required(found.id, of: found.user, realm: realm, in: transaction), true)
    }

    /// The transaction of a code that takes data still, begun or not; nil for none.
    private func open(
        _ code: Secret, realm: UUID, at now: Date, in transaction: any ReadTransaction
    ) throws -> StoredVerification? {
        for hash in codes[realm].hashes(code) {
            let row = try transaction.row("SELECT * FROM verifications WHERE realm = ?1 AND code = ?2", realm, hash, keeping: .changed)
            guard let found = try row.map({ try StoredVerification($0) }) else { continue }
            return now < found.dataExpires && !found.isDecided ? found : nil
        }
        return nil
    }

    private func configuration(
        of stored: StoredVerification, _ keys: VerificationServiceKeys, at now: Date
    ) throws -> VerificationConfiguration {
        guard let signing = keys.signing.publicKey, let agreement = keys.agreement.publicKey else {
            throw DeviceError(.server, "the service has no public keys")
        }
        return VerificationConfiguration(
            transaction: stored.id, signing: signing, agreement: agreement, requirements: stored.policy.requirements,
            token: token(of: stored), serverTime: now, dataExpires: stored.dataExpires, expires: stored.expires)
    }

    /// The token that the next submission of a transaction spends. It follows from the transaction, and is stored nowhere.
    func token(of stored: StoredVerification) -> Secret { Secret(Base64URL.encode(tokens[stored.realm].hash(Self.tokenText(stored)))) }

    /// Whether a token is the one that the next submission spends.
    func isToken(_ token: Secret, of stored: StoredVerification) -> Bool {
        guard let hash = token.withBytes({ Base64URL.decode(utf8: Array($0)) }) else { return false }
        return tokens[stored.realm].isHash(hash, of: Self.tokenText(stored))
    }

    private static func tokenText(_ stored: StoredVerification) -> [UInt8] {
        Array("\(stored.id.text)/\(stored.app ?? "")/\(stored.submissions + 1)".utf8)
    }
}

extension StoredVerification {
    /// Whether a holder has begun it, and it waits for the data.
    fileprivate func isBegun(by holder: TransactionHolder) -> Bool {
        status == .initiated && app?.isExactly(holder.id) == true
    }
}
