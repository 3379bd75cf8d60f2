import DeviceFoundation
import Foundation
import JOSE
import Primitives
import VerifiableClaims
public import VerificationMessages

extension IdentityVerification {
    /// Reads the state of the transaction from the server. Claims of a success are verified by the service's key, and kept.
    /// - Throws: ``VerificationError/Code/noTransaction``; ``VerificationError/Code/issuedClaim(_:)``; ``VerificationError`` of key store,
    ///   store and server.
    public func report() async throws(VerificationError) -> VerificationReport { try await readReport() }

    /// Reads the state when a push is the notice of this transaction; nil for every other push.
    /// - Parameter statement: the text of the push's member `gh`.
    /// - Throws: as ``report()``.
    public func report(for statement: String) async throws(VerificationError) -> VerificationReport? {
        try await isNotice(statement) ? try await readReport() : nil
    }

    /// Whether a push is the notice of this transaction. No network is used.
    /// - Parameter statement: the text of the push's member `gh`.
    /// - Throws: ``VerificationError/Code/storage``.
    public nonisolated func isNotice(_ statement: String) async throws(VerificationError) -> Bool {
        guard let notice = VerificationNotice(statement) else { return false }
        return try await transaction?.id == notice.transaction
    }

    nonisolated func readReport() async throws(VerificationError) -> VerificationReport {
        guard let record = try await book.transaction(), let configuration = record.configuration else { throw Self.noTransaction }
        return try await take(try await fetchReport(record, configuration))
    }

    nonisolated func fetchReport(
        _ record: TransactionRecord, _ configuration: VerificationConfiguration
    ) async throws(VerificationError) -> VerificationReport {
        let address = VerificationAddresses(base: record.base).verification(configuration.transaction)
        return try report(try await channel.call(.get, address, as: record.keys), of: configuration.transaction)
    }

    nonisolated func report(_ response: HTTPResponse, of transaction: UUID) throws(VerificationError) -> VerificationReport {
        let report = try VerificationChannel.read(response, VerificationReport.init(json:))
        guard report.transaction == transaction else {
            throw VerificationError(.malformedAnswer, "the server's report is of another transaction")
        }
        return report
    }

    /// Keeps what a report says: its claims, once they are verified, and the state.
    nonisolated func take(_ report: VerificationReport) async throws(VerificationError) -> VerificationReport {
        guard let record = try await book.transaction(), let configuration = record.configuration,
            configuration.transaction == report.transaction
        else { return report }
        let pending = try await book.submission(of: report.transaction)
        let documents = pending?.isSent == true ? pending?.documents : record.arrived?.documents
        let time = try await channel.checkingTime()
        for token in report.claims {
            let claim: VerifiedClaim
            do {
                claim = try Self.verify(token, signing: configuration.signing, app: record.keys.thumbprint, at: time)
            } catch {
                throw VerificationError(.issuedClaim(error.code), "a claim isn't the service's: \(error.reason)", underlying: error)
            }
            let kept = KeptClaim(
                claim: claim.claim, token: token, documents: documents ?? [], base: record.base,
                issuerKey: configuration.signing.thumbprintText, keys: record.keys)
            try await book.write(kept.json, .claims, claim.claim.head.dataHash)
        }
        // The token of a submission that is under way stays what it is sent with.
        let token = pending == nil ? report.token : record.token
        try await book.update(report.transaction) { record in
            record.status = report.status
            record.token = token
        }
        return report
    }
}
