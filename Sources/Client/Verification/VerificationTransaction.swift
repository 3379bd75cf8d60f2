public import Foundation
import Primitives
public import VerificationMessages

/// A transaction as the app knows it without asking the server.
public struct VerificationTransaction: Sendable, Equatable {
    /// Its id.
    public let id: UUID
    /// The state that was read last.
    public let status: VerificationStatus
    /// The parts that are asked for.
    public let requirements: [VerificationRequirement]
    /// The time until which data are taken, by the server's clock.
    public let dataExpires: Date
    /// The time at which the transaction ends, by the server's clock.
    public let expires: Date
    /// Whether a submission was begun that hasn't arrived yet; ``IdentityVerification/resume(push:)`` sends it.
    public let isPending: Bool

    init?(_ record: TransactionRecord, isPending: Bool) {
        guard let configuration = record.configuration else { return nil }
        id = configuration.transaction
        status = record.status
        requirements = configuration.requirements
        dataExpires = configuration.dataExpires
        expires = configuration.expires
        self.isPending = isPending
    }
}
