import DeviceFoundation
import DeviceMessages
import Foundation
import Primitives
import VerificationMessages

/// The data that the store has of a transaction.
struct TransactionRecord: Sendable, Equatable {
    /// The address below which the server's calls stand, `{origin}/verify/v1/{realm}`.
    let base: String
    let code: Secret
    let keys: KeyPairNames
    /// The address for the notice that the server has; nil for none.
    var push: PushAddress?
    /// The server's answer to the start; nil until it came.
    var configuration: VerificationConfiguration?
    /// The token for a submission; nil while none is taken.
    var token: Secret?
    var status = VerificationStatus.requested
    /// The submission that has arrived last.
    var arrived: Arrived?

    /// A submission that has arrived: its id, the fingerprint of all that it had, and its documents.
    struct Arrived: Sendable, Equatable {
        let id: UUID
        let fingerprint: String
        let documents: [KeptClaim.Document]
    }

    init(base: String, code: Secret, keys: KeyPairNames, push: PushAddress?) {
        self.base = base
        self.code = code
        self.keys = keys
        self.push = push
    }
}

extension TransactionRecord {
    /// The version of the format; a reader refuses newer ones.
    private static let version: Int64 = 1

    var json: JSONObject {
        var members: JSONObject = [
            "version": .integer(Self.version), "base": .string(base), "code": .string(code.reveal()), "keys": keys.json,
            "status": .string(status.rawValue),
        ]
        members["push"] = push?.json
        members["configuration"] = configuration?.json
        members["token"] = token.map { .string($0.reveal()) }
        members["arrived"] = arrived?.json
        return members
    }

    init(_ members: JSONObject) throws(VerificationError) {
        let version = members["version"]?.integer ?? 0
        guard version <= Self.version else {
            throw VerificationError(.storage, "the stored transaction is of version \(version), made by a newer app; update the app")
        }
        guard let base = members["base"]?.string, let code = members["code"]?.string, let keys = KeyPairNames(json: members["keys"]),
            let status = members["status"]?.string.flatMap(VerificationStatus.init(exactly:))
        else { throw VerificationBook.unreadable(.transaction) }
        self.init(base: base, code: Secret(code), keys: keys, push: members["push"].flatMap { try? PushAddress(json: $0) })
        self.status = status
        if let answer = members["configuration"] {
            do { configuration = try VerificationConfiguration(json: answer) } catch {
                throw VerificationError(.storage, "the stored configuration can't be read", underlying: error)
            }
        }
        token = members["token"]?.string.map { Secret($0) }
        arrived = members["arrived"].flatMap(Arrived.init)
    }
}

extension TransactionRecord.Arrived {
    init(_ submission: PendingSubmission) {
        self.init(id: submission.id, fingerprint: submission.fingerprint, documents: submission.documents)
    }

    var json: JSONValue {
        ["id": .string(id.text), "fingerprint": .string(fingerprint), "documents": .array(documents.map(\.json))]
    }

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string.flatMap(UUID.init(text:)), let fingerprint = json["fingerprint"]?.string else { return nil }
        self.init(id: id, fingerprint: fingerprint, documents: (json["documents"]?.array ?? []).compactMap(KeptClaim.Document.init))
    }
}
