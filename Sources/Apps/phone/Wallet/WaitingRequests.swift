import DeviceFoundation
import Foundation
import Primitives
import VerifiableClaims
import Wallet

/// The requests that wait for an answer, in the phone's vault, so that they outlast the page.
struct WaitingRequests: Sendable {
    /// A request, and the id by which the page's form names it.
    struct Entry: Sendable {
        let id: String
        let request: ShareRequest
    }

    /// The number of requests that wait at most: the oldest goes first.
    private static let most = 100
    private static let key = StoreKey("wallet.page", "requests")
    private static let limits = JSONLimits(bytes: 8 << 20, depth: 8, values: 200_000)

    let store: any SecureStore

    /// The requests to a wallet, the oldest first.
    func entries(of wallet: UUID) async throws(StoreError) -> [Entry] {
        guard let stored = try await store.get(Self.key),
            let record = stored.withBytes({ try? JSONValue(parsing: $0, limits: Self.limits) }), record["wallet"]?.string == wallet.text
        else { return [] }
        return (record["requests"]?.array ?? []).compactMap { Entry($0) }
    }

    /// Keeps the requests to a wallet in place of all that were kept.
    func keep(_ entries: [Entry], of wallet: UUID) async throws(StoreError) {
        let record: JSONValue = ["wallet": .string(wallet.text), "requests": .array(entries.suffix(Self.most).map(\.json))]
        try await store.set(Secret(bytes: record.encoded), for: Self.key)
    }
}

extension WaitingRequests.Entry {
    var json: JSONValue {
        var members: JSONObject = ["id": .string(id), "sender": .string(request.sender.text)]
        members["challenge"] = request.challenge.map { .object($0.json) }
        members["message"] = request.message.map(JSONValue.string)
        members["keys"] = request.keys.map { .array($0.map(JSONValue.string)) }
        return .object(members)
    }

    /// Reads ``json``; nil for anything else.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, let sender = json["sender"]?.string.flatMap(UUID.init(text:)) else { return nil }
        self.id = id
        request = ShareRequest(
            sender: sender, challenge: json["challenge"]?.object.flatMap { try? ExchangeChallenge($0) }, message: json["message"]?.string,
            keys: json["keys"]?.strings)
    }
}
