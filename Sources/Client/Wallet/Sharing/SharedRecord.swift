public import Foundation
import Primitives
import VerifiableClaims

/// A share that the user has agreed to: when, with whom, and which keys. Values aren't kept.
public struct SharedRecord: Sendable, Equatable {
    /// The message's id.
    public let id: UUID
    /// The time of the share.
    public let at: Date
    /// The recipient's id.
    public let recipient: UUID
    /// The recipient's words of why it asked; nil for none.
    public let purpose: String?
    /// The keys that were shared.
    public let keys: [String]
    /// The reason for which it will never be delivered; nil for one that was sent, or still waits.
    public let failure: String?
}

extension Wallet {
    /// The shares that the user has agreed to, the newest first. No network is used.
    public nonisolated var history: [SharedRecord] {
        get async throws(WalletError) {
            try await book.records(.history).compactMap { SharedRecord($0.record) }.sorted { $0.at > $1.at }
        }
    }

    /// Removes what is kept of all shares.
    /// - Throws: ``WalletError/Code/storage``.
    public nonisolated func clearHistory() async throws(WalletError) {
        for key in try await book.keys(.history) { try await book.delete(.history, key) }
    }

    nonisolated func noteHistory(_ content: EnvelopeContent, _ question: ShareQuestion) async throws(WalletError) {
        var members: JSONObject = [
            "id": .string(content.id.text), "at": .integer(content.issuedAt.secondsSince1970), "recipient": .string(content.recipient.text),
            "keys": .array(question.items.flatMap(\.fields).map { .string($0.key) }),
        ]
        members["purpose"] = question.purpose.map(JSONValue.string)
        try await book.write(members, .history, content.id.text)
    }

    /// Notes with a share, where the message is one, that it won't be delivered.
    nonisolated func noteFailure(of message: UUID, _ reason: String) async throws(WalletError) {
        try await book.update(.history, message.text) { record in
            if record != nil { record?["failure"] = .string(reason) }
        }
    }
}

extension SharedRecord {
    fileprivate init?(_ members: JSONObject) {
        guard let id = members["id"]?.string.flatMap(UUID.init(text:)), let at = members["at"]?.integer,
            let recipient = members["recipient"]?.string.flatMap(UUID.init(text:)), let keys = members["keys"]?.strings
        else { return nil }
        self.init(
            id: id, at: Date(timeIntervalSince1970: Double(at)), recipient: recipient, purpose: members["purpose"]?.string, keys: keys,
            failure: members["failure"]?.string)
    }
}
