public import Foundation
import Primitives

/// The silent push that tells an app to read a transaction's report (`docs/protocols/verify.md` 8). It has no result in it, and may be
/// lost.
public struct VerificationNotice: Sendable, Equatable {
    /// The transaction.
    public var transaction: UUID

    /// Makes a notice of its transaction.
    public init(transaction: UUID) { self.transaction = transaction }

    /// The text of the push's member `gh` (`PushEnvelope.statement`): `verification:{id}`.
    public var text: String { Self.prefix + transaction.text }

    /// Reads ``text``; nil for another push.
    public init?(_ text: String) {
        guard text.utf8.count == Self.prefix.utf8.count + 36, text.utf8.starts(with: Self.prefix.utf8),
            let id = UUID(text: String(own: text.utf8.suffix(36)))
        else { return nil }
        transaction = id
    }

    private static let prefix = "verification:"
}
