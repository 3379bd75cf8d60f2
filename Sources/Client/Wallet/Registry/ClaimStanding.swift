public import Foundation
import Primitives

/// The log's word on a claim, proved under one checkpoint.
public struct ClaimStanding: Sendable, Equatable {
    /// The time of the claim's registration, which is that of its issue.
    public let registered: Date
    /// The earliest time from which its issuer has said that the claim isn't good; nil for none.
    public let statedExpiry: Date?
    /// The number of entries in the log when it was asked.
    public let logSize: Int
    /// The time when the log was asked.
    public let asOf: Date

    /// Whether the issuer's statement counts at a moment.
    public func isRevoked(at now: Date) -> Bool { statedExpiry.map { now >= $0 } ?? false }
}
